/** Findings about audiences that are not known to be those of this platform alone. */
import { createBudget, ruleAutomata, shortest, textAutomaton, type TokenMatch } from '../../access/claims';
import { DEFAULT_AUDIENCE } from '../../access/rules';
import { findOwnAudiences } from '../../access/trust';
import { identity } from '../../model/kinds';
import type { Analysis } from '../access/analysis';
import { getTrustPolicy } from '../access/assume/trust-policy';
import { SENSITIVE } from '../organization/objects/objects';
import { findService } from '../organization/services';
import { trustPolicyCause } from './assume';
import { declaredAt, type Finding, type FindingCause } from './shared/finding';

/** Reports new and changed trust policies that accept tokens which a workload requests for another service. */
export function audienceShared({ trustPolicyChanges, matches, configuration, budget }: Analysis): Finding[] {
  const { trustedAudiences = [] } = configuration;
  const changed = new Set(
    trustPolicyChanges.filter(({ relation }) => relation !== 'removed').map((change) => change.identity),
  );
  return matches.flatMap(({ declaration, before, after, pathAfter: path }): Finding[] => {
    if (declaration !== identity || after === undefined || path === undefined || !changed.has(path)) return [];
    const [instance] = after.instances;
    const policy = getTrustPolicy(instance);
    const { match = {}, by, isUnknown } = policy ?? {};
    const rule = match['aud'];
    if (policy === undefined || by !== 'claim_match' || rule === undefined || isUnknown === true) return [];
    // Only the service that stores the identity: a stack can name any other one in a provider block.
    const own = new Set([...ownAddresses(findService(instance)), ...trustedAudiences]);
    const was = before && getTrustPolicy(before.instances[0])?.match?.['aud'];
    const isOwn = 'exact' in rule && (rule.exact === DEFAULT_AUDIENCE || own.has(rule.exact));
    if (isOwn || JSON.stringify(was) === JSON.stringify(rule)) return [];
    const accepted = findSharedAudience(match, own, { anchored: configuration.anchored ?? false, whole: budget });
    if (accepted === undefined) return [];
    const place = declaredAt(instance);
    return [
      {
        id: 'audience-shared',
        severity: 'medium',
        subject: path,
        reason: `${path} accepts ${acceptedText(policy.isSensitive ? SENSITIVE : JSON.stringify(accepted), 'the identity')}.`,
        evidence: [rule],
        identity: path,
        cause: policy.isSensitive
          ? trustPolicyCause({ trustPolicyChanges }, path, place)
          : audienceCause(rule, accepted),
        ...place,
      },
    ];
  });
}

/** Returns the cause of all identities with the same rule. Only an exact audience can be declared. */
function audienceCause(rule: TokenMatch[string], accepted: string): FindingCause {
  const text = acceptedText(JSON.stringify(accepted), 'them');
  return {
    key: `audience ${'exact' in rule ? rule.exact : JSON.stringify(rule)}`,
    text: `Identities accept ${text}`,
    predicate: `accept ${text}`,
    ...('exact' in rule && { paste: `"trustedAudiences": ${JSON.stringify([accepted])}` }),
    isOfState: true,
  };
}

function acceptedText(audience: string, assumed: string): string {
  return `tokens for the audience ${audience}, which is not known to be yours alone: another service that receives such a token can assume ${assumed}. Omit the audience, use the address of this API, or declare it in trustedAudiences of review.config.json`;
}

/** Returns the address of an API as workloads request it: with and without the scheme. */
function ownAddresses(service = ''): readonly string[] {
  const { host } = URL.canParse(service) ? new URL(service) : { host: '' };
  return host === '' ? [] : [service, `${service}/`, host];
}

/**
 * Returns an accepted audience that is neither the default of the service, nor in `own`, nor the default of a platform that names
 * the owner; `undefined` without one.
 */
function findSharedAudience(
  match: TokenMatch,
  own: ReadonlySet<string>,
  options: { readonly anchored: boolean; readonly whole: Analysis['budget'] },
): string | undefined {
  const budget = createBudget(options);
  try {
    const rule = ruleAutomata(match, options, budget).get('aud');
    if (rule === undefined) return undefined;
    const findBeyond = (known: readonly string[]) =>
      shortest({ all: [rule], none: known.map((text) => textAutomaton(text)) }, budget);
    const known = [DEFAULT_AUDIENCE, ...own];
    // Most policies have the default audience. The audiences of the platforms are expensive.
    if (findBeyond(known).status === 'none') return undefined;
    const found = findBeyond([...known, ...findOwnAudiences(match, options)]);
    if (found.status === 'none') return undefined;
    return found.status === 'found' ? (found.values[0] ?? '') : 'of a pattern that is too expensive';
  } catch {
    return undefined; // Another finding reports an invalid pattern.
  }
}
