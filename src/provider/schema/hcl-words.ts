/** The API's names of fields in the words of a configuration: `claimMatch.issuer` is `claim_match.issuer` in HCL. */
import { snakeCase } from '../../api';
import { declarations } from '../../resources';
import type { Fields, FieldType } from '../../schema';

/**
 * A sentence of the service with every declared field named as in HCL. What stands in quotes is a value, and stays, unless
 * it is nothing but such a name.
 */
export function inHcl(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[A-Za-z]\w*/g, (word) => {
    if (!word.startsWith('"')) return declaredNames().get(word) ?? word;
    const steps = word.slice(1, -1).split('.');
    const named = steps.map((step) => declaredNames().get(step) ?? step);
    return steps.every((step) => /^[A-Za-z]\w*$/.test(step)) ? `"${named.join('.')}"` : word;
  });
}

/** A value of the API as JSON with the names of HCL. Keys of maps are data. */
export function hclValue(type: FieldType | undefined, value: unknown): unknown {
  if (type === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return type.is === 'list' ? value.map((element) => hclValue(type.of, element)) : value;
  const entries = Object.entries(value);
  if (type.is === 'message')
    return Object.fromEntries(
      entries.map(([name, inner]) => [snakeCase(name), hclValue(type.fields[name]?.type, inner)]),
    );
  if (type.is === 'map') return Object.fromEntries(entries.map(([key, inner]) => [key, hclValue(type.of, inner)]));
  return value;
}

let declared: ReadonlyMap<string, string> | undefined;

/** Every declared name that HCL spells in another way. Gathered when it is first needed: most runs print no error. */
function declaredNames(): ReadonlyMap<string, string> {
  declared ??= new Map(
    declarations
      .flatMap(({ parent, fields }) => [...(parent === undefined ? [] : [parent.name]), ...namesIn(fields)])
      .filter((name) => snakeCase(name) !== name)
      .map((name) => [name, snakeCase(name)]),
  );
  return declared;
}

function namesIn(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { type }]) => [name, ...namesInside(type)]);
}

function namesInside(type: FieldType): string[] {
  if (type.is === 'message') return namesIn(type.fields);
  return type.is === 'list' || type.is === 'map' ? namesInside(type.of) : [];
}
