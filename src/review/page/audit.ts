/** The answers for an auditor of an organization: owners, external access, unused identities, open invites, unmanaged grants. */
import { compareNames } from '../../base/text/compare-names';
import { canWrite } from '../../access/graph/built-in-roles';
import { groupBy } from '../../access/graph/paths';
import type { GrantNode } from '../../access/graph';
import type { PageExternal, PageObject, PageObjectSide } from './data';
import { type Model, type PageNode } from './model';
import { getGrants } from './labels';

export interface Audit {
  readonly owners: readonly OwnerGrant[];
  /** Absent if it was not evaluated. */
  readonly external: readonly ExternalGroup[] | undefined;
  /** The identities of each undeclared owner. */
  readonly owned: readonly (readonly AuditedIdentity[])[];
  /** Identities with write access that unreviewed code can assume, the most powerful first. */
  readonly unreviewed: readonly UnreviewedIdentity[];
  /** Identities of workloads on shared platforms whose owner is unknown. */
  readonly ownerless: readonly AuditedIdentity[];
  readonly unused: readonly UnusedIdentity[];
  readonly invites: readonly PageNode[];
  /** Absent if no plan or state shows which grants are managed. */
  readonly unmanaged: readonly PageNode[] | undefined;
}

/** A grant of the built-in role owner. */
export interface OwnerGrant {
  readonly grant: GrantNode;
  /** Others who can assume the identity. */
  readonly exposure: PageObjectSide['exposure'];
  /** The sentence about an unusual owner of its code. */
  readonly unusual: string | undefined;
}

export interface UnreviewedIdentity {
  readonly identity: AuditedIdentity;
  /** A sentence without its period: who can assume it. */
  readonly text: string;
}

/** Identities that the same outsiders can assume. */
export interface ExternalGroup extends Pick<PageExternal, 'outsiders' | 'unknown'> {
  readonly identities: readonly AuditedIdentity[];
}

export interface AuditedIdentity {
  readonly path: string;
  /** Owner first, then the widest. */
  readonly grants: readonly GrantNode[];
}

export interface UnusedIdentity {
  readonly node: PageNode;
  readonly reason: string;
}

/** Days without use after which an identity is reported. */
const UNUSED_DAYS = 90;
const DAY = 86_400_000;

const INVITE = 'group invite';

export function createAudit(model: Model, now: Date): Audit {
  const { data, nodes, sides } = model;
  const grants = [...(sides.at(-1)?.graph.grants ?? [])].sort(
    (a, b) => weighRole(b) - weighRole(a) || countGroups(b) - countGroups(a) || a.group.order - b.group.order,
  );
  const present = nodes.filter(({ object }) => object?.after !== undefined);
  return {
    owners: grants
      .filter(isOwner)
      .map((grant) => ({
        grant,
        exposure: model.byPath('identity', grant.identity.path)?.object?.after?.exposure,
        unusual: data.undeclaredOwners?.unusual?.[grant.identity.path],
      }))
      .sort((a, b) => weigh(b) - weigh(a)),
    external: data.external && groupExternal(data.external, grants),
    unreviewed: findUnreviewedCode(present, grants),
    ...groupOwned(model, grants),
    unused: present
      .filter(({ node }) => node === 'identity')
      .flatMap((node) => {
        const reason = whyUnused(model, node, now);
        return reason === undefined ? [] : [{ node, reason }];
      }),
    invites: present
      .filter(({ kind }) => kind === INVITE)
      .sort((a, b) => weighInvite(model, b) - weighInvite(model, a)),
    unmanaged: nodes.some(({ object }) => object !== undefined && isManaged(object))
      ? present.filter(({ node, object }) => node === 'grant' && object !== undefined && !isManaged(object))
      : undefined,
  };
}

/** Returns a higher number for a role that writes, and for an invite that anyone can use. */
function weighInvite({ sides }: Model, { keys, object }: PageNode): number {
  const side = sides.at(-1);
  const grant = side && getGrants(side.graph).get(keys[side.name] ?? '');
  return (grant === undefined ? 0 : 2 * weighRole(grant)) + (object?.after?.exposure === undefined ? 0 : 1);
}

