/** Checks that no trust policy accepts a token of an outsider. */
import { groupBy } from '../graph/paths';
import type { IdentityNode } from '../graph';
import { findOwners, type RequiredOwner } from '../trust';
import { counted, few } from '../../base/text/words';
import type { Invariant } from './configuration/configuration';
import type { RuledObject, RuledOrganization } from './organization';
import { isOutsider, tokenText } from './outside-tokens';
import type { RuleProblem, RuleProblems } from './result';
import { checkObjects } from './structure';
import { createTokenReachability } from './token-reachability';

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
  const trusting: Trusting[] = [];
  const { violations, inconclusive } = checkObjects(invariant, identities, (object) => {
    const { key, path } = object;
    const { by, match, isUnknown = true, isSensitive = true } = trustPolicies.get(key) ?? {};
    // With static keys, no issuer signs the tokens.
    if (by === 'static_keys' || by === 'service_principal') return undefined;
    if (match === undefined) return { unknown: 'its trust policy is unknown' };
    if (owners === undefined && !isUnknown && !isSensitive)
      trusting.push(...findOwners(match).map((owner) => ({ owner, object })));
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
      return unknown.length > 0 ? { unknown: `it is unknown ${unknown.join(' and ')}` } : undefined;
    } catch {
      return { unknown: 'a pattern is not valid RE2' };
    }
  });
  // A violation is a decision already, and its remedy declares owners.
  const undeclared = violations.length > 0 ? [] : undeclaredOwners(trusting);
  return { violations, inconclusive: [...inconclusive, ...undeclared] };
}

/** An owner without a declaration, and an identity that accepts its workloads. */
interface Trusting {
  readonly owner: RequiredOwner;
  readonly object: RuledObject;
}

/** Returns a problem for each platform where an owner can be an outsider. It names the owner of the fewest identities first. */
function undeclaredOwners(all: readonly Trusting[]): RuleProblem[] {
  return [...groupBy(all, ({ owner }) => owner.platformName)].flatMap(([platform, trusting]): RuleProblem[] => {
    const owners = [...groupBy(trusting, ({ owner }) => owner.identity)].sort(([, a], [, b]) => a.length - b.length);
    const rarest = owners[0]?.[1][0];
    if (rarest === undefined || (owners.length === 1 && !rarest.owner.isByName)) return [];
    const texts = owners.map(([entry, ofOwner]) => {
      const [{ name, isByName } = rarest.owner] = ofOwner.map(({ owner }) => owner);
      const paths = [...new Set(ofOwner.map(({ object }) => object.path))];
      const who = `"${entry}"${name === undefined ? '' : ` ${name}`}${isByName ? ' by name' : ''}`;
      return `${who} (${paths.length > MOST_PATHS ? counted(paths.length, 'identity') : paths.join(', ')})`;
    });
    return [
      {
        ...{ key: rarest.object.key, path: rarest.object.path },
        text: `review.config.json declares no owners, and trust policies on ${platform} name ${few(texts)}. Declare your owners, and remove the access of all others`,
        facts: owners.map(([entry, ofOwner]) => [entry, ...new Set(ofOwner.map(({ object }) => object.path))]).sort(),
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
