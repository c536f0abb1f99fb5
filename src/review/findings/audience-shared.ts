/** Findings about audiences that other services accept, too. */
import { createBudget, patternAutomaton, reads, ruleAutomata, shortest, FIXED, type ClaimRule } from '../../claims';
import { identity } from '../../resources';
import type { Analysis } from '../access/analysis';
import { trustPolicyOf } from '../access/assume/trust-policy';
import { SENSITIVE } from '../organization/objects/objects';
import { trustPolicyCause } from './assume';
import { declaredAt, type Finding } from './finding';

/** Audiences of services that many workloads request tokens for. */
const SHARED = [
  ...['sts.amazonaws.com', 'sts.amazonaws.com.cn', 'api://AzureADTokenExchange', 'sigstore', 'vault', 'kubernetes'],
  ...['https://kubernetes.default.svc', 'https://kubernetes.default.svc.cluster.local', 'https://gitlab.com'],
  ...['pypi', 'testpypi', 'npm:registry.npmjs.org', 'rubygems.org', '//iam.googleapis.com/projects/1'],
  ...['https://iam.googleapis.com/projects/1'],
];

/** A pattern with more values is no list. */
const LISTED = 8;

/** Reports new and changed trust policies that accept tokens which a workload requests for another service. */
export function audienceShared({ assume, matches, configuration, budget }: Analysis): Finding[] {
  const changed = new Set(assume.filter(({ relation }) => relation !== 'removed').map((one) => one.identity));
  return matches.flatMap(({ declaration, before, after, pathAfter: path }): Finding[] => {
    if (declaration !== identity || after === undefined || path === undefined || !changed.has(path)) return [];
    const [instance] = after.instances;
    const policy = trustPolicyOf(instance);
    const rule = policy?.match?.['aud'];
    if (policy?.by !== 'claim_match' || rule === undefined || policy.isUnknown) return [];
    const accepted = sharedAudience(rule, { anchored: configuration.anchored ?? false, whole: budget });
    const was = before && trustPolicyOf(before.instances[0])?.match?.['aud'];
    if (accepted === undefined || JSON.stringify(was) === JSON.stringify(rule)) return [];
    const place = declaredAt(instance);
    return [
      {
        id: 'audience-shared',
        severity: 'medium',
        subject: path,
        reason: `${path} accepts tokens for ${policy.isSensitive ? `the audience ${SENSITIVE}` : accepted}, so another service that receives such a token can assume the identity. Name one audience that only this platform uses.`,
        evidence: [rule],
        identity: path,
        cause: trustPolicyCause(path, place),
        ...place,
      },
    ];
  });
}

/** Returns the audience of another service that the rule accepts; `undefined` for an audience of its own. */
function sharedAudience(aud: ClaimRule, options: { anchored: boolean; whole: Analysis['budget'] }): string | undefined {
  const budget = createBudget(options);
  try {
    const rule = ruleAutomata({ aud }, options, budget).get('aud');
    if (rule === undefined) return undefined;
    const known = SHARED.find((audience) => reads(rule, audience, budget));
    if (known !== undefined) return `the audience ${known}`;
    const listed: string[] = [];
    while (listed.length <= LISTED) {
      const none = listed.map((text) => patternAutomaton(text.replace(/[\\^$.+*?()|[\]{}]/g, '\\$&'), true, FIXED));
      const found = shortest({ all: [rule], none }, budget);
      if (found.status === 'none') return undefined;
      if (found.status === 'unknown') break;
      listed.push(found.values[0] ?? '');
    }
    return 'audiences of other services';
  } catch {
    return undefined; // Another finding reports an invalid pattern.
  }
}
