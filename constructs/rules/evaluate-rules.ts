/** Evaluates the rules of a configuration over synthesized stacks. */
import {
  checkAssertions,
  checkRule,
  getRemedy,
  createTokenReachability,
  isGroupMatched,
  readDeclaredOrganization,
  type DeclaredOrganization,
  type Invariant,
  type RuleConfiguration,
  type RuleProblem,
} from '../../src/access/rules';
import { groupBy } from '../../src/access/graph/paths';
import { counted, few } from '../../src/base/text/words';
import type { SynthesizedStack } from './synthesized-stacks';

/** A violation of a rule, or the reason why a rule is inconclusive. */
export interface RuleMessage {
  readonly severity: 'error' | 'warning' | 'inconclusive';
  /** The list and the index of the rule. Absent for a reason that applies to all rules. */
  readonly rule?: readonly [list: 'invariants' | 'assertions', index: number];
  /** The name of the rule. */
  readonly name?: string;
  /** The key of the declared object that causes it. */
  readonly key?: string | undefined;
  /** The stack that causes it, if no object does. */
  readonly stack?: string;
  /** Sentences without the final period. */
  readonly text: string;
}

export interface Evaluation {
  readonly organization: DeclaredOrganization;
  readonly messages: readonly RuleMessage[];
}

/**
 * Returns everything in the stacks that violates a rule, and everything that leaves a rule inconclusive.
 *
 * @param groups the ids of existing groups by uid
 */
export function evaluateRules(
  configuration: RuleConfiguration,
  stacks: readonly SynthesizedStack[],
  { now, groups }: { readonly now: Date; readonly groups: Readonly<Record<string, string>> },
): Evaluation {
  const { invariants = [], assertions = [], anchored, names } = configuration;
  const reachability = createTokenReachability(configuration);
  const organization: DeclaredOrganization = {
    ...readDeclaredOrganization(stacks, { configured: names, constructs: groups }),
    ...(configuration.owners && { owners: configuration.owners }),
    reachability,
  };
  const messages = [
    ...invariants.flatMap((invariant, index) => getMessages(invariant, index, organization)),
    ...checkAssertions(assertions, organization, { anchored, now }).flatMap(
      ({ name, result, reason, chain, grant }, index): RuleMessage[] => {
        if (result === 'pass') return [];
        const text = `${withoutPeriod(reason)}${chain === undefined ? '' : ` (${chain})`}`;
        return [
          { severity: result === 'fail' ? 'error' : result, rule: ['assertions', index], name, key: grant, text },
        ];
      },
    ),
    ...unknownParts(invariants, organization),
    ...stacks.flatMap(({ name, unread }) =>
      unread.map((text): RuleMessage => ({ severity: 'inconclusive', stack: name, text })),
    ),
  ];
  return { organization, messages };
}

function getMessages(invariant: Invariant, index: number, organization: DeclaredOrganization): RuleMessage[] {
  const { name, reason, severity, where } = invariant;
  const rule = ['invariants', index] as const;
  const { violations, inconclusive } = checkRule(invariant, organization);
  const isIdle = where !== undefined && !organization.graph.groups.some((group) => isGroupMatched(group, where));
  const idle = isIdle ? [{ text: `no declared group matches ${where.join(' or ')}` }] : [];
  return [
    ...groupByOwners(violations).map(([violation, ...alike]): RuleMessage => {
      const { key, text } = violation;
      const paths = alike.map(({ path }) => path);
      const others =
        paths.length === 0
          ? undefined
          : `${counted(paths.length, 'more identity accepts', 'more identities accept')} the same outsiders: ${few(paths)}`;
      const next = [others, getRemedy(invariant, [violation]), reason, describeException(invariant, violation)];
      const message = [text, ...next]
        .flatMap((sentence) => (sentence === undefined ? [] : withoutPeriod(sentence)))
        .join('. ');
      return { severity: severity === 'low' ? 'warning' : 'error', rule, name, key, text: message };
    }),
    ...[...inconclusive, ...(inconclusive.length > 0 ? [] : idle)].map(
      ({ key, text }: Pick<RuleProblem, 'key' | 'text'>): RuleMessage => {
        return { severity: 'inconclusive', rule, name, key, text: withoutPeriod(text) };
      },
    ),
  ];
}

type Alike = [RuleProblem, ...RuleProblem[]];

/** Returns violations that the same entries of `owners` would solve together: those of the fewest identities are rarely your own. */
function groupByOwners(violations: readonly RuleProblem[]): Alike[] {
  const groups = groupBy(violations, (violation) => violation.entries?.toSorted().join() || violation);
  return ([...groups.values()] as Alike[]).sort((a, b) => a.length - b.length);
}

/** Returns the next step for an identity with too much access. */
function describeException(invariant: Invariant, { path }: RuleProblem): string | undefined {
  if (!('can' in invariant) || invariant.rule === 'atLeast') return undefined;
  return `Correct the program, or add ${JSON.stringify(path)} to "except" of the rule`;
}

/** Returns the values and the roles that can break a rule. */
function unknownParts(invariants: readonly Invariant[], organization: DeclaredOrganization): RuleMessage[] {
  if (invariants.length === 0) return [];
  const { graph, unresolved, unknownRoles } = organization;
  const where = invariants.flatMap((invariant) => ('can' in invariant ? invariant.where : []));
  const meant = graph.groups.filter((group) => isGroupMatched(group, where));
  const isMeant = ({ order, end }: (typeof meant)[number]) =>
    meant.some((group) => order <= group.order && group.order <= end);
  const message = (key: string, text: string): RuleMessage => ({ severity: 'inconclusive', key, text });
  return [
    ...unresolved.map(({ address, attribute }) =>
      message(address, `only Terraform knows ${attribute} of ${address}, which can break a rule`),
    ),
    ...graph.grants
      .filter(({ role, group }) => unknownRoles.has(role.key) && isMeant(group))
      .map(({ key, role }) =>
        message(key, `the capabilities of the role ${role.path} are unknown and can break a rule`),
      ),
  ];
}

function withoutPeriod(text: string): string {
  return text.replace(/\.$/, '');
}
