/** Findings about identities that code can assume before a review: of a pull request, a branch, a tag or an environment. */
import { compareNames } from '../../base/text/compare-names';
import type { GrantNode } from '../../access/graph';
import { identity } from '../../model/kinds';
import { mayWrite } from '../access/rights';
import type { Analysis } from '../access/analysis';
import { findUnreviewed } from '../access/assume/outsiders';
import { getTrustPolicy } from '../access/assume/trust-policy';
import { declaredAt, type Finding, type FindingCause } from './shared/finding';
import { trustPolicyCause } from './assume';
import { isWidened } from './claim-widened';
import { grantFacts } from './shared/evidence';
import { causeOfLine } from './shared/line-cause';

/** Reports identities with write access that unreviewed code can newly assume, or that newly gain write access. */
export function pullRequestCanWrite(analysis: Analysis): Finding[] {
  const { matches, reachability, trustPolicyChanges } = analysis;
  // The same people can use other tokens: of another repository, or of more branches.
  const widened = new Set(trustPolicyChanges.filter(isWidened).map((change) => change.identity));
  const writesBySide = { before: createWriteFinder(analysis.before), after: createWriteFinder(analysis.after) };
  return matches.flatMap(({ declaration, before, after, pathAfter: path }): Finding[] => {
    if (declaration !== identity || after === undefined || path === undefined) return [];
    const [instance] = after.instances;
    const [writes, policy] = [writesBySide.after(after.key), getTrustPolicy(instance)];
    if (policy === undefined || writes.length === 0) return [];
    const writesText = toText(writes);
    const couldWrite = before !== undefined && toText(writesBySide.before(before.key)) === writesText;
    const policyBefore = before && getTrustPolicy(before.instances[0]);
    // Most identities keep both: the question needs automata.
    if (couldWrite && !widened.has(path) && JSON.stringify(policyBefore) === JSON.stringify(policy)) return [];
    const [first] = findUnreviewed(policy, reachability);
    if (first === undefined) return [];
    const couldAssume =
      policyBefore !== undefined &&
      !widened.has(path) &&
      findUnreviewed(policyBefore, reachability).some(({ who }) => who === first.who);
    if (couldAssume && couldWrite) return [];
    const place = declaredAt(instance);
    return [
      {
        id: 'pull-request-can-write',
        severity: 'high',
        subject: path,
        reason: `${first.code} can assume ${path}, which is ${writesText}: ${first.who}.${first.remedy === '' ? '' : ` ${first.remedy}.`}`,
        holds: writesText,
        witness: first.token,
        evidence: [policy, writes.map((grant) => JSON.stringify(grantFacts(grant))).sort()],
        identity: path,
        ...(couldAssume ? causeOfGrants(analysis, path, writes) : { cause: trustPolicyCause(analysis, path, place) }),
        ...place,
      },
    ];
  });
}

/** Returns a function that finds the grants that give an identity write access. */
export function createWriteFinder(side: Analysis['after']): (key: string) => GrantNode[] {
  const identities = new Map(side.graph.identities.map((node) => [node.key, node]));
  return (key) => (identities.get(key)?.grants ?? []).filter((grant) => mayWrite(side, grant));
}

/** Returns a list: `owner in acme, editor in acme/shop`. */
function toText(grants: readonly GrantNode[]): string {
  const texts = grants.map(({ role, group }) => `${role.path} in ${group.path}`);
  return texts.sort(compareNames).join(', ');
}

/** Returns the change that gives an identity write access, and the group of that access. */
function causeOfGrants(
  analysis: Analysis,
  path: string,
  writes: readonly GrantNode[],
): { readonly cause?: FindingCause | undefined; readonly group?: string } {
  const keys = new Set(writes.map(({ key }) => key));
  const line = analysis.gained.find(
    (accessLine) => accessLine.identity === path && accessLine.grants.some((key) => keys.has(key)),
  );
  return line === undefined ? {} : { cause: causeOfLine(analysis, line), group: line.group };
}
