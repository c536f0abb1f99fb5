/**
 * Reads the current organization with lists. A list contains only what the caller may see and is never denied (contract L8). So the
 * access of the caller decides if the lists are complete. Missing parts are reported and make the review inconclusive.
 */
import { chooseRoots, findOutermost, isPlaceholderUid, rootUid, type Values } from '../../../model/api';
import type { Client } from '../../../client';
import { type CompleteLists, hiddenKinds, readCompleteList, getReason } from '../../../client/internal';
import { declarations, getGroupUid, group, role } from '../../../model/kinds';
import { parentAttribute, type Declaration } from '../../../model/schema';
import { PlanError } from '../../input/plan/document';
import type { TerraformPlan } from '../../input/plan/plan';
import { unchangedPlan } from '../../input/plan/read-state';
import { listedInstance } from '../objects/listed';
import { findKind } from '../../input/plan/platform-kind';
import { findUid } from '../objects/objects';
import { referenceAttributes } from '../objects/references';

export interface LiveOrganization {
  /** The objects, as a plan without changes. */
  readonly plan: TerraformPlan;
  /** The uids of its root groups. */
  readonly roots: readonly string[];
  /** Reasons why the lists may be incomplete; empty if they are complete. */
  readonly problems: readonly string[];
  /** The uid of the identity of the token. */
  readonly readBy: string | undefined;
}

export interface LiveOptions {
  /** The uids or names of root groups. @default every visible root group */
  readonly roots?: readonly string[] | undefined;
  /** The uids of groups. Those beneath a root group that is not visible are read instead of it. @default none */
  readonly places?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Lists = CompleteLists & Pick<Client, 'whoami'>;

/** The manageable kinds: they affect access, or a deletion includes them. */
const kinds = declarations.filter(({ terraform }) => terraform !== undefined);

/**
 * Reads whole organizations, because grants of a parent group apply beneath it. Sends only lists and `whoami`.
 *
 * @throws PlanError if a root group is not visible, and the errors of the client if nothing can be read
 */
export async function readLive(client: Lists, options: LiveOptions = {}): Promise<LiveOrganization> {
  const { signal } = options;
  const [seen, self] = await Promise.all([
    readCompleteList(client, group, { inRoot: true }, { signal }),
    client.whoami({ signal }).catch((error: unknown) => getReason(error)),
  ]);
  const roots = await findRoots(client, seen.objects, options);
  const lists = await Promise.all([
    readCompleteList(client, role, { inRoot: true }, { signal }),
    ...roots.flatMap(({ uid }) =>
      kinds.map((kind) => readCompleteList(client, kind, { descendantsOf: uid }, { signal })),
    ),
  ]);
  return {
    plan: createLivePlan([
      [group, roots.map(({ object }) => object)],
      ...lists.map(({ declaration, objects }) => [declaration, objects] as const),
    ]),
    roots: roots.map(({ uid }) => uid),
    problems: [
      ...[seen, ...lists].flatMap(({ problems }) => problems.map((problem) => `live: ${problem}`)),
      ...(typeof self === 'string'
        ? [`live: it is unknown if the lists are complete: ${self}.`]
        : roots.flatMap((root) => hiddenKinds(self, kinds, root).map((problem) => `live: ${problem}`))),
    ],
    readBy: typeof self === 'string' ? undefined : self.subject,
  };
}

async function findRoots(
  client: Lists,
  seen: readonly Values[],
  { roots: wanted, places = [], signal }: LiveOptions,
): Promise<{ uid: string; name: string; object: Values }[]> {
  const isHidden = (root: string): boolean =>
    wanted?.includes(root) === true && seen.every(({ uid, name }) => uid !== root && name !== root);
  const instead = places.filter((place) => place.includes('/') && isHidden(rootUid(place)));
  const left = wanted?.filter((root) => !instead.some((place) => rootUid(place) === root));
  const fail = (message: string) => new PlanError(message);
  const roots = left?.length === 0 ? [] : chooseRoots(seen, left, { fail, useUid: 'Use the uid of one of them.' });
  const groups = instead.map(async (uid) => {
    const object = { ...(await client.get(group, uid, { signal })) };
    return { uid, name: object.name, object };
  });
  return [...roots, ...(await Promise.all(groups))];
}

/** Returns listed objects as a plan without changes. */
export function createLivePlan(listed: Iterable<readonly [Declaration, readonly Values[]]>): TerraformPlan {
  return unchangedPlan({
    name: 'live',
    formatVersion: 'live',
    prior: [...listed].flatMap(([kind, objects]) => objects.map((object) => listedInstance(kind, object))),
  });
}

/** Returns true if a plan or state contains an object that its stack manages. Data sources manage nothing. */
export function managesObjects({ prior }: TerraformPlan): boolean {
  return prior.some((instance) => instance.mode === 'managed' && findKind(instance) !== undefined);
}

/** Returns the outermost groups that contain the managed objects of the plans. A managed group contains itself. */
export function getPlaces(plans: readonly TerraformPlan[]): string[] {
  const groups = plans.flatMap(({ prior }) =>
    prior.flatMap((instance) => {
      const declaration = instance.mode === 'managed' ? findKind(instance) : undefined;
      const uid = declaration && findUid(declaration, instance.values);
      if (declaration === undefined || uid === undefined) return [];
      return [declaration === group ? uid : (getGroupUid(declaration, uid) ?? uid)];
    }),
  );
  return findOutermost(groups);
}

/** Returns the root groups of all objects and references of the plans. */
export function getRoots(plans: readonly TerraformPlan[]): string[] {
  const roots = new Set<string>();
  const add = (uid: unknown, isOfGroup: boolean) => {
    // People and built-in roles have no group. Their uids look like uids of root groups (contract U3).
    if (typeof uid === 'string' && !isPlaceholderUid(uid) && (isOfGroup || uid.includes('/'))) roots.add(rootUid(uid));
  };
  for (const { prior, changes = [] } of plans)
    for (const one of [...prior, ...changes]) {
      const declaration = findKind(one);
      if (declaration === undefined) continue;
      for (const values of 'values' in one ? [one.values] : [one.before, one.after]) {
        if (values === undefined) continue;
        add(findUid(declaration, values), declaration === group);
        for (const { name, kind } of referenceAttributes(declaration))
          add(values[name], kind === group.kind || name === parentAttribute(declaration));
      }
    }
  return [...roots].sort();
}
