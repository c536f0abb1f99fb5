/** The access of an apply that stops early, for readers: one line for each identity and scope, with the writes that decide it. */
import { parentAttribute } from '../../model/schema';
import { isDeepStrictEqual } from 'node:util';
import { newEscalationPaths, type AccessGraph, type EscalationPath } from '../../access/graph';
import {
  findEarlyAccess,
  type EarlyAccess,
  type EarlyChain,
  type EarlyRow,
  type Holders,
  type TrustChange,
} from '../../access/graph/early';
import { groupBy } from '../../access/graph/paths';
import { externalGroupRoleMapping, identity, identityProvider } from '../../model/kinds';
import type { ReviewedOrganization } from '../organization/assemble';
import type { ObjectMatch } from '../organization/object-matches';
import { attribute } from '../input/plan/values';
import { createReferences } from '../organization/objects/references';
import { createWriteOrder } from '../organization/write-order';
import type { TrustPolicyChange } from './assume/compare-trust-policies';
import { byWeight } from './capability-weight';

/** `reference`: the grant can refer to the role by its resource. `split`: only two changes have a known order. */
export type EarlyRemedy = 'reference' | 'split';

export interface EarlyLine {
  readonly identity: string;
  /** The path of the identity in the graphs. It also names the holders. */
  readonly node: string;
  /** Keys of the identities with that path: a recreated identity has two. */
  readonly identities: readonly string[];
  readonly holders: Holders;
  readonly group: string;
  readonly except: readonly string[];
  readonly beneath: number;
  /** Sorted: the most dangerous first. */
  readonly capabilities: readonly string[];
  readonly roles: readonly string[];
  /** Keys of grants. */
  readonly grants: readonly string[];
  /** Keys of the objects that have changed. */
  readonly done: readonly string[];
  /** Keys of the objects that have not changed yet. */
  readonly open: readonly string[];
  readonly remedy: EarlyRemedy;
}

export interface PartialApply extends EarlyAccess {
  readonly lines: readonly EarlyLine[];
  readonly escalations: readonly EscalationPath[];
}

interface Input {
  readonly organization: ReviewedOrganization;
  readonly matches: readonly ObjectMatch[];
  readonly trustPolicyChanges: readonly TrustPolicyChange[];
  /** Returns both graphs. A role without a description has every capability if `isWorst`. */
  readonly graphs: (isWorst: boolean) => readonly [before: AccessGraph, after: AccessGraph];
}

/** Returns the access that exists only if the apply stops early; undefined without any. */
export function findPartialApply({
  organization,
  matches,
  trustPolicyChanges,
  graphs,
}: Input): PartialApply | undefined {
  const trust = findTrustChanges(organization, matches, trustPolicyChanges);
  const [before, after] = graphs(trust.size > 0);
  const found = findEarlyAccess(before, after, { trust, isFirst: createWriteOrder(organization) });
  if (found === undefined) return undefined;
  const { chains, rows, either, early } = found;
  const escalations = rows.length === 0 ? [] : newEscalationPaths(either, early, { matchBy: 'key' });
  return { chains, rows, either, early, escalations, lines: toLines(rows) };
}

/** Relations that admit others only before the change, or only after it. */
const ONE_SIDED: Readonly<Partial<Record<TrustPolicyChange['relation'], readonly (keyof TrustChange)[]>>> = {
  ...{ equal: [], added: [], removed: [] },
  ...{ narrower: ['before'], wider: ['after'] },
};

function findTrustChanges(
  { before, after }: ReviewedOrganization,
  matches: readonly ObjectMatch[],
  trustPolicyChanges: readonly TrustPolicyChange[],
): ReadonlyMap<string, TrustChange> {
  const changes = new Map<string, TrustChange>();
  const add = (of: string | undefined, side: keyof TrustChange, key = of): void => {
    if (of !== undefined) changes.set(of, { ...changes.get(of), [side]: key });
  };
  const relations = new Map(trustPolicyChanges.map(({ plan, address, relation }) => [`${plan} ${address}`, relation]));
  const providers = new Set<string>();
  for (const { declaration, status, before: was, after: is } of matches) {
    if (was === undefined || is === undefined || status === 'replaced') continue;
    if (declaration === identity) {
      const { plan, address } = is.instances[0];
      const relation = relations.get(`${plan.name} ${address}`);
      const sides = relation === undefined ? [] : (ONE_SIDED[relation] ?? ['before', 'after']);
      for (const side of sides) add((side === 'before' ? was : is).key, side);
    }
    if (declaration !== identityProvider || was === is) continue;
    // Each argument of the sign-in can decide who signs in.
    const [signIn, other] = [was, is].map(({ instances: [{ values }] }) => attribute(values, 'oidc'));
    if (isDeepStrictEqual(signIn, other)) continue;
    for (const side of ['before', 'after'] as const) {
      const { key } = side === 'before' ? was : is;
      providers.add(key);
      add(key, side);
    }
  }
  if (providers.size === 0) return changes;
  for (const [objects, side] of [
    [before, 'before'],
    [after, 'after'],
  ] as const) {
    const refer = createReferences(objects);
    for (const { declaration, key, instances } of objects.values()) {
      if (declaration !== externalGroupRoleMapping) continue;
      const found = refer(instances[0], parentAttribute(declaration) ?? '');
      if ('key' in found && providers.has(found.key ?? '')) add(key, side, found.key);
    }
  }
  return changes;
}

/** Merges rows that differ only in their exceptions. */
function toLines(rows: readonly EarlyRow[]): EarlyLine[] {
  const groups = groupBy(rows, ({ identity: who, holders, group }) => JSON.stringify([who, holders, group]));
  return [...groups.values()].map((all): EarlyLine => {
    const [first] = all;
    const chains = all.flatMap((row) => row.chains);
    const keys = (of: (chain: EarlyChain) => readonly string[]) => [...new Set(chains.flatMap(of))];
    const through = all.flatMap((row) => row.through);
    return {
      identity: first.identity,
      node: first.node,
      holders: first.holders,
      group: first.group,
      identities: keys(({ grant }) => [grant.identity.key]),
      except: first.except.filter((path) => all.every(({ except }) => except.includes(path))),
      beneath: Math.max(...all.map(({ beneath }) => beneath)),
      capabilities: byWeight([...new Set(all.flatMap((row) => row.capabilities))]),
      roles: [...new Set(through.map(({ role }) => role))],
      grants: [...new Set(through.map(({ grant }) => grant))],
      ...{ done: keys(({ done }) => done), open: keys(({ open }) => open) },
      remedy: chains.every(canRefer) ? 'reference' : 'split',
    };
  });
}

/** Returns true if a reference of the grant to its role would change the role first. */
function canRefer({ grant, open, done }: EarlyChain): boolean {
  return open.every((key) => key === grant.role.key) && done.includes(grant.key);
}
