/** Names unmanaged objects: a grant with its role, and with the people or workloads that can use it. */
import { compareNames } from '../../../base/text/compare-names';
import { accountIn, displayedPerson, toAccountText } from '../../../base/text/person-account';
import { readTrustPolicy, type IdentityTrustPolicy } from '../../../access/rules';
import { isObject, parentUid, type Values } from '../../../model/api';
import { getDeclaration, group, groupInvite, identity } from '../../../model/kinds';
import { kindInWords } from '../../../model/schema';
import { groupBy } from '../../../access/graph/paths';
import type { Analysis } from '../../access/analysis';
import { describe } from '../../access/assume/describe';
import type { Outsider } from '../../access/assume/outsiders';
import { getTrustPolicy } from '../../access/assume/trust-policy';
import type { ContainedObject, UnmanagedContents } from '../../organization/context/plan-context';
import { isPerson, objectId, type Instance, type PlatformObject } from '../../organization/objects/objects';
import { getPath } from '../../organization/objects/paths';
import { recipientOfInvite } from '../created';
import type { BlockingObject } from './finding';

/** An unmanaged object with what decides its place and its severity. */
export interface NamedContent {
  readonly kind: string;
  readonly name: string;
  /** The names in the name of a grant. @default the name */
  readonly names?: readonly string[];
  readonly uid: string;
  /** Everyone who can assume the identity of a grant; absent for other objects. */
  readonly users?: GrantUsers | undefined;
  /** True for a grant of the role owner. */
  readonly isOwner?: boolean;
  /** The sentence about an invite, without its final period; absent for other objects. */
  readonly invites?: string;
  /** The parts of that sentence that others wrote. */
  readonly invited?: readonly string[];
}

/** Everyone who can use the identity of a grant. */
export type GrantUsers =
  | { readonly isPerson: true }
  /** `outsiders` are among them, if the configuration declares owners. */
  | { readonly isPerson?: false; readonly assumed: string; readonly outsiders: readonly Outsider[] };

/** Sorts grants of the role owner first, which a deletion must not leave behind, then invites and grants of outsiders, then by the order of the kinds. */
export function sortNamed(objects: readonly NamedContent[], kinds: readonly string[]): NamedContent[] {
  return objects.toSorted(
    (a, b) =>
      Number(b.isOwner ?? false) - Number(a.isOwner ?? false) ||
      Number(b.invites !== undefined) - Number(a.invites !== undefined) ||
      countOutsiders(b) - countOutsiders(a) ||
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      compareNames(a.name, b.name),
  );
}

function countOutsiders({ users }: NamedContent): number {
  return users === undefined || users.isPerson ? 0 : users.outsiders.length;
}

/** Returns the objects for display. Those of one kind and name have the end of their uid. */
export function toBlockingObjects(objects: readonly NamedContent[]): BlockingObject[] {
  const namesakes = groupBy(objects, ({ kind, name }) => `${kind} ${name}`);
  return objects.map(({ kind, name, uid, users }) => ({
    kind,
    name: (namesakes.get(`${kind} ${name}`)?.length ?? 0) > 1 ? `${name}#${uid.slice(uid.lastIndexOf('/') + 1)}` : name,
    uid,
    ...(users !== undefined && { users: usersText(users) }),
  }));
}

function usersText(users: GrantUsers): string {
  if (users.isPerson) return 'a person';
  return `${users.outsiders.length > 0 ? 'outsiders: ' : ''}${users.assumed}`;
}

/** Returns the parts of a sentence about the object that others wrote. */
export function listContentNames({ name, names = [name], users, invited }: NamedContent): readonly string[] {
  if (invited !== undefined) return invited;
  if (users === undefined || users.isPerson) return names;
  return [...names, users.assumed, ...users.outsiders.flatMap((outsider) => outsider.names ?? [outsider.who])];
}

/** Returns the name of an object of the organization. */
export function toNamed({ instances: [instance], declaration, key }: PlatformObject, analysis: Analysis): NamedContent {
  const [kind, path] = [kindInWords(declaration), analysis.readers.before.toPath(instance)];
  const name = path.startsWith(`${kind} `) ? path.slice(kind.length + 1) : path;
  const grant = analysis.before.graph.grants.find((node) => node.key === key);
  if (grant === undefined) return { kind, name, uid: key };
  const { identity: who, role } = grant;
  if (declaration === groupInvite)
    return nameInvite({ kind, uid: key, isOwner: role.holdsUnknown }, instance, role.path, grant.group.path);
  const names = [who.path, grant.group.path];
  return { kind, name, names, uid: key, users: findUsers(who.key, analysis), isOwner: role.holdsUnknown };
}

