/** The objects of an organization before and after a plan, from states and changes. */
import type { PersonAccount } from '../../../access/graph';
import { accountIn, displayedPerson, withoutSlashes } from '../../../base/text/person-account';
import {
  BUILT_IN_ROLES,
  parentUid,
  PROVIDER_NAME,
  snakeCase,
  isObject,
  isOurProvider,
  isUid,
  type Values,
} from '../../../model/api';
import { getDeclaration, declarations, identity, role } from '../../../model/kinds';
import { identifierField, type Declaration } from '../../../model/schema';
import { findKind } from '../../input/plan/platform-kind';
import {
  isNoOp,
  type TerraformPlan,
  type ResourceChange,
  type Sensitivity,
  type StateInstance,
} from '../../input/plan/plan';
import { isSensitive, textAttribute } from '../../input/plan/values';

/** An object in a plan: managed at an address, or read by a data source. */
export interface Instance {
  readonly plan: TerraformPlan;
  /** The address of the resource or data source. */
  readonly address: string;
  readonly deposed: string | undefined;
  readonly declaration: Declaration;
  readonly values: Values;
  readonly sensitive: Sensitivity;
  readonly isManaged: boolean;
  /** True if it is no longer managed after the apply. */
  readonly isForgotten: boolean;
  /** Its planned change. */
  readonly change: ResourceChange | undefined;
  /** Its uid, otherwise its address. */
  readonly key: string;
}

/** An object with all of its instances in the plans. */
export interface PlatformObject {
  readonly key: string;
  readonly declaration: Declaration;
  /** True if any plan manages it. */
  readonly isManaged: boolean;
  /** Sorted: changed instances first, then managed ones. */
  readonly instances: readonly [Instance, ...Instance[]];
}

/** Objects by {@link objectId}. */
export type Objects = ReadonlyMap<string, PlatformObject>;

/** Replaces a sensitive value. */
export const SENSITIVE = '(sensitive)';

/** The kinds by the name of their list data source: `platform_role_bindings`, with the attribute `role_bindings`. */
const byListType = new Map<string, { readonly declaration: Declaration; readonly list: string }>(
  declarations.map((declaration) => {
    const list = snakeCase(declaration.collection);
    return [`${PROVIDER_NAME}_${list}`, { declaration, list }] as const;
  }),
);

/** Returns the objects that a data source has read: one, or those of its list. */
export function readObjects(plan: TerraformPlan, data: StateInstance): Instance[] {
  const declaration = findKind(data);
  const several = isOurProvider(data.provider) ? byListType.get(data.type) : undefined;
  const make = (kind: Declaration, values: Values, sensitive: Sensitivity): Instance[] => {
    const uid = findUid(kind, values);
    if (uid === undefined) return [];
    const { address } = data;
    const unmanaged = { deposed: undefined, isManaged: false, isForgotten: false, change: undefined };
    return [{ plan, address, declaration: kind, values, sensitive, ...unmanaged, key: uid }];
  };
  if (declaration !== undefined) return make(declaration, data.values, data.sensitive);
  if (several === undefined) return [];
  const elements = data.values[several.list];
  const isHidden = isSensitive(data.sensitive, several.list);
  return (Array.isArray(elements) ? elements : [])
    .filter(isObject)
    .flatMap((values) => make(several.declaration, values, [isHidden]));
}

/** Returns the uid in values, if it is known and valid. */
export function findUid(declaration: Declaration, values: Values): string | undefined {
  const uid = values[snakeCase(identifierField(declaration))];
  return isUid(uid) ? uid : undefined;
}

/** Merges instances with the same uid: changed ones first, then managed ones. */
export function mergeInstances(instances: Iterable<Instance>): Map<string, PlatformObject> {
  const objects = new Map<string, PlatformObject>();
  for (const instance of instances) {
    const { declaration, key, isManaged } = instance;
    // An account association has the uid of its group.
    const id = objectId(declaration, key);
    const known = objects.get(id);
    const isFirst = known === undefined || rank(instance) < rank(known.instances[0]);
    const instances: [Instance, ...Instance[]] = isFirst
      ? [instance, ...(known?.instances ?? [])]
      : [...known.instances, instance];
    objects.set(id, { key, declaration, isManaged: isManaged || (known?.isManaged ?? false), instances });
  }
  return objects;
}

