/** Findings about owners that no configuration declares, and that are not the main one of their platform. */
import { few, nounFor } from '../../base/text/words';
import { canWrite } from '../../access/graph/built-in-roles';
import type { GrantNode } from '../../access/graph';
import { groupBy } from '../../access/graph/paths';
import { identity } from '../../model/kinds';
import type { Analysis } from '../access/analysis';
import { getExposure } from '../access/assume/outsiders';
import { trustedOwners, ownerText, type ReportedOwner } from '../access/trusted-owners';
import { getTrustPolicy } from '../access/assume/trust-policy';
import { objectId } from '../organization/objects/objects';
import { isWidened } from './claim-widened';
import { grantFacts, grantsText } from './shared/evidence';
import { whereIs, type Finding } from './shared/finding';

/**
 * Reports identities that gain access, or that accept more tokens, if the configuration declares no owners and their owner is not the
 * main one of its platform. An outsider then looks like any other workload. Other outsiders have a finding of their own.
 */
export function undeclaredOwner(analysis: Analysis): Finding[] {
  if (analysis.owners !== undefined) return [];
  const widened = new Set(analysis.trustPolicyChanges.filter(isWidened).map((change) => change.identity));
  const fresh = groupBy(
    analysis.gained.filter((line) => line.fresh.length > 0),
    (line) => line.identity,
  );
  return trustedOwners(analysis).flatMap((owner) =>
    owner.isMain
      ? []
      : owner.identities.flatMap(({ node: { key, path, grants } }): Finding[] => {
          const gained = new Set((fresh.get(path) ?? []).flatMap((line) => line.grants));
          const found = widened.has(path) ? grants : grants.filter((grant) => gained.has(grant.key));
          const instance = analysis.organization.after.get(objectId(identity, key))?.instances[0];
          if (found.length === 0 || instance === undefined) return [];
          if (getExposure(instance, analysis.outsiders).outsiders.length > 0) return [];
          return [toFinding(analysis, owner, path, found, getTrustPolicy(instance))];
        }),
  );
}

/** The number of grants that a sentence lists. */
const MOST_GRANTS = 2;

function toFinding(
  analysis: Analysis,
  owner: ReportedOwner,
  path: string,
  grants: readonly GrantNode[],
  policy: unknown,
): Finding {
  const isWriter = grants.some(({ role }) => analysis.after.unknownRoles.has(role.key) || canWrite(role));
  const roles = grantsText(grants, MOST_GRANTS);
  const { entries, name, identities, noun, platformName, ofPlatform, main } = owner;
  const who = `the ${noun} ${ownerText(owner)}`;
  const share = `${identities.length} of ${ofPlatform} identities on ${platformName}`;
  return {
    id: 'undeclared-owner',
    severity: isWriter ? 'high' : 'medium',
    subject: path,
    reason: `${path} gets ${roles}, and trusts ${who}. ${share} ${nounFor(identities.length, 'trusts', 'trust')} this owner, and review.config.json declares no owners.`,
    predicate: `get ${few([...new Set(grants.map(({ role }) => role.name))])}`,
    quoted: [...entries, ...(name === undefined ? [] : [name])],
    holds: roles,
    danger: isWriter ? 1 : 0,
    evidence: [entries, policy, grants.map((grant) => JSON.stringify(grantFacts(grant))).sort()],
    identity: path,
    cause: {
      key: `owner ${entries[0]}`,
      text: `${share} ${nounFor(identities.length, 'trusts', 'trust')} ${who}, and review.config.json declares no owners`,
      paste: `"owners": ${JSON.stringify([...main, ...entries])}`,
      isOfState: true,
    },
    ...whereIs(analysis, grants[0]?.key),
  };
}
