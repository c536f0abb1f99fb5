/** A policy that evaluates the rules of `review.config.json` over the declared organization. */
import {
  checkAssertions,
  checkInvariant,
  isGroupMatched,
  lineOf,
  readConfiguration,
  type Invariant,
  type ReviewConfiguration,
  type RuledOrganization,
} from '../../src/rules';
import { now } from '../base/clock';
import { isText, requireType } from '../base/constructor-arguments';
import { readTextFile } from '../base/text-file';
import type { Facts } from './declared-organization';
import type { OwnCheck, OwnReport } from './policy';

/** @throws Error if the file cannot be read, is invalid, or has neither invariants nor assertions. */
export function invariants(file: string): OwnCheck {
  const { text, configuration } = read(file);
  return (facts, report) => {
    const organization = facts.ruled(configuration.names ?? {});
    const place = (list: string, index: number): string => {
      const line = lineOf(text, [list, index]);
      return line === undefined ? file : `${file}:${line}`;
    };
    const rules = configuration.invariants ?? [];
    for (const [index, invariant] of rules.entries())
      checkOne(invariant, place('invariants', index), { facts, organization, report });
    const { assertions = [], anchored } = configuration;
    for (const [index, { name, result, reason, chain, grant }] of checkAssertions(assertions, organization, {
      anchored,
      now: now(facts.scope),
    }).entries()) {
      if (result === 'pass') continue;
      const at = (grant === undefined ? undefined : facts.find(grant))?.construct ?? facts.scope;
      const sentence = `the assertion "${name}" (${place('assertions', index)})`;
      if (result === 'fail')
        report(at, `${sentence} fails: ${withoutPeriod(reason)}${chain === undefined ? '' : ` (${chain})`}`);
      else report.unknown(at, `${sentence}: ${withoutPeriod(reason)}`);
    }
    reportUnknown(rules, { facts, organization, report });
  };
}

interface Evaluation {
  readonly facts: Facts;
  readonly organization: RuledOrganization;
  readonly report: OwnReport;
}

function checkOne(invariant: Invariant, place: string, { facts, organization, report }: Evaluation): void {
  const broken = checkInvariant(invariant, organization);
  const title = `"${invariant.name}" (${place})`;
  if (broken?.isInconclusive === true) {
    report.unknown(facts.scope, `${title}: ${withoutPeriod(broken.reason)}`);
    return;
  }
  if (broken === undefined) {
    if (!organization.graph.groups.some((group) => isGroupMatched(group, invariant.where)))
      report.unknown(facts.scope, `${title}: no declared group matches ${invariant.where.join(' or ')}`);
    return;
  }
  const { reason, witness, grant } = broken;
  // An unknown grant could meet the requirement.
  const isOpen = invariant.rule === 'atLeast' && organization.unresolved.length + organization.unknownRoles.size > 0;
  const at = (grant === undefined ? undefined : facts.find(grant.key))?.construct ?? facts.scope;
  const text = `${title}: ${withoutPeriod(reason)}${witness === undefined ? '' : `: ${witness}`}. ${withoutPeriod(invariant.reason)}`;
  if (isOpen) report.unknown(at, text);
  else if (invariant.severity === 'low') report(at, text, 'warning');
  else report(at, text);
}

/** Reports each value that can break one of the rules. */
function reportUnknown(rules: readonly Invariant[], { facts, organization, report }: Evaluation): void {
  if (rules.length === 0) return;
  for (const { construct, prop } of facts.unknown)
    report.unknown(construct, `only Terraform knows ${prop} of ${construct.node.path}, which can break a rule`);
  const where = rules.flatMap((rule) => rule.where);
  for (const { key, role, group } of organization.graph.grants) {
    const isMeant = organization.graph.groups.some(
      (one) => group.order <= one.order && one.order <= group.end && isGroupMatched(one, where),
    );
    const construct = facts.find(key)?.construct;
    if (organization.unknownRoles.has(role.key) && isMeant && construct !== undefined)
      report.unknown(
        construct,
        `only Terraform knows the capabilities of the role ${role.path}, which can break a rule`,
      );
  }
}

function read(file: string): { readonly text: string; readonly configuration: ReviewConfiguration } {
  requireType('Policies.invariants', 'the file, the first argument,', 'a path', file, isText);
  const text = readTextFile('Policies.invariants', { path: file, name: file }, 'Name a review configuration.');
  try {
    const configuration = readConfiguration(text, file);
    if ((configuration.invariants ?? []).length + (configuration.assertions ?? []).length === 0)
      throw new Error(`Cannot use ${file}: it has neither invariants nor assertions.`);
    return { text, configuration };
  } catch (error) {
    throw new Error(`Policies.invariants: ${(error as Error).message}`, { cause: error });
  }
}

function withoutPeriod(text: string): string {
  return text.replace(/\.$/, '');
}
