/** Reads the declared objects of synthesized stacks. References of CDKTF become the keys of objects. */
import { camelCase, isObject, isUid, type Values } from '../../src/api';
import { accessKinds, collections, type AccessKind, type AccessObject, type Collection } from './kinds';

/** A synthesized stack: the contents of its `cdk.tf.json`. */
export interface StackJson {
  readonly name: string;
  readonly json: Readonly<Record<string, Readonly<Record<string, Values>>>>;
}

/** The root group, with the name that a data source finds it by. */
export interface Root {
  readonly uid: string;
  readonly name: string;
}

/** Returns the declared objects that decide access, and those that they refer to. */
export function declaredObjects(stacks: readonly StackJson[], root: Root): AccessObject[] {
  const keys = createKeys(stacks, root);
  const declared = stacks.flatMap((stack) =>
    collections.flatMap((collection) =>
      Object.entries(stack.json['resource']?.[accessKinds[collection].type] ?? {}).map(([id, attributes]) =>
        declaredObject(collection, keys.address(stack, collection, id), attributes as Values, (value) =>
          keys.of(stack, value),
        ),
      ),
    ),
  );
  const rootGroup: AccessObject = { ...reference('groups', root.uid), name: root.name };
  const found = [...keys.found().values()].filter(({ key }) => !declared.some((object) => object.key === key));
  const known = [rootGroup, ...found, ...declared];
  return [...known, ...others(known)];
}

function declaredObject(
  collection: Collection,
  key: string,
  attributes: Values,
  keyOf: (value: unknown) => string | undefined,
): AccessObject {
  const kind: AccessKind = accessKinds[collection];
  const values = apiFields(attributes);
  const fields = (kind.fields ?? []).flatMap((name) =>
    values[name] === undefined ? [] : [[name, values[name]] as const],
  );
  return {
    ...{ collection, key, name: text(values[kind.name ?? 'name']) ?? key },
    parent: keyOf(values[kind.parent]),
    identity: kind.identity && keyOf(values[kind.identity]),
    role: kind.role && keyOf(values[kind.role]),
    fields: Object.fromEntries(fields),
  };
}

/** The fields of the API have one level of objects. Below it are maps, whose keys are data. */
function apiFields(attributes: Values, levels = 2): Values {
  const converted = Object.entries(attributes).map(([name, value]) => [
    camelCase(name),
    isObject(value) && levels > 1 ? apiFields(value, levels - 1) : plain(value),
  ]);
  return Object.fromEntries(converted) as Values;
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('$${', '${').replaceAll('%%{', '%{');
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const uidOfObject = /^\$\{(data\.)?(platform_\w+)\.([\w-]+)\.uid\}$/;
const outputOfStack = /^\$\{data\.terraform_remote_state\.cross-stack-reference-input-([\w-]+)\.outputs\.([\w-]+)\}$/;

function createKeys(stacks: readonly StackJson[], root: Root) {
  const found = new Map<string, AccessObject>();
  const prefix = ({ name }: StackJson) => (stacks.length > 1 ? `${name}:` : '');
  const address = (stack: StackJson, collection: Collection, id: string) =>
    `${prefix(stack)}${accessKinds[collection].type}.${id}`;

  /** Returns the key of the object that a value refers to: its address, its uid, or the expression. */
  const of = (stack: StackJson, value: unknown): string | undefined => {
    if (typeof value !== 'string') return undefined;
    const [, other = '', output = ''] = outputOfStack.exec(value) ?? [];
    const source = stacks.find(({ name }) => name === other);
    if (source !== undefined) return of(source, source.json['output']?.[output]?.['value']) ?? value;
    const [, isData, type, id = ''] = uidOfObject.exec(value) ?? [];
    const collection = collections.find((one) => accessKinds[one].type === type);
    if (collection === undefined) return value;
    return isData === undefined ? address(stack, collection, id) : lookUp(stack, collection, id);
  };

  /**
   * Returns the key of the object that a data source finds. This is a declared object if it has the same group and
   * name.
   */
  const lookUp = (stack: StackJson, collection: Collection, id: string): string => {
    const { type, parent: parentField } = accessKinds[collection];
    const key = `${prefix(stack)}data.${type}.${id}`;
    const values = apiFields((stack.json['data']?.[type]?.[id] ?? {}) as Values);
    const uid = of(stack, values['uid']);
    if (uid !== undefined) return uid;
    const name = text(values['name']) ?? text(values['subject']) ?? key;
    const parent = of(stack, values[parentField]);
    if (collection === 'groups' && parent === undefined && name === root.name) return root.uid;
    const declared = declaredAs(collection, parent, name);
    if (declared !== undefined) return declared;
    found.set(key, { ...reference(collection, key), name, parent });
    return key;
  };

  const declaredAs = (collection: Collection, parent: string | undefined, name: string): string | undefined => {
    const { type, parent: parentField } = accessKinds[collection];
    for (const stack of stacks)
      for (const [id, attributes] of Object.entries(stack.json['resource']?.[type] ?? {})) {
        const values = apiFields(attributes as Values);
        if (values['name'] === name && of(stack, values[parentField]) === parent) return address(stack, collection, id);
      }
    return undefined;
  };

  return { address, of, found: () => found };
}

/** Returns objects for the keys without a declaration: expressions, and roles by uid. */
function others(known: readonly AccessObject[]): AccessObject[] {
  const given = new Set(known.map(({ key }) => key));
  const missing = (collection: Collection, keys: readonly (string | undefined)[], impliesUids: boolean) =>
    [...new Set(keys)].flatMap((key) =>
      key === undefined || given.has(key) || (impliesUids && isUid(key)) ? [] : [reference(collection, key)],
    );
  return [
    ...missing(
      'groups',
      known.map(({ parent }) => parent),
      true,
    ),
    ...missing(
      'identities',
      known.map(({ identity }) => identity),
      true,
    ),
    ...missing(
      'roles',
      known.map(({ role }) => role),
      false,
    ),
  ];
}

function reference(collection: Collection, key: string): AccessObject {
  return { collection, key, name: key, parent: undefined, fields: {}, isReferredTo: true };
}
