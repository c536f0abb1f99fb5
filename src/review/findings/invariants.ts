/** Reports the rules of the organization that the change breaks. */
import type { GroupNode, IdentityName, IdentityNode } from '../../access/graph';
import {
  checkRule,
  createIdentityMatch,
  isGroupMatched,
  matchPatterns,
  summarize,
  type Invariant,
  type RuleProblem,
} from '../../access/rules';
import { few } from '../../base/text/words';
import type { Analysis } from '../access/analysis';
import { ruledOrganization } from '../access/ruled-organization';
import { isAlreadyBroken } from './shared/already-broken';
import { trustPolicyCause } from './assume';
import { whereIs, type Finding, type FindingCause } from './shared/finding';

export function invariantBroken(analysis: Analysis): Finding[] {
  const { invariants = [] } = analysis.configuration;
  if (invariants.length === 0) return [];
  const organization = ruledOrganization(analysis, 'after');
  const left = createLeft(analysis);
  return invariants.flatMap((invariant, index): Finding[] => {
    const evaded = left(invariant);
    const result = checkRule(invariant, organization);
    const { violations, inconclusive: unknown } = result;
    const isKnown = evaded === undefined && isAlreadyBroken(analysis, invariant, result);
    const inconclusive = evaded === undefined ? unknown : [];
    const known = isKnown ? 'It was already broken before this change, and nothing new breaks it.' : undefined;
    const explained = findExplained(analysis, invariant, violations);
    const hasRemedy = explained !== undefined;
    const reasons = [summarize(invariant, { violations, inconclusive, hasRemedy }), evaded?.text, known];
    const reason = reasons.filter((one) => one !== undefined).join(' ');
    if (reason === '') return [];
    const [first] = violations;
    const facts = [...violations, ...inconclusive].map((problem) => problem.facts);
    return [
      {
        id: 'invariant-broken',
        severity: isKnown ? 'low' : (invariant.severity ?? 'high'),
        subject: invariant.name,
        reason: `${reason} ${invariant.reason}`,
        quoted: [invariant.reason],
        ...(first !== undefined && invariant.rule !== 'atLeast' && { witness: first.text }),
        evidence:
          violations.length === 0 && inconclusive.length > 0
            ? [invariant, ...facts]
            : [invariant, facts, evaded?.objects],
        rule: ['invariants', index],
        predicate: `violate "${invariant.name}"`,
        ...(evaded === undefined && inconclusive.length === 0 && { cause: explained?.cause }),
        ...whereIs(analysis, first?.key),
      },
    ];
  });
}

/** A violated rule. */
export interface BrokenRule {
  readonly invariant: Invariant;
  /** Returns sentences about the violations by some of the paths, with the reason of the rule. */
  readonly describe: (paths: ReadonlySet<string>) => string;
  /** The paths that its "except" has to contain to allow them. */
  readonly paths: readonly string[];
}

/** Returns the rules that the organization violates after the change. */
export function findBrokenRules(analysis: Analysis): BrokenRule[] {
  const { invariants = [] } = analysis.configuration;
  const organization = ruledOrganization(analysis, 'after');
  return invariants.flatMap((invariant): BrokenRule[] => {
    const { violations } = checkRule(invariant, organization);
    const paths = [...new Set(violations.map(({ path }) => path))];
    const describe = (some: ReadonlySet<string>) => {
      const found = violations.filter(({ path }) => some.has(path));
      return `${summarize(invariant, { violations: found, inconclusive: [] }) ?? ''} ${invariant.reason}`;
    };
    return paths.length === 0 ? [] : [{ invariant, describe, paths }];
  });
}

/** The trust policies that another finding reports, which has the next step. */
interface Explained {
  /** Their change, if it causes all violations. */
  readonly cause?: FindingCause;
}

/**
 * Returns the changed trust policies of a violated rule about outsiders; `undefined` if an outsider of a violation has no finding of
 * its own.
 */