/** Returns a higher number for a more dangerous owner. */
function weigh({ exposure, unusual }: OwnerGrant): number {
  if (unusual !== undefined) return 3;
  if (exposure === undefined) return 0;
  return exposure.to === 'outsiders' ? 3 : exposure.to === 'unknown' ? 1 : 2;
}

function isOwner({ role }: GrantNode): boolean {
  return role.group === undefined && role.name === 'owner';
}

/** The widest access comes first. */
function countGroups({ group }: GrantNode): number {
  return group.end - group.order;
}

function findUnreviewedCode(present: readonly PageNode[], grants: readonly GrantNode[]): UnreviewedIdentity[] {
  const granted = groupGrants(grants);
  return present
    .flatMap(({ object }): UnreviewedIdentity[] => {
      const text = object?.after?.exposure?.unreviewed;
      if (object === undefined || text === undefined) return [];
      return [{ identity: { path: object.path, grants: granted.get(object.path) ?? [] }, text }];
    })
    .sort((a, b) => getPower(b.identity) - getPower(a.identity));
}

/** Returns the identities with unknown outsiders by their undeclared owner. */
function groupOwned({ data, nodes }: Model, grants: readonly GrantNode[]): Pick<Audit, 'owned' | 'ownerless'> {
  const owned = data.undeclaredOwners?.identities ?? [];
  const known = new Set(owned.flat());
  const others = nodes.flatMap(({ object }) =>
    object?.after?.exposure?.to === 'unknown' && !known.has(object.path) ? [object.path] : [],
  );
  const granted = groupGrants(grants);
  const toAudited = (path: string): AuditedIdentity => ({ path, grants: granted.get(path) ?? [] });
  return {
    owned: owned.map((paths) => paths.map(toAudited)),
    ownerless: others.map(toAudited).sort((a, b) => getPower(b) - getPower(a) || compareNames(a.path, b.path)),
  };
}

function groupGrants(grants: readonly GrantNode[]): ReadonlyMap<string, readonly GrantNode[]> {
  return groupBy(grants, ({ identity }) => identity.path);
}

/** Known outsiders come first, and the most powerful identities. */
function groupExternal(external: readonly PageExternal[], grants: readonly GrantNode[]): ExternalGroup[] {
  const granted = groupGrants(grants);
  const groups = new Map<string, ExternalGroup & { readonly identities: AuditedIdentity[] }>();
  for (const { identity, outsiders, unknown } of external) {
    const key = JSON.stringify([outsiders, unknown]);
    const group = groups.get(key) ?? { outsiders, unknown, identities: [] };
    groups.set(key, group);
    group.identities.push({ path: identity, grants: granted.get(identity) ?? [] });
  }
  const all = [...groups.values()];
  for (const { identities } of all) identities.sort((a, b) => getPower(b) - getPower(a));
  const most = ({ identities: [first] }: ExternalGroup) => (first === undefined ? 0 : getPower(first));
  return all.sort((a, b) => Number(isKnown(b)) - Number(isKnown(a)) || most(b) - most(a));
}

/** Returns true if outsiders can obtain a token. The others are of issuers and accounts that nobody has declared. */
function isKnown({ outsiders }: Pick<PageExternal, 'outsiders'>): boolean {
  return outsiders.some(({ token }) => token !== undefined);
}

/** Owners come first, and writes before reads. */
function weighRole(grant: GrantNode): number {
  return isOwner(grant) ? 3 : canWrite(grant.role) ? 2 : 1;
}

function getPower({ grants: [first] }: AuditedIdentity): number {
  return first === undefined ? 0 : weighRole(first);
}

function isManaged({ isRead = false }: PageObject): boolean {
  return !isRead;
}

function whyUnused({ sides }: Model, { keys, object }: PageNode, now: Date): string | undefined {
  const graph = sides.at(-1)?.graph;
  const isGranted =
    graph !== undefined && [...getGrants(graph).values()].some((grant) => grant.identity.key === keys.after);
  if (!isGranted) return 'no role binding';
  const { created, lastSeen } = object?.after ?? {};
  const isOld = (time: string | undefined) =>
    time !== undefined && now.getTime() - Date.parse(time) > UNUSED_DAYS * DAY;
  if (lastSeen === undefined) return isOld(created) ? 'never used' : undefined;
  return isOld(lastSeen) ? `last used ${lastSeen.slice(0, 10)}` : undefined;
}
