/**
 * Computes the digest of a change: every planned write with all of its fields, access, trust policies, findings and
 * everything else that the apply runs or evaluates. File names, versions, times, placeholders and order make no difference. If the digests are equal, a later plan
 * has the effect that a reviewer approved.
 */
import { createHash } from 'node:crypto';
import type { AccessRow } from '../../../access';
import type { Analysis } from '../../access/analysis';
import type { SuppressedFinding } from '../../findings/suppress';
import { canonicalJson, createCanonical, sha256 } from './canonical';
import { PREDICTIONS } from '../../../rules';
import type { Finding } from '../../findings/finding';
import type { Instance } from '../../organization/objects/objects';
import { blockOf, expressionOf } from '../../input/plan/configuration';
import { isNoOp } from '../../input/plan/plan';

interface Counted {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
}

/** Returns the SHA-256 of the change in hexadecimal digits. */
export function digestOf(analysis: Analysis, counted: Counted): string {
  const canonical = createCanonical(analysis);
  const lines = linesOf(analysis, counted, canonical).map((line) => canonical.nameOfText(canonicalJson(line)));
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

function linesOf(
  analysis: Analysis,
  { findings, suppressed }: Counted,
  { valuesOf }: ReturnType<typeof createCanonical>,
): unknown[][] {
  const { access, assume, changes, drift, escalations, organization, unresolved, plans } = analysis;
  return [
    ...organization.transitions
      .filter(({ change }) => !isNoOp(change) || change.isImported || change.isAdopted === true)
      .map(({ before, after, change }) => [
        'object',
        change.address,
        change.actions,
        change.isImported,
        ...(change.isAdopted === true ? ['adopted'] : []),
        ...bothValues(before, after, valuesOf),
      ]),
    ...changes.map(({ kind, status, path, from, address }) => ['change', kind, status, path, from, address]),
    ...[...drift.changesOfMatches].map(([match, { kind, status, path, from, address }]) => [
      ...['drift', kind, status, path, from, address],
      ...[match.before, match.after].map((object) => object && valuesOf(object.instances[0])),
    ]),
    ...access.gained.map((row) => ['gained', ...rowOf(row)]),
    ...access.lost.map((row) => ['lost', ...rowOf(row)]),
    ...assume.map(({ identity, relation, before, after, gained, outsiders, address }) => [
      'assume',
      identity,
      relation,
      before,
      after,
      gained,
      outsiders.map(({ who, token }) => ({ who, token })),
      address,
    ]),
    ...escalations.map(({ identity, steps, gains }) => [
      'escalation',
      identity,
      steps.map(({ kind, actor, target, group, capabilities }) => [kind, actor, target, group, capabilities]),
      gains,
    ]),
    ...findings.filter(isEffect).map((finding) => ['finding', ...findingOf(finding)]),
    ...suppressed
      .filter(({ finding }) => isEffect(finding))
      .map(({ finding, suppression }) => ['suppressed', ...findingOf(finding), suppression]),
    ...unresolved.map(({ instance: { address, plan }, attribute }) => [
      ...['unresolved', address, attribute],
      sha256(canonicalJson(expressionOf(blockOf(plan.configuration, address), attribute))),
    ]),
    ...plans.flatMap(({ executes = [] }) => executes.map((execution) => ['executes', execution])),
  ];
}

/** Returns the values of both sides. An unchanged object has the same ones. */
function bothValues(
  before: Instance | undefined,
  after: Instance | undefined,
  valuesOf: ReturnType<typeof createCanonical>['valuesOf'],
): unknown[] {
  const was = before && valuesOf(before, 'before');
  return [was, before === after ? was : after && valuesOf(after, 'after')];
}

/** Returns a row without keys of grants, which can be uids or addresses: the rest identifies it. */
function rowOf({ identity, group, except, capabilities, through }: AccessRow): unknown[] {
  const grants = through.map((one) => JSON.stringify([one.source, one.role, one.group])).sort();
  return [identity, group, [...except].sort(), [...capabilities].sort(), grants];
}

function isEffect({ id }: Finding): boolean {
  return !PREDICTIONS.has(id);
}

/** Returns a finding without its wording and without the name of the plan, which is a file name. */
function findingOf({ id, severity, subject, address, plan }: Finding): unknown[] {
  return [id, severity, subject === plan ? '' : subject, address];
}
