/** Decides whether a rule of the organization was broken before the change, and nothing new breaks it. */
import { createHash } from 'node:crypto';
import { EVERY_OTHER_CAPABILITY, type AccessGraph, type IdentityNode } from '../../../access/graph';
import { builtInCapabilities } from '../../../access/graph/built-in-roles';
import { isKnownCapability, jsonText, type JsonValue } from '../../../model/api';
import {
  capabilityPattern,
  checkRule,
  isGroupMatched,
  type Invariant,
  type ReviewConfiguration,
  type RuleProblems,
} from '../../../access/rules';
import type { Analysis } from '../../access/analysis';
import { getTrustPolicy } from '../../access/assume/trust-policy';
import { ruledOrganization } from '../../access/ruled-organization';
import { identity as identityKind } from '../../../model/kinds';
import type { Objects, PlatformObject } from '../../organization/objects/objects';

/** The maximum number of compared breaches. More would take too long. */
const MAX_BREACHES = 100_000;

type Side = 'before' | 'after';
type Result = Pick<RuleProblems, 'violations'>;

/** Returns true if everything that breaks the rule after the change already broke it before. */
export function isAlreadyBroken(analysis: Analysis, invariant: Invariant, after: RuleProblems): boolean {
  if (after.violations.length === 0) return false;
  // Only an unchanged trust policy can be as inconclusive as before.
  if (after.inconclusive.length > 0 && !isEachTrustPolicyKnown(analysis, invariant, after)) return false;
  if (isNewRule(invariant, analysis.configurationBefore)) return false;
  const before = checkRule(invariant, ruledOrganization(analysis, 'before'));
  if (before.violations.length === 0) return false;
  // Its violation is a number that is too small. A smaller number is a new breach.
  if (invariant.rule === 'atLeast')
    return after.violations.every(({ key, held = 0 }) =>
      before.violations.some((violation) => violation.key === key && (violation.held ?? 0) <= held),
    );
  const all = ({ violations, inconclusive }: RuleProblems): Result => ({
    violations: invariant.rule === 'noOutsiders' ? [...violations, ...inconclusive] : violations,
  });
  const [breachesBefore, breachesAfter] = [
    findBreaches(analysis, invariant, all(before), 'before'),
    findBreaches(analysis, invariant, all(after), 'after'),
  ];
  return (
    breachesBefore !== undefined &&
    breachesAfter !== undefined &&
    [...breachesAfter].every((breach) => breachesBefore.has(breach))
  );
}

/** Returns true if the values of all trust policies that the rule is inconclusive for are known: their comparison decides. */
function isEachTrustPolicyKnown(
  { organization }: Analysis,
  { rule }: Invariant,
  { inconclusive }: RuleProblems,
): boolean {
  const byKey = new Map([...organization.after.values()].map((object) => [object.key, object.instances[0]]));
  return (
    rule === 'noOutsiders' &&
    inconclusive.every(({ key = '' }) => {
      const instance = byKey.get(key);
      return instance !== undefined && getTrustPolicy(instance)?.isUnknown === false;
    })
  );
}

/** A changed rule is a new one. */
function isNewRule(invariant: Invariant, before: ReviewConfiguration | undefined): boolean {
  const toText = (rule: Invariant) => jsonText(rule as unknown as JsonValue);
  return before !== undefined && !(before.invariants ?? []).some((rule) => toText(rule) === toText(invariant));
}

/** Returns what breaks the rule: objects with their facts, or identities with each capability in each group. */
function findBreaches(
  analysis: Analysis,
  invariant: Invariant,
  { violations }: Result,
  side: Side,
): ReadonlySet<string> | undefined {
  const isAccess = 'can' in invariant;
  const breaches = new Set(isAccess ? [] : violations.map(({ key, facts }) => JSON.stringify([key, facts])));
  if (!isAccess && invariant.rule !== 'noOutsiders') return breaches;
  const { graph } = analysis[side];
  const isMatched = createCapabilityMatch(graph, isAccess ? invariant.can : ['*']);
  const groups = isAccess ? graph.groups.filter((group) => isGroupMatched(group, invariant.where)) : graph.groups;
  const getConditions = createConditions(analysis.organization[side]);
  for (const identity of getIdentities(graph, violations)) {
    const who = getConditions(identity);
    breaches.add(who);
    for (const { role, group: scope } of identity.grants) {
      const held = [...role.capabilities, ...(role.holdsUnknown ? [EVERY_OTHER_CAPABILITY] : [])].filter(isMatched);
      for (const { key, order } of groups) {
        if (order < scope.order || order > scope.end) continue;
        for (const capability of held) breaches.add(JSON.stringify([who, capability, key]));
        if (breaches.size > MAX_BREACHES) return undefined;
      }
    }
  }
  return breaches;
}

/** Returns the identities of violations. */
function getIdentities({ identities }: AccessGraph, violations: Result['violations']): readonly IdentityNode[] {
  const keys = new Set(violations.map(({ key, identity = key }) => identity));
  return identities.filter(({ key }) => keys.has(key));
}

/** Creates a function that returns a hash of an identity and the conditions to assume it. Other conditions are other people. */
function createConditions(objects: Objects): (node: IdentityNode) => string {
  const byKey = new Map([...objects.values()].map((object) => [object.key, object]));
  return ({ key, includedIn }) => {
    const conditions = [key, includedIn?.key ?? key].map((text) => conditionsIn(byKey.get(text)));
    return createHash('sha256')
      .update(JSON.stringify([key, ...conditions]))
      .digest('base64');
  };
}

function conditionsIn(object: PlatformObject | undefined): unknown {
  if (object === undefined) return null;
  const { declaration, instances } = object;
  return declaration === identityKind ? getTrustPolicy(instances[0]) : instances.map(({ values }) => values);
}

/** Returns a function that accepts the capabilities of the patterns. A built-in role represents all of its capabilities. */
function createCapabilityMatch(graph: AccessGraph, patterns: readonly string[]): (name: string) => boolean {
  const matches = patterns.map((pattern) => {
    const ofRole = isKnownCapability(pattern) ? undefined : builtInCapabilities(pattern, graph);
    if (ofRole !== undefined) return (name: string) => ofRole.includes(name);
    return capabilityPattern(pattern).matches;
  });
  return (name) => name === EVERY_OTHER_CAPABILITY || matches.some((isMatched) => isMatched(name));
}
