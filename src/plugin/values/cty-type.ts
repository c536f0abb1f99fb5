/** Terraform's types: reading and writing their JSON notation, and comparing them. */
import { type CtyType, ValueError } from './types';

/** Deeper types than this are refused: nobody writes them, and they would exhaust the stack. */
const maxDepth = 100;

/** Reads a type from parsed JSON. An object type may name optional attributes in a third place: they do not matter here. */
export function typeFromJson(json: unknown, depth = 0): CtyType {
  if (depth > maxDepth) throw new ValueError([], `type is nested more than ${maxDepth} deep`);
  if (json === 'string' || json === 'number' || json === 'bool' || json === 'dynamic') return json;
  if (Array.isArray(json)) {
    const [kind, inner] = json as unknown[];
    if (kind === 'list' || kind === 'set' || kind === 'map') return [kind, typeFromJson(inner, depth + 1)];
    if (kind === 'tuple' && Array.isArray(inner)) {
      return ['tuple', inner.map((element) => typeFromJson(element, depth + 1))];
    }
    if (kind === 'object' && typeof inner === 'object' && inner !== null && !Array.isArray(inner)) {
      const attributes: [string, CtyType][] = Object.entries(inner).map(([name, type]) => [
        name,
        typeFromJson(type, depth + 1),
      ]);
      return ['object', Object.fromEntries(attributes)];
    }
  }
  throw new ValueError([], `${JSON.stringify(json)?.slice(0, 100)} is no type`);
}

/** The JSON notation; attributes in alphabetical order, so that equal types have equal text. */
export function typeToJson(type: CtyType): string {
  if (typeof type === 'string') return `"${type}"`;
  if (type[0] === 'tuple') return `["tuple",[${type[1].map(typeToJson).join(',')}]]`;
  if (type[0] === 'object') {
    const attributes = attributeNames(type[1]).map(
      (name) => `${JSON.stringify(name)}:${typeToJson(typeOf(type[1], name))}`,
    );
    return `["object",{${attributes.join(',')}}]`;
  }
  return `["${type[0]}",${typeToJson(type[1])}]`;
}

export function typesEqual(a: CtyType, b: CtyType): boolean {
  return a === b || typeToJson(a) === typeToJson(b);
}

/** Whether a value of type `actual` may stand where `expected` is asked for: equal, but for parts that are dynamic. */
export function typeConforms(actual: CtyType, expected: CtyType): boolean {
  if (expected === 'dynamic' || actual === expected) return true;
  if (typeof actual === 'string' || typeof expected === 'string' || actual[0] !== expected[0]) return false;
  if (actual[0] === 'tuple' && expected[0] === 'tuple') {
    const wanted = expected[1];
    return (
      actual[1].length === wanted.length && actual[1].every((type, i) => typeConforms(type, wanted[i] ?? 'dynamic'))
    );
  }
  if (actual[0] === 'object' && expected[0] === 'object') {
    const wanted = expected[1];
    const names = Object.keys(wanted);
    return (
      names.length === Object.keys(actual[1]).length &&
      Object.entries(actual[1]).every(
        ([name, type]) => Object.hasOwn(wanted, name) && typeConforms(type, typeOf(wanted, name)),
      )
    );
  }
  return typeConforms(actual[1] as CtyType, expected[1] as CtyType);
}

export function hasDynamic(type: CtyType): boolean {
  if (typeof type === 'string') return type === 'dynamic';
  if (type[0] === 'tuple') return type[1].some(hasDynamic);
  if (type[0] === 'object') return Object.values(type[1]).some(hasDynamic);
  return hasDynamic(type[1]);
}

const sortedNames = new WeakMap<object, readonly string[]>();

/** The attribute names of an object type in alphabetical order. */
export function attributeNames(attributes: { readonly [name: string]: CtyType }): readonly string[] {
  let names = sortedNames.get(attributes);
  if (names === undefined) {
    names = Object.keys(attributes).sort();
    sortedNames.set(attributes, names);
  }
  return names;
}

/** The type of an attribute that is known to exist. */
export function typeOf(attributes: { readonly [name: string]: CtyType }, name: string): CtyType {
  return attributes[name] ?? 'dynamic';
}