/** Returns the name of an invite: its role, its recipient and its terms. */
function nameInvite(
  invite: Pick<NamedContent, 'kind' | 'uid' | 'isOwner'>,
  instance: Pick<Instance, 'values' | 'sensitive'>,
  role: string,
  where: string,
): NamedContent {
  const { recipient, uses, isForAnyone } = recipientOfInvite(instance);
  const expires = textIn(instance.values, 'expiration_time');
  const terms = `${recipient}, ${uses}, ${expires === undefined ? 'without an expiry' : `until ${expires.slice(0, 10)}`}`;
  return {
    ...invite,
    name: `${role} for ${recipient} in ${where}`,
    users: { assumed: terms, outsiders: [] },
    invited: isForAnyone ? [] : [recipient],
    invites: `An invite gives the role ${role} in ${where} to ${terms}`,
  };
}

/** Returns everyone who can assume an identity of the organization; undefined if no plan describes it. */
function findUsers(key: string, analysis: Analysis): GrantUsers | undefined {
  const instance = analysis.organization.before.get(objectId(identity, key))?.instances[0];
  if (instance === undefined) return undefined;
  return isPerson(instance) ? { isPerson: true } : describeUsers(getTrustPolicy(instance), analysis);
}

function describeUsers(
  policy: IdentityTrustPolicy | undefined,
  { reachability, outsiders, owners, now }: Analysis,
): GrantUsers | undefined {
  if (policy === undefined) return undefined;
  const found = owners === undefined ? [] : outsiders(policy);
  const people = found.flatMap((outsider) => (typeof outsider === 'string' ? [] : [outsider.outsider]));
  return { assumed: describe(policy, reachability, now), outsiders: people };
}

/** Returns a function that names objects that the API has shown in a group. An object without a name and a grant has the end of its uid. */
export function createContentNames(
  contents: readonly UnmanagedContents[],
  analysis: Analysis,
): (kind: string, object: ContainedObject) => NamedContent {
  const shown = new Map(contents.flatMap(({ objects }) => objects.map((object) => [object.uid, object] as const)));
  const toPath = (uid: string): string => {
    const [name, parent] = [shown.get(uid)?.name, parentUid(uid)];
    if (name === undefined) return getPath(analysis.before.graph, group.kind, uid);
    return parent === undefined ? name : `${toPath(parent)}/${name}`;
  };
  const describeValues = (values: Values | undefined): GrantUsers | undefined =>
    describeUsers(values && readTrustPolicy(values, () => false), analysis);
  return (kind, { uid, name, grant, values }) => {
    const word = kindInWords(getDeclaration(kind));
    if (kind === groupInvite.kind && values !== undefined) {
      const role = isObject(values['role']) ? values['role'] : {};
      const roleName = textIn(role, 'name');
      const isOwner = roleName === 'owner' && parentUid(textIn(role, 'uid') ?? '/') === undefined;
      const place = toPath(parentUid(uid) ?? '');
      return nameInvite({ kind: word, uid, isOwner }, { values, sensitive: [] }, roleName ?? 'a role', place);
    }
    if (grant === undefined) return { kind: word, name: name === undefined ? endText(uid) : toPath(uid), uid };
    const who = grant.identity;
    const own = typeof who['uid'] === 'string' ? who['uid'] : '';
    const account = accountIn(who);
    const above = parentUid(own);
    const users: GrantUsers | undefined =
      findUsers(own, analysis) ??
      describeValues(shown.get(own)?.values) ??
      (above === undefined
        ? { isPerson: true }
        : account && { assumed: `tokens like those of ${toAccountText(account)}`, outsiders: [] });
    const label = textIn(who, 'name');
    const path = above === undefined || label === undefined ? own : `${toPath(above)}/${label}`;
    const person =
      above === undefined ? displayedPerson({ account, email: textIn(who, 'email'), name: label }) : undefined;
    const shownName = person ?? path;
    const place = toPath(parentUid(uid) ?? '');
    const shownText = `${shownName} is ${grant.role} in ${place}`;
    return { kind: word, name: shownText, names: [shownName, place], uid, users, isOwner: grant.isOwner === true };
  };
}

function endText(uid: string): string {
  return `uid ending in ${uid.slice(uid.lastIndexOf('/') + 1)}`;
}

function textIn(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
