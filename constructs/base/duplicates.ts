/** Finds duplicate resources: two at one Terraform address, or two for one object of the service. */
import { TerraformDataSource, TerraformProvider, TerraformStack, type TerraformResource } from 'cdktf';
import type { Values } from '../../src/model/api';
import {
  behaves,
  isPresent,
  kindInWords,
  ownKeyFields,
  type Declaration,
  type Field,
  type Fields,
} from '../../src/model/schema';
import { isTerraformName } from '../../src/base/text/terraform-name';
import { listed } from '../../src/base/text/words';
import { isPending, propName, refers } from './attributes';

/** A resource, with the values that identify its object. */
export interface DeclaredResource {
  readonly resource: TerraformResource;
  readonly declaration: Declaration;
  readonly fields: Fields;
  /** By the names of the API, with uids instead of references. */
  readonly values: Values;
  /** True if the resource imports an existing object. */
  readonly isImported: boolean;
}

/** Returns the problems of a resource that another one shares its object with, or else its address. */
export function duplicateProblems(declared: DeclaredResource): string[] {
  const problems = sameObjectProblem(declared);
  return problems.length === 0 ? addressProblems(declared.resource) : problems;
}

/**
 * Returns the problem of an address that Terraform rejects, or that two resources have. CDKTF would write the first, and merge
 * the second.
 */
export function addressProblems(resource: TerraformResource | TerraformDataSource): string[] {
  const mode = TerraformDataSource.isTerraformDataSource(resource) ? 'data.' : '';
  const name = resource.friendlyUniqueId;
  const address = `${mode}${resource.terraformResourceType}.${name}`;
  if (!isTerraformName(name))
    return [
      `has the address ${address}, which Terraform rejects: a name begins with a letter or "_", and contains only letters, ` +
        'digits, "_" and "-". Change its id, or the argument of overrideLogicalId',
    ];
  const other = claimFirst(addresses, TerraformStack.of(resource), address, resource);
  // The resource itself is the first one, also if it is validated again.
  if (other === resource) return [];
  return [`has the same address, ${address}, as ${other.node.path}: change the id of one of them`];
}

/**
 * Returns the problem of a resource that would create the same object as another one: the apply would stop at the
 * second. Imported objects are not compared with each other, and with `onExisting: 'create'` the user wants duplicates.
 */
function sameObjectProblem(declared: DeclaredResource): string[] {
  const { resource, declaration, fields, isImported } = declared;
  const key = naturalKey(declared);
  if (key === undefined) return [];
  const other = claimFirst(objects, TerraformStack.of(resource), key, declared);
  if (other === declared || other.resource === resource || (isImported && other.isImported)) return [];
  if (mayCreateDuplicates(resource)) return [];
  const kind = kindInWords(declaration);
  const { name } = declared.values;
  const called = typeof name === 'string' && declaration.naturalKey.includes('name') ? ` ${JSON.stringify(name)}` : '';
  const props = keyFields(declaration).map((field) => propName(field, fields[field]?.type));
  return [
    `declares the same ${kind}${called} as ${other.resource.node.path}: remove one of them, or make them differ in ` +
      `${listed(props, 'or')}. If both objects already exist, call importFrom(uid) on both`,
  ];
}

/** Returns the fields that identify an object of a kind, including the parent. */
export function keyFields(declaration: Declaration): string[] {
  const { parent } = declaration;
  return [...(parent === undefined ? [] : [parent.name]), ...ownKeyFields(declaration)];
}

/** Returns a text that is the same for the same object, or `undefined` if only Terraform will know the values. */
function naturalKey({ resource, declaration, fields, values }: DeclaredResource): string | undefined {
  // With `count` or `for_each`, Terraform decides the number of objects.
  if (resource.count !== undefined || resource.forEach !== undefined) return undefined;
  const names = keyFields(declaration);
  if (!names.every((name) => isComparable(fields[name], values[name]))) return undefined;
  // Without an optional part, several objects are allowed: for example, invites without an e-mail address.
  if (!ownKeyFields(declaration).every((name) => isPresent(values[name]))) return undefined;
  return JSON.stringify([
    declaration.kind,
    resource.provider?.fqn ?? null,
    ...names.map((name) => values[name] ?? null),
  ]);
}

/** A reference to the same construct is always the same token. Other unknown values can be anything. */
function isComparable(field: Field | undefined, value: unknown): boolean {
  if (field === undefined || (behaves(field, 'required') && !isPresent(value))) return false;
  return refers(field.type) || !isPending(value);
}

/** Returns true if the provider of the resource is known to create duplicates of existing objects. */
export function mayCreateDuplicates(resource: TerraformResource): boolean {
  const type = resource.terraformGeneratorMetadata?.providerName ?? '';
  const providers = TerraformStack.of(resource)
    .node.findAll()
    .filter((node) => TerraformProvider.isTerraformProvider(node))
    .filter(({ terraformResourceType }) => terraformResourceType === type);
  const used = resource.provider ?? providers.find(({ alias }) => alias === undefined);
  if (used === undefined) return false;
  const { provider } = used.toTerraform() as { provider: Record<string, readonly Values[] | undefined> };
  const onExisting = provider[type]?.[0]?.['on_existing'];
  return onExisting === 'create' || isPending(onExisting);
}

type Firsts<T> = WeakMap<TerraformStack, Map<string, T>>;

const addresses: Firsts<TerraformResource | TerraformDataSource> = new WeakMap();
const objects: Firsts<DeclaredResource> = new WeakMap();

/** Records the candidate if it is the first with this key in the stack. Returns the first. */
function claimFirst<T>(firsts: Firsts<T>, stack: TerraformStack, key: string, candidate: T): T {
  const taken = firsts.get(stack) ?? new Map<string, T>();
  firsts.set(stack, taken);
  const first = taken.get(key) ?? candidate;
  taken.set(key, first);
  return first;
}
