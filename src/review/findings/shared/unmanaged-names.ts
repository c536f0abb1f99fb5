/** Names unmanaged objects: a grant with its role, and with the people or workloads that can use it. */
import { compareNames } from '../../../base/text/compare-names';
import { accountIn, displayedPerson, toAccountText } from '../../../base/text/person-account';
import { readTrustPolicy, type IdentityTrustPolicy } from '../../../access/rules';
import { parentUid, type Values } from '../../../model/api';
import { getDeclaration, group, identity } from '../../../model/kinds';
import { kindInWords } from '../../../model/schema';
import { groupBy } from '../../../access/graph/paths';
import type { Analysis } from '../../access/analysis';
import { describe } from '../../access/assume/describe';
import { getTrustPolicy } from '../../access/assume/trust-policy';
import type { ContainedObject, UnmanagedContents } from '../../organization/context/plan-context';
import { isPerson, objectId, type PlatformObject } from '../../organization/objects/objects';
import { getPath } from '../../organization/objects/paths';
import type { BlockingObject } from './finding';

/** An unmanaged object with what decides its place and its severity. */
export interface NamedContent {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  /** Everyone who can assume the identity of a grant; absent for other objects. */
  readonly users?: GrantUsers | undefined;
  /** True for a grant of the role owner. */
  readonly isOwner?: boolean;
}

/** Everyone who can use the identity of a grant. */
export type GrantUsers =
  | { readonly isPerson: true }
  /** `outsiders` are among them, if the configuration declares owners. */
  | { readonly isPerson?: false; readonly assumed: string; readonly outsiders: readonly string[] };

/** Sorts grants of the role owner first, which a deletion must not leave behind, then those of outsiders, then by the order of the kinds. */
export function sortNamed(objects: readonly NamedContent[], kinds: readonly string[]): NamedContent[] {
  return objects.toSorted(
    (a, b) =>
      Number(b.isOwner ?? false) - Number(a.isOwner ?? false) ||
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
export function listContentNames({ name, users }: NamedContent): string[] {
  return users === undefined || users.isPerson ? [name] : [name, users.assumed, ...users.outsiders];
}

/** Returns the name of an object of the organization. */
export function toNamed({ instances: [instance], declaration, key }: PlatformObject, analysis: Analysis): NamedContent {
  const [kind, path] = [kindInWords(declaration), analysis.readers.before.toPath(instance)];
  const name = path.startsWith(`${kind} `) ? path.slice(kind.length + 1) : path;
  const grant = analysis.before.graph.grants.find((node) => node.key === key);
  if (grant === undefined) return { kind, name, uid: key };
  const { identity: who, role } = grant;
  return { kind, name, uid: key, users: findUsers(who.key, analysis), isOwner: role.holdsUnknown };
}

/** Returns everyone who can assume an identity of the organization; undefined if no plan describes it. */
function findUsers(key: string, analysis: Analysis): GrantUsers | undefined {
  const instance = analysis.organization.before.get(objectId(identity, key))?.instances[0];
  if (instance === undefined) return undefined;
  return isPerson(instance) ? { isPerson: true } : describeUsers(getTrustPolicy(instance), analysis);
}

function describeUsers(
  policy: IdentityTrustPolicy | undefined,
  { reachability, outsiders, owners }: Analysis,
): GrantUsers | undefined {
  if (policy === undefined) return undefined;
  const found = owners === undefined ? [] : outsiders(policy);
  const people = found.flatMap((outsider) => (typeof outsider === 'string' ? [] : [outsider.outsider.who]));
  return { assumed: describe(policy, reachability), outsiders: people };
}

/** Returns a function that names objects that the API has shown in a group. Objects without a name and a grant have none. */
export function createContentNames(
  contents: readonly UnmanagedContents[],
  analysis: Analysis,
): (kind: string, object: ContainedObject) => NamedContent | undefined {
  const shown = new Map(contents.flatMap(({ objects }) => objects.map((object) => [object.uid, object] as const)));
  const toPath = (uid: string): string => {
    const [name, parent] = [shown.get(uid)?.name, parentUid(uid)];
    if (name === undefined) return getPath(analysis.before.graph, group.kind, uid);
    return parent === undefined ? name : `${toPath(parent)}/${name}`;
  };
  const describeValues = (values: Values | undefined): GrantUsers | undefined =>
    describeUsers(values && readTrustPolicy(values, () => false), analysis);
  return (kind, { uid, name, grant }) => {
    const word = kindInWords(getDeclaration(kind));
    if (grant === undefined) return name === undefined ? undefined : { kind: word, name: toPath(uid), uid };
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
    const shownText = `${shownName} is ${grant.role} in ${toPath(parentUid(uid) ?? '')}`;
    return { kind: word, name: shownText, uid, users, isOwner: grant.isOwner === true };
  };
}

function textIn(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
