/**
 * Finds the owners whose workloads the identities accept. Without a declaration, only the access before the change shows which one is
 * usual: a change must not vote about itself.
 */
import { canWrite } from '../../access/graph/built-in-roles';
import type { GrantNode, IdentityNode } from '../../access/graph';
import { groupOwners, trustsSharedPlatform, type AcceptedOwner, type IdentityTrustPolicy } from '../../access/rules';
import { findOwners, type RequiredOwner } from '../../access/trust';
import { compareNames } from '../../base/text/compare-names';
import { onceFor } from '../../base/cache/once-for';
import { identity } from '../../model/kinds';
import { objectId, type Objects } from '../organization/objects/objects';
import type { Analysis } from './analysis';
import { getTrustPolicy } from './assume/trust-policy';
import type { OrganizationGraph } from './to-graph';

/** An owner, and the identities that accept its workloads after the change. */
export interface ReportedOwner extends Omit<AcceptedOwner<Accepting>, 'by' | 'isByName'> {
  /** Those with the highest access first. */
  readonly identities: readonly [Accepting, ...Accepting[]];
  /** The keys of the identities that accepted its workloads before the change. */
  readonly acceptedBefore: ReadonlySet<string>;
  /** True for the only owner with the most identities with a role on its platform. Before a change, no other one may have more that can write, and those that read do not vouch for one that writes. */
  readonly isMain: boolean;
  /** The number of its identities with a role, and of all on the platform. They decide which owner is the main one. */
  readonly share: readonly [ofOwner: number, ofPlatform: number];
  /** The number of its identities that can write, among the same. */
  readonly writers: number;
}

/** An identity with its access as a number. */
export interface Accepting {
  readonly node: IdentityNode;
  readonly level: number;
}

/** Returns the owners, those with the highest access first, and then the rarest. */
export const trustedOwners = onceFor((analysis: Analysis): readonly ReportedOwner[] => {
  const { before, after } = findTrusting(analysis);
  const isBefore = isDecidedBefore(analysis);
  const voters = new Set((isBefore ? before : after).map(({ by }) => by).filter(hasRole));
  const entriesBefore = new Set(before.flatMap(({ owners }) => owners.map((owner) => owner.identity)));
  const platforms = groupOwners(
    [...before, ...after].flatMap(({ owners, by }) => owners.map((owner) => ({ owner, by }))),
    // A change from an id to the name is one: others can take over a name.
    (owner) => !isBefore || entriesBefore.has(owner.identity),
  );
  const isOne = platforms.flat().filter(({ by }) => by.some((each) => voters.has(each))).length === 1;
  const former = new Set(before.map(({ by }) => by));
  return platforms
    .flatMap((owners) => rankOwners(owners, { voters, isBefore, isOne, former }))
    .sort((a, b) => b.identities[0].level - a.identities[0].level || getShare(a) - getShare(b));
});

/** Returns false for a first plan, and without a plan: then the only known trust policies are those of the organization itself. */
export const isDecidedBefore = onceFor(({ organization }: Pick<Analysis, 'organization'>): boolean =>
  [...organization.before.values()].some(
    ({ declaration, instances: [instance] }) => declaration === identity && getTrustPolicy(instance) !== undefined,
  ),
);

/** Returns the owners that each identity trusted before the change, by its key. */
export const listOwnersBefore = onceFor(
  (analysis: Analysis): ReadonlyMap<string, readonly RequiredOwner[]> =>
    new Map(findTrusting(analysis).before.map(({ by, owners }) => [by.node.key, owners])),
);

/** Returns the share of the identities on the platform: a stranger has few. */
export function getShare({ share: [ofOwner, ofPlatform] }: Pick<ReportedOwner, 'share'>): number {
  return ofPlatform === 0 ? 0 : ofOwner / ofPlatform;
}

/** Returns the identities that accept workloads of a shared platform, and whose trust policies show no owner. */
export function withHiddenOwners(analysis: Analysis): readonly Accepting[] {
  return findTrusting(analysis).after.flatMap(({ owners, policy, by }) =>
    owners.length === 0 && trustsSharedPlatform(policy, analysis.reachability) ? [by] : [],
  );
}

interface Trusting {
  readonly policy: IdentityTrustPolicy;
  readonly by: Accepting;
  /** Empty for a sensitive trust policy: nobody may read the owner. */
  readonly owners: readonly RequiredOwner[];
}

/** Returns the identities with a known trust policy on each side. */
const findTrusting = onceFor(({ before, after, organization, isOwnerLevel }: Analysis) => {
  const level = ({ role }: GrantNode) =>
    role.holdsUnknown ? UNKNOWN : canWrite(role) ? WRITES + role.capabilities.filter(isOwnerLevel).length : READS;
  const find = ({ graph }: OrganizationGraph, objects: Objects) =>
    graph.identities.flatMap((node): Trusting[] => {
      const instance = objects.get(objectId(identity, node.key))?.instances[0];
      const policy = instance && getTrustPolicy(instance);
      if (policy?.match === undefined || policy.isUnknown) return [];
      const by = { node, level: Math.max(0, ...node.grants.map(level)) };
      return [{ policy, by, owners: listOwners(policy) }];
    });
  return { before: find(before, organization.before), after: find(after, organization.after) };
});

/** Most policies are the same object on both sides. */
const listOwners = onceFor(({ match, isSensitive }: IdentityTrustPolicy): readonly RequiredOwner[] =>
  match === undefined || isSensitive ? [] : findOwners(match),
);

const [READS, WRITES, UNKNOWN] = [1, 2, 1_000_000];

/** Returns false for an identity without a role: anyone can add many of them without a severe finding. */
function hasRole({ level }: Accepting): boolean {
  return level >= READS;
}

function isWriter({ level }: Accepting): boolean {
  return level >= WRITES;
}

interface Votes {
  readonly voters: ReadonlySet<Accepting>;
  readonly isBefore: boolean;
  /** True if a single owner has identities with a role. */
  readonly isOne: boolean;
  /** The identities before the change. */
  readonly former: ReadonlySet<Accepting>;
}

/** Finds the main owner of a platform. A single identity shows none, unless nothing else is accepted. */
function rankOwners(
  owners: readonly AcceptedOwner<Accepting>[],
  { voters, isBefore, isOne, former }: Votes,
): ReportedOwner[] {
  const counted = owners.map((owner) => {
    const all = owner.by.filter((each) => voters.has(each));
    return { owner, all, writers: all.filter(isWriter).length };
  });
  const most = Math.max(...counted.map(({ all }) => all.length));
  const mostWriters = Math.max(...counted.map(({ writers }) => writers));
  const isAlone = counted.filter(({ all }) => all.length === most).length === 1 && (most > 1 || (isOne && most === 1));
  const ofPlatform = new Set(counted.flatMap(({ all }) => all)).size;
  return counted.flatMap(({ owner: { by, ...owner }, all, writers }): ReportedOwner[] => {
    const [first, ...others] = by
      .filter((each) => !former.has(each))
      .sort((a, b) => b.level - a.level || compareNames(a.node.path, b.node.path));
    if (first === undefined) return [];
    return [
      {
        ...owner,
        identities: [first, ...others],
        acceptedBefore: new Set(by.filter((each) => former.has(each)).map(({ node }) => node.key)),
        // Changes that only give roles that read are no severe finding: a majority of these does not vouch for a role that writes.
        isMain:
          isAlone &&
          all.length === most &&
          (!isBefore || (writers === mostWriters && (writers > 0 || !isWriter(first)))),
        share: [all.length, ofPlatform],
        writers,
      },
    ];
  });
}