function rank(instance: Instance): number {
  const { isManaged, change } = instance;
  // Every source must show a person by the same name.
  if (!isManaged) return isPerson(instance) && personIn(instance).account === undefined ? 3 : 2;
  return change === undefined || isNoOp(change) ? 1 : 0;
}

export function objectId({ kind }: Declaration, key: string): string {
  return `${kind} ${key}`;
}

/** Returns true if the plan creates the object: its uid is unknown, or a placeholder of a review plan. */
export function isPlanned({ change, key }: Instance): boolean {
  return change?.fate?.isMade === true && change.before?.['uid'] !== key;
}

/** Returns the name of the object, otherwise the address of the resource, which is equal in all plans of a change. */
export function getName(instance: Instance): string {
  const { values, sensitive, address, key } = instance;
  if (isSensitive(sensitive, 'name')) return SENSITIVE;
  const { account, email } = personIn(instance);
  // Other objects can have a subject, too.
  const person = { account: isPerson(instance) ? account : undefined, email, name: textAttribute(values, 'name') };
  const name = displayedPerson(person);
  if (name !== undefined) return withoutSlashes(name);
  if (!isUid(key) || isPlanned(instance)) return address;
  // Readers know the external group of a mapping, and no uid.
  const external = isSensitive(sensitive, 'external_group_id') ? undefined : textAttribute(values, 'external_group_id');
  return external === undefined ? key.slice(key.lastIndexOf('/') + 1) : withoutSlashes(external);
}

/** Returns true for a person: an identity without a group. */
export function isPerson({ declaration, key, isManaged, values }: Instance): boolean {
  const isInGroup = parentUid(key) !== undefined || textAttribute(values, 'group_uid') !== undefined;
  return declaration === identity && !isManaged && isUid(key) && !isInGroup;
}

/** Returns the account and the e-mail address of a person. Before the first sign-in, only the account is known. */
export function personIn({ values, sensitive }: Instance): {
  readonly account: PersonAccount | undefined;
  readonly email: string | undefined;
} {
  const isHidden = isSensitive(sensitive, 'issuer') || isSensitive(sensitive, 'subject');
  const email = isSensitive(sensitive, 'email') ? SENSITIVE : textAttribute(values, 'email');
  return { account: isHidden ? undefined : accountIn(values), email };
}

/** Returns the uid of the parent group. */
export function parentOfUid({ uidScheme }: Declaration, uid: string): string | undefined {
  return uidScheme === 'parentUid' ? uid : parentUid(uid);
}

/**
 * Returns the complete objects within a response (`from: 'identity.uid'`, contract K4): a role binding contains its identity and its
 * role. This shows people, which no list contains, and built-in roles without a list of roles.
 */
export function describedIn(instance: Instance): Instance[] {
  return Object.values(instance.declaration.fields).flatMap(({ type, from = '' }) => {
    const kind = type.is === 'string' ? type.refersTo : undefined;
    const [name = ''] = from.split('.');
    const described = instance.values[snakeCase(name)];
    if (kind === undefined || !isObject(described) || !isUid(described['uid'])) return [];
    const { uid } = described;
    const declaration = getDeclaration(kind);
    const values = declaration === role ? builtInRole(uid, described) : described;
    return values === undefined ? [] : [{ ...instance, declaration, values, key: uid }];
  });
}

/** Returns a built-in role. A custom role has unknown capabilities here, regardless of its name (contract U3, A4). */
function builtInRole(uid: string, described: Instance['values']): Instance['values'] | undefined {
  const known = BUILT_IN_ROLES.find(({ name }) => name === described['name']);
  if (known === undefined || parentUid(uid) !== undefined) return undefined;
  return { ...described, capabilities: known.capabilities };
}
