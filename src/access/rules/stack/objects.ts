/** Reads the declared objects of synthesized stacks. References of CDKTF become the keys of objects. */
import { groupEntries } from '../../graph/paths';
import { accountIn, displayedPerson } from '../../../base/text/person-account';
import { camelCase, isObject, isUid, type Values } from '../../../model/api';
import { accessKinds, collections, type AccessKind, type AccessObject, type AccessCollection } from './kinds';

/** A synthesized stack: the contents of its `cdk.tf.json`. */
export interface StackJson {
  readonly name: string;
  readonly json: Values;
}

/** The root group, with the name that a data source finds it by. */
export interface Root {
  readonly uid: string;
  readonly name: string;
}

/** An object with its block in a stack. */
export interface StackObject extends AccessObject {
  readonly stack: string;
  /** The address in its stack: `platform_group.acme`. */
  readonly address: string;
  /** The attributes by their names in Terraform. Expressions are unchanged. */
  readonly attributes: Values;
}

export interface StackObjects {
  /** The objects that the stacks manage. */
  readonly declared: readonly StackObject[];
  /** Existing objects that data sources find, if a declared object refers to them. */
  readonly found: readonly StackObject[];
}

/** Returns the declared objects that decide access, and those that they refer to. */
export function declaredObjects(stacks: readonly StackJson[], root: Root): AccessObject[] {
  const { declared, found } = readStackObjects(stacks, root);
  const rootGroup: AccessObject = { ...reference('groups', root.uid), name: root.name };
  const known = [rootGroup, ...found, ...declared];
  return [...known, ...others(known)];
}

/**
 * Returns the objects of the stacks. A reference that is neither to an object nor a uid stays an expression.
 *
 * @param root the root group, if a data source can find it by its name alone
 */
export function readStackObjects(stacks: readonly StackJson[], root?: Root): StackObjects {
  const keys = createKeys(stacks, root);
  const declared = stacks.flatMap((stack) =>
    collections.flatMap((collection) =>
      getBlocks(stack.json['resource'], accessKinds[collection].type).map(([id, attributes]) => ({
        ...declaredObject(collection, keys.address(stack, collection, id), attributes, (value) =>
          keys.of(stack, value),
        ),
        ...{ stack: stack.name, address: `${accessKinds[collection].type}.${id}`, attributes },
      })),
    ),
  );
  const areDeclared = new Set(declared.map(({ key }) => key));
  return { declared, found: [...keys.found.values()].filter(({ key }) => !areDeclared.has(key)) };
}

function declaredObject(
  collection: AccessCollection,
  key: string,
  attributes: Values,
  toKey: (value: unknown) => string | undefined,
): AccessObject {
  const kind: AccessKind = accessKinds[collection];
  const values = apiFields(attributes);
  const fields = (kind.fields ?? []).flatMap((name) =>
    values[name] === undefined ? [] : [[name, values[name]] as const],
  );
  return {
    ...{ collection, key, name: text(values[kind.name ?? 'name']) ?? key },
    parent: toKey(values[kind.parent]),
    identity: kind.identity && toKey(values[kind.identity]),
    role: kind.role && toKey(values[kind.role]),
    provider: kind.provider && toKey(values[kind.provider]),
    fields: Object.fromEntries(fields),
  };
}

/** Returns the members of a value of Terraform's JSON: an object, or a list of objects with the same meaning. */
export function listMembers(value: unknown): [name: string, member: unknown][] {
  return [value].flat().flatMap((one) => (isObject(one) ? Object.entries(one) : []));
}

