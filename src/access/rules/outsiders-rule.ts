/** Checks that no trust policy accepts a token of an outsider. */
import type { IdentityNode } from '../graph';
import { findOwners } from '../trust';
import { counted, few } from '../../base/text/words';
import type { Invariant } from './configuration/configuration';
import { groupOwners, ownerText, type Accepted, type AcceptedOwner } from './group-owners';
import type { RuledObject, RuledOrganization } from './organization';
import { isOutsider, tokenText } from './outside-tokens';
import type { RuleProblem, RuleProblems } from './result';
import { checkObjects } from './structure';
import { createTokenReachability, HIDDEN_OWNER, trustsSharedPlatform } from './token-reachability';

/**
 * Returns the identities that outsiders can assume, each with a token that one of them can obtain. Without declared owners, the rule is
 * inconclusive for a platform with several owners, or with an owner by its name alone: each of them can be an outsider.
 */
export function checkOutsiders(
  invariant: Extract<Invariant, { readonly rule: 'noOutsiders' }>,
  { graph, objects, trustPolicies, owners, reachability = createTokenReachability({}) }: RuledOrganization,
): RuleProblems {
  const identities = objects.filter(({ key }) => trustPolicies.get(key) !== undefined);
  const nodes = new Map(graph.identities.map((node) => [node.key, node]));
  const trusting: Accepted<RuledObject>[] = [];
  const { violations, inconclusive } = checkObjects(invariant, identities, (object) => {
    const { key, path } = object;
    const policy = trustPolicies.get(key);
    const { by, match, isUnknown = true, isSensitive = true } = policy ?? {};
    // With static keys, no issuer signs the tokens.
    if (by === 'static_keys' || by === 'service_principal') return undefined;
    if (policy === undefined || match === undefined) return { unknown: 'its trust policy is unknown' };
    const accepted = owners === undefined && !isUnknown && !isSensitive ? findOwners(match) : [];
    trusting.push(...accepted.map((owner) => ({ owner, by: object })));
    try {
      const known = reachability(match);
      const { obtainable, unknown } = known;
      const outsider = obtainable.find(isOutsider);
      if (outsider !== undefined) {
        // Unknown values are omitted from the match, so the identity can accept less.
        if (isUnknown) return { unknown: 'only Terraform knows a part of its trust policy' };
        const token = isSensitive ? '(sensitive)' : tokenText(outsider.token);
        const who = isSensitive ? 'someone outside' : outsider.who;
        const entries = isSensitive ? undefined : known.entries;
        return {
          ...(entries && { entries }),
          clause: `${path}${rolesText(nodes.get(key))} accepts outsiders: ${who} can assume it with the token ${token}`,
          facts: [token],
        };
      }
      if (unknown.length > 0) return { unknown: `it is unknown ${unknown.join(' and ')}` };
      const isOwnerHidden = owners === undefined && accepted.length === 0 && trustsSharedPlatform(policy, reachability);
      return isOwnerHidden ? { unknown: `review.config.json declares no owners, and ${HIDDEN_OWNER}` } : undefined;
    } catch {
      return { unknown: 'a pattern is not valid RE2' };
    }
  });
  // A violation is a decision already, and its remedy declares owners.
  const undeclared = violations.length > 0 ? [] : undeclaredOwners(trusting);
  return { violations, inconclusive: [...inconclusive, ...undeclared] };
}

/** Returns a problem for each platform where an owner can be an outsider. It names the owner of the fewest identities first. */
function undeclaredOwners(accepted: readonly Accepted<RuledObject>[]): RuleProblem[] {
  return groupOwners(accepted).flatMap((all): RuleProblem[] => {
    const owners = [...all].sort((a, b) => a.by.length - b.by.length);
    const [rarest] = owners;
    if (rarest === undefined || (owners.length === 1 && !rarest.isByName)) return [];
    const toPaths = ({ by }: AcceptedOwner<RuledObject>) => by.map(({ path }) => path);
    const texts = owners.map((owner) => {
      const paths = toPaths(owner);
      const byName = owner.isByName ? `${owner.entries.length > 1 ? ' partly' : ''} by name` : '';
      return `${ownerText(owner)}${byName} (${paths.length > MOST_PATHS ? counted(paths.length, 'identity') : paths.join(', ')})`;
    });
    const [{ key, path }] = rarest.by;
    return [
      {
        ...{ key, path },
        text: `review.config.json declares no owners, and trust policies on ${rarest.platformName} name ${few(texts)}. Declare your owners, and remove the access of all others`,
        facts: owners.map((owner) => [owner.entries, toPaths(owner)]).sort(),
      },
    ];
  });
}

const MOST_PATHS = 3;

/** Returns `, which is editor in acme/shop,` for a sentence about an identity. */
function rolesText(node: IdentityNode | undefined): string {
  const roles = (node?.grants ?? []).map(({ role, group }) => `${role.name} in ${group.path}`);
  return roles.length === 0 ? '' : `, which is ${few(roles, MOST_PATHS)},`;
}
