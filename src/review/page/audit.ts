/** The answers for an auditor of an organization: owners, external access, unused identities, open invites, unmanaged grants. */
import type { GrantNode } from '../../access/graph';
import type { PageExternal, PageObject } from './data';
import { grantsOf, type Model, type PageNode } from './model';

export interface Audit {
  readonly owners: readonly GrantNode[];
  /** Absent if it was not evaluated. */
  readonly external: readonly ExternalGroup[] | undefined;
  readonly unused: readonly UnusedIdentity[];
  readonly invites: readonly PageNode[];
  /** Absent if no plan or state shows which grants are managed. */
  readonly unmanaged: readonly PageNode[] | undefined;
}

/** Identities that the same outsiders can assume. */
export interface ExternalGroup extends Pick<PageExternal, 'outsiders' | 'unknown'> {
  readonly identities: readonly string[];
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
  const graph = sides.at(-1)?.graph;
  const present = nodes.filter(({ object }) => object?.after !== undefined);
  return {
    owners: (graph?.grants ?? [])
      .filter(({ role }) => role.group === undefined && role.name === 'owner')
      .sort((one, other) => countGroups(other) - countGroups(one) || one.group.order - other.group.order),
    external: data.external && groupExternal(data.external),
    unused: present
      .filter(({ node }) => node === 'identity')
      .flatMap((node) => {
        const reason = whyUnused(model, node, now);
        return reason === undefined ? [] : [{ node, reason }];
      }),
    invites: present.filter(({ kind }) => kind === INVITE),
    unmanaged: nodes.some(({ object }) => object !== undefined && isManaged(object))
      ? present.filter(({ node, object }) => node === 'grant' && object !== undefined && !isManaged(object))
      : undefined,
  };
}

/** The widest access comes first. */
function countGroups({ group }: GrantNode): number {
  return group.end - group.order;
}

function groupExternal(external: readonly PageExternal[]): ExternalGroup[] {
  const groups = new Map<string, PageExternal[]>();
  for (const one of external) {
    const key = JSON.stringify([one.outsiders, one.unknown]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    return first === undefined
      ? []
      : [{ outsiders: first.outsiders, unknown: first.unknown, identities: all.map(({ identity }) => identity) }];
  });
}

function isManaged({ isRead = false }: PageObject): boolean {
  return !isRead;
}

function whyUnused({ sides }: Model, { keys, object }: PageNode, now: Date): string | undefined {
  const graph = sides.at(-1)?.graph;
  const isGranted =
    graph !== undefined && [...grantsOf(graph).values()].some((grant) => grant.identity.key === keys.after);
  if (!isGranted) return 'no role binding';
  const { created, lastSeen } = object?.after ?? {};
  const isOld = (time: string | undefined) =>
    time !== undefined && now.getTime() - Date.parse(time) > UNUSED_DAYS * DAY;
  if (lastSeen === undefined) return isOld(created) ? 'never used' : undefined;
  return isOld(lastSeen) ? `last used ${lastSeen.slice(0, 10)}` : undefined;
}
