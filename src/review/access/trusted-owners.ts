/** Finds the owners whose workloads the identities accept. Without a declaration, only their numbers show which one is unusual. */
import { canWrite } from '../../access/graph/built-in-roles';
import type { GrantNode, IdentityNode } from '../../access/graph';
import { groupBy } from '../../access/graph/paths';
import { findOwners, type RequiredOwner } from '../../access/trust';
import { onceFor } from '../../base/cache/once-for';
import { counted } from '../../base/text/words';
import { identity } from '../../model/kinds';
import { objectId } from '../organization/objects/objects';
import type { Analysis } from './analysis';
import { getTrustPolicy } from './assume/trust-policy';

/** An owner, and the identities that accept its workloads after the change. */
export interface ReportedOwner extends Pick<RequiredOwner, 'platformName' | 'noun'> {
  /** The entries of `owners` that declare it: an id, and a name for trust policies without the id. */
  readonly entries: readonly [string, ...string[]];
  readonly name: string | undefined;
  /** Those with the highest access first. */
  readonly identities: readonly [Accepting, ...Accepting[]];
  /** True for the only owner with the most identities on its platform. */
  readonly isMain: boolean;
  /** The number of identities that accept workloads of the platform. */
  readonly ofPlatform: number;
  /** The entries of the main owner of the platform. */
  readonly main: readonly string[];
}

/** An identity with its access as a number. */
interface Accepting {
  readonly node: IdentityNode;
  readonly level: number;
}

interface Named {
  readonly required: RequiredOwner;
  readonly accepting: Accepting;
}

/** Returns the owners, those with the highest access first. */
export const trustedOwners = onceFor((analysis: Analysis): readonly ReportedOwner[] => {
  const found = findNamed(analysis);
  const platforms = [...groupBy(found, ({ required }) => required.platform).values()];
  return platforms.flatMap(ownersOfPlatform).sort((a, b) => b.identities[0].level - a.identities[0].level);
});

function findNamed({ after, organization, isOwnerLevel }: Analysis): Named[] {
  const level = ({ role }: GrantNode) =>
    role.holdsUnknown ? UNKNOWN : canWrite(role) ? WRITES + role.capabilities.filter(isOwnerLevel).length : READS;
  return after.graph.identities.flatMap((node) => {
    const instance = organization.after.get(objectId(identity, node.key))?.instances[0];
    const policy = instance && getTrustPolicy(instance);
    if (policy?.match === undefined || policy.isUnknown || policy.isSensitive) return [];
    const accepting = { node, level: Math.max(0, ...node.grants.map(level)) };
    return findOwners(policy.match).map((required) => ({ required, accepting }));
  });
}

const [READS, WRITES, UNKNOWN] = [1, 2, 1_000_000];

/** Returns the highest access of an identity in words. */
export function levelText(level: number): string {
  return level === 0 ? 'no role' : level === READS ? 'reads' : level === WRITES ? 'can write' : 'can change access';
}

function ownersOfPlatform(all: readonly Named[]): ReportedOwner[] {
  const owners = [...groupBy(all, createOwnerKey(all)).values()].map((named) => {
    const [{ required }] = named as [Named];
    const entries = [...new Set(named.map(({ required }) => required.identity))];
    const identities = [...new Map(named.map(({ accepting }) => [accepting.node, accepting])).values()];
    return {
      ...{ platformName: required.platformName, noun: required.noun },
      entries: entries as [string, ...string[]],
      name: named.find(({ required }) => required.name !== undefined)?.required.name,
      identities: identities.sort((a, b) => b.level - a.level) as [Accepting, ...Accepting[]],
    };
  });
  const most = Math.max(...owners.map(({ identities }) => identities.length));
  const [main, ...tied] = owners.filter(({ identities }) => identities.length === most);
  const ofPlatform = new Set(all.map(({ accepting }) => accepting.node)).size;
  return owners.map((owner) => ({
    ...{ ...owner, ofPlatform, isMain: owner === main && tied.length === 0 },
    main: main === undefined || tied.length > 0 ? [] : main.entries,
  }));
}

/** Returns the owner of a name: a trust policy without the id means the owner of that name, unless two have it. */
function createOwnerKey(all: readonly Named[]): (named: Named) => string {
  const ids = groupBy(
    all.filter(({ required: { name } }) => name !== undefined),
    ({ required: { name = '', platform } }) => `${platform}:${name}`.toLowerCase(),
  );
  return ({ required: { identity: by } }) => {
    const named = new Set(ids.get(by.toLowerCase())?.map(({ required }) => required.identity));
    return named.size === 1 ? [...named].join() : by;
  };
}

/** Returns `"github:1" acme`. */
export function ownerText({ entries, name }: Pick<ReportedOwner, 'entries' | 'name'>): string {
  return `${entries.map((entry) => JSON.stringify(entry)).join(', ')}${name === undefined ? '' : ` ${name}`}`;
}

/** Returns up to three names, otherwise their number. */
export function identitiesText(identities: readonly { readonly node: IdentityNode }[]): string {
  return identities.length > MOST_NAMES
    ? counted(identities.length, 'identity')
    : identities.map(({ node }) => node.path).join(', ');
}

const MOST_NAMES = 3;