/** Returns the blocks of a type, by id. */
function getBlocks(types: unknown, type: string): [id: string, attributes: Values][] {
  return listMembers(types)
    .filter(([name]) => name === type)
    .flatMap(([, blocks]) => listMembers(blocks))
    .flatMap(([id, bodies]) =>
      [bodies].flat().flatMap((body): [string, Values][] => (isObject(body) ? [[id, body]] : [])),
    );
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
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const uidOfObject = /^\$\{(data\.)?(platform_\w+)\.([\w-]+)\.uid\}$/;
const outputOfStack = /^\$\{data\.terraform_remote_state\.cross-stack-reference-input-([\w-]+)\.outputs\.([\w-]+)\}$/;

function createKeys(stacks: readonly StackJson[], root: Root | undefined) {
  const found = new Map<string, StackObject>();
  const byName = new Map(stacks.map((stack) => [stack.name, stack]));
  const byType = new Map(collections.map((collection) => [accessKinds[collection].type as string, collection]));
  const outputs = new Map(stacks.map(({ name, json }) => [name, new Map(listMembers(json['output']))]));
  const data = new Map(
    stacks.map(({ name, json }) => [
      name,
      new Map(
        [...byType.keys()].flatMap((type) =>
          getBlocks(json['data'], type).map(([id, body]) => [`${type}.${id}`, body] as const),
        ),
      ),
    ]),
  );
  const prefix = (name: string) => (stacks.length > 1 ? `${name}:` : '');
  const address = (stack: StackJson, collection: AccessCollection, id: string) =>
    `${prefix(stack.name)}${accessKinds[collection].type}.${id}`;
  // A reference can lead back to itself. Terraform rejects it, and here it stays an expression.
  const open = new Set<string>();

  /** Returns the key of the object that a value refers to: its address, its uid, or the expression. */
  const of = (stack: StackJson, value: unknown): string | undefined => {
    if (typeof value !== 'string') return undefined;
    const place = `${stack.name} ${value}`;
    if (open.has(place)) return value;
    open.add(place);
    const key = getKey(stack, value);
    open.delete(place);
    return key;
  };

  const getKey = (stack: StackJson, value: string): string => {
    const [, other = '', output = ''] = outputOfStack.exec(value) ?? [];
    const source = byName.get(other);
    if (source !== undefined) {
      const body = outputs.get(other)?.get(output);
      return of(source, isObject(body) ? body['value'] : undefined) ?? value;
    }
    const [, isData, type = '', id = ''] = uidOfObject.exec(value) ?? [];
    const collection = byType.get(type);
    if (collection === undefined) return value;
    return isData === undefined ? address(stack, collection, id) : lookUp(stack, collection, id);
  };

  /**
   * Returns the key of the object that a data source finds. This is a declared object if it has the same group and
   * name.
   */
  const lookUp = (stack: StackJson, collection: AccessCollection, id: string): string => {
    const { type, parent: parentField } = accessKinds[collection];
    const attributes = data.get(stack.name)?.get(`${type}.${id}`) ?? {};
    const values = apiFields(attributes);
    const uid = of(stack, values['uid']);
    if (uid !== undefined) return uid;
    const own = `${prefix(stack.name)}data.${type}.${id}`;
    const account = accountIn(values);
    const name = text(values['name']) ?? displayedPerson({ account }) ?? own;
    const parent = of(stack, values[parentField]);
    if (collection === 'groups' && parent === undefined && name === root?.name) return root.uid;
    const declared = declaredAs(collection, parent, name);
    if (declared !== undefined) return declared;
    // Two data sources can find one object.
    const place = JSON.stringify([collection, parent, name, account]);
    const known = found.get(place);
    if (known !== undefined) return known.key;
    const where = { stack: stack.name, address: `data.${type}.${id}`, attributes };
    found.set(place, { ...reference(collection, own), name, account, parent, ...where });
    return own;
  };

  /** Returns the key of the declared object with this group and name. */
  const declaredAs = (collection: AccessCollection, parent: string | undefined, name: string): string | undefined => {
    byNames ??= namedBlocks(stacks);
    const same = byNames.get(`${collection} ${name}`) ?? [];
    const block = same.find(({ stack, group }) => of(stack, group) === parent);
    return block && address(block.stack, collection, block.id);
  };
  let byNames: ReadonlyMap<string, readonly NamedBlock[]> | undefined;

  return { address, of, found };
}

interface NamedBlock {
  readonly stack: StackJson;
  readonly id: string;
  /** The value that refers to its group. */
  readonly group: unknown;
}

/** Returns the resources by collection and name. */
function namedBlocks(stacks: readonly StackJson[]): ReadonlyMap<string, readonly NamedBlock[]> {
  const found = stacks.flatMap((stack) =>
    collections.flatMap((collection) =>
      getBlocks(stack.json['resource'], accessKinds[collection].type).map(([id, attributes]) => {
        const values = apiFields(attributes);
        const block = { stack, id, group: values[accessKinds[collection].parent] };
        return [`${collection} ${String(values['name'])}`, block] as const;
      }),
    ),
  );
  return groupEntries(found);
}

/** Returns objects for the keys without a declaration: expressions, and roles by uid. */
function others(known: readonly AccessObject[]): AccessObject[] {
  const given = new Set(known.map(({ key }) => key));
  const missing = (collection: AccessCollection, keys: readonly (string | undefined)[], impliesUids: boolean) =>
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

function reference(collection: AccessCollection, key: string): AccessObject {
  return { collection, key, name: key, parent: undefined, fields: {}, isReferredTo: true };
}
