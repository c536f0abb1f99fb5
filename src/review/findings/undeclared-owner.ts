/** Findings about owners that no configuration declares, and that are not the main one of their platform. */
import { few, nounFor } from '../../base/text/words';
import { canWrite } from '../../access/graph/built-in-roles';
import type { GrantNode } from '../../access/graph';
import { groupBy } from '../../access/graph/paths';
import { HIDDEN_OWNER, ownerText } from '../../access/rules';
import { identity } from '../../model/kinds';
import type { Analysis } from '../access/analysis';
import { getExposure } from '../access/assume/outsiders';
import {
  getShare,
  trustedOwners,
  withHiddenOwners,
  type Accepting,
  type ReportedOwner,
} from '../access/trusted-owners';
import { getTrustPolicy } from '../access/assume/trust-policy';
import { objectId } from '../organization/objects/objects';
import { isWidened } from './claim-widened';
import { grantFacts, grantsText } from './shared/evidence';
import { whereIs, type Finding } from './shared/finding';

/**
 * Reports identities that gain access, or that accept more tokens, if the configuration declares no owners and their owner is not the
 * main one of its platform. An outsider then looks like any other workload. Other outsiders have a finding of their own.
 */
export const undeclaredOwner = (analysis: Analysis): Finding[] => findUndeclared(analysis, 'gets');

/** Reports the same identities of the current organization, where all access counts. */
export const undeclaredOwnerHeld = (analysis: Analysis): Finding[] => findUndeclared(analysis, 'has');

type Verb = 'gets' | 'has';

function findUndeclared(analysis: Analysis, verb: Verb): Finding[] {
  if (analysis.owners !== undefined) return [];
  const widened = new Set(analysis.trustPolicyChanges.filter(isWidened).map((change) => change.identity));
  const fresh = groupBy(
    analysis.gained.filter((line) => line.fresh.length > 0),
    (line) => line.identity,
  );
  const find = ({ level, node: { key, path, grants } }: Accepting, owner: ReportedOwner | undefined): Finding[] => {
    const gained = new Set((fresh.get(path) ?? []).flatMap((line) => line.grants));
    const found = widened.has(path) ? grants : grants.filter((grant) => gained.has(grant.key));
    const instance = analysis.organization.after.get(objectId(identity, key))?.instances[0];
    if (found.length === 0 || instance === undefined) return [];
    const { outsiders, unknown } = getExposure(instance, analysis.outsiders);
    // Another finding reports these.
    if (outsiders.length > 0 || (owner === undefined && unknown.length > 0)) return [];
    const trusting = { level, path, grants: found, policy: getTrustPolicy(instance) };
    return [toFinding(analysis, verb, trusting, owner === undefined ? HIDDEN : ownerTexts(owner))];
  };
  return [
    ...trustedOwners(analysis).flatMap((owner) =>
      owner.isMain ? [] : owner.identities.flatMap((accepting) => find(accepting, owner)),
    ),
    ...withHiddenOwners(analysis).flatMap((accepting) => find(accepting, undefined)),
  ];
}

/** The number of grants that a sentence lists. */
const MOST_GRANTS = 2;

/** An identity of an owner, with the reported grants. */
interface Trusting {
  /** Its access as a number. */
  readonly level: number;
  readonly path: string;
  readonly grants: readonly GrantNode[];
  readonly policy: unknown;
}

/** The sentences about an owner. */
interface OwnerTexts {
  /** Follows the roles. */
  readonly clause: string;
  readonly key: string;
  readonly cause: string;
  readonly predicate: string;
  readonly entries: readonly string[];
  readonly quoted: readonly string[];
  /** Below one: it orders owners with the same access. */
  readonly rarity: number;
}

function ownerTexts({ entries, name, identities, noun, platformName, ofPlatform }: ReportedOwner): OwnerTexts {
  const who = `the ${noun} ${ownerText({ entries, name })}`;
  const share =
    ofPlatform === 1
      ? `The only identity on ${platformName.replace(/,.*$/, '')}`
      : `${identities.length} of ${ofPlatform} identities on ${platformName}`;
  const trust = nounFor(identities.length, 'trusts', 'trust');
  const only = `${share} ${trust} this owner, and review.config.json declares no owners`;
  // A block to paste would declare an outsider without a thought.
  const decide = (what: string) =>
    `Only if this owner is yours, add ${entries.map((entry) => JSON.stringify(entry)).join(', ')} to "owners". Otherwise, remove ${what}`;
  return {
    clause: `trusts ${who}. ${only}. ${decide('its grants')}.`,
    key: `owner ${entries[0]}`,
    cause: `${share} ${trust} ${who}, and review.config.json declares no owners`,
    predicate: `trust ${who}. ${only}. ${decide('their grants')}`,
    ...{ entries, quoted: [...entries, ...(name === undefined ? [] : [name])] },
    rarity: 1 - getShare({ identities, ofPlatform }),
  };
}

const HIDDEN: OwnerTexts = {
  clause: `${HIDDEN_OWNER}. It is unknown if outsiders can assume it: review.config.json declares no owners. Declare your owners.`,
  key: 'hidden owners',
  cause: 'Trust policies show no single owner, and review.config.json declares no owners',
  predicate: 'their trust policies show no single owner. Declare your owners',
  ...{ entries: [], quoted: [], rarity: 0 },
};

function toFinding(
  analysis: Analysis,
  verb: Verb,
  { level, path, grants, policy }: Trusting,
  { clause, key, cause, predicate, entries, quoted, rarity }: OwnerTexts,
): Finding {
  const isWriter = grants.some(({ role }) => analysis.after.unknownRoles.has(role.key) || canWrite(role));
  const roles = grantsText(grants, MOST_GRANTS);
  return {
    id: 'undeclared-owner',
    severity: isWriter ? 'high' : 'medium',
    subject: path,
    reason: `${path} ${verb} ${roles}, and ${clause}`,
    predicate: `${verb === 'gets' ? 'get' : 'hold'} ${few([...new Set(grants.map(({ role }) => role.name))])}`,
    quoted,
    holds: roles,
    danger: level + rarity,
    evidence: [entries, policy, grants.map((grant) => JSON.stringify(grantFacts(grant))).sort()],
    identity: path,
    cause: {
      key,
      text: cause,
      predicate: `${verb === 'gets' ? 'get' : 'have'} access, and ${predicate}`,
      isOfState: true,
    },
    ...whereIs(analysis, grants[0]?.key),
  };
}