function findExplained(
  analysis: Analysis,
  { rule }: Invariant,
  violations: readonly RuleProblem[],
): Explained | undefined {
  if (rule !== 'noOutsiders') return undefined;
  const changes = new Map(
    analysis.trustPolicyChanges.flatMap((change) => (change.outsiders.length === 0 ? [] : [[change.identity, change]])),
  );
  const reported = violations.filter(({ path }) => changes.has(path));
  const owners = new Set(reported.flatMap(({ entries = [] }) => entries));
  const isReported = ({ path, entries = [] }: RuleProblem) =>
    changes.has(path) || (entries.length > 0 && entries.every((entry) => owners.has(entry)));
  if (violations.length === 0 || !violations.every(isReported)) return undefined;
  if (reported.length < violations.length) return {};
  const causes = reported.flatMap(({ path }) => {
    const change = changes.get(path);
    return change === undefined ? [] : [trustPolicyCause(analysis, path, change)];
  });
  const [cause, ...others] = new Map(causes.map((cause) => [cause.key, cause])).values();
  return others.length === 0 && cause !== undefined ? { cause } : {};
}

/** Objects that a rule no longer matches. */
interface Evaded {
  readonly text: string;
  /** Their paths before and after the change. */
  readonly objects: readonly (readonly [before: string, after: string])[];
}

/**
 * Returns a function that finds existing groups and identities that a rule matched before the change and no longer matches. A
 * rename or a move must not take an object out of a rule.
 */
function createLeft({ before, after, matches }: Analysis): (invariant: Invariant) => Evaded | undefined {
  // A recreated object has another uid.
  const followed = new Map(
    matches.flatMap(({ before: objectBefore, after: objectAfter }) =>
      objectBefore === undefined || objectAfter === undefined || objectBefore.key === objectAfter.key
        ? []
        : [[objectBefore.key, objectAfter.key] as const],
    ),
  );
  const getRemaining = <N extends GroupNode | IdentityNode>(
    nodesBefore: readonly N[],
    nodesAfter: readonly N[],
    isMatched: (node: N, side: 'before' | 'after') => boolean,
  ): (readonly [string, string])[] => {
    const byKey = new Map(nodesAfter.map((node) => [node.key, node]));
    return nodesBefore
      .filter((nodeBefore) => isMatched(nodeBefore, 'before'))
      .flatMap((nodeBefore) => {
        const nodeAfter = byKey.get(followed.get(nodeBefore.key) ?? nodeBefore.key);
        return nodeAfter === undefined || isMatched(nodeAfter, 'after')
          ? []
          : [[nodeBefore.path, nodeAfter.path] as const];
      });
  };
  return ({ name, where = [], except = [], ...rule }) => {
    const patterns = 'who' in rule ? (rule.who?.identities ?? []) : [];
    const isRuled = (node: GroupNode) => isGroupMatched(node, where);
    // Only an exception that exists can begin to match.
    const paths = except.filter((identityName) => typeof identityName === 'string');
    const isNoException = (node: GroupNode) => paths.length > 0 && matchPatterns(node, paths) === 'no';
    const leftNames = (names: readonly IdentityName[], isLeft: (isMatched: boolean) => boolean) => {
      if (names.length === 0) return [];
      const [was, is] = [before, after].map(({ graph: { identities } }) => createIdentityMatch(identities, names));
      return getRemaining(before.graph.identities, after.graph.identities, (node, side) =>
        isLeft((side === 'before' ? was : is)?.of(node) !== 'no'),
      );
    };
    const objects = [
      ...getRemaining(before.graph.groups, after.graph.groups, isRuled),
      ...leftNames(patterns, (isMatched) => isMatched),
      ...getRemaining(before.graph.groups, after.graph.groups, isNoException),
      ...leftNames(except, (isMatched) => !isMatched),
    ];
    if (objects.length === 0) return undefined;
    const names = few(objects.map(([was, is]) => `${was} (now ${is})`));
    return { text: `"${name}" no longer matches ${names}. Update the rule, too.`, objects };
  };
}
