/** Findings about gained access. */
import type { EscalationStep } from '../../access/graph';
import { counted } from '../../base/text/words';
import { isIamWrite } from '../../model/api';
import type { AccessLine } from '../access/access-lines';
import type { Analysis } from '../access/analysis';
import { escalationText, findEscalations } from '../access/escalations';
import { getOwnerLevel, ownerLevelText } from '../access/capability-text';
import { pronounFor } from '../words/identity-counts';
import { grantsGiving, rolesText } from './shared/evidence';
import { PROBABLE_RENAME, whereIs, type Finding } from './shared/finding';
import { findFormerAccess, type FormerAccess } from './shared/lookalike-entries';
import { causeOfEscalation, causeOfLine } from './shared/line-cause';

/** Reports gained capabilities that owners have and editors lack. Access that is inherited in a created group is not new. */
export function ownerGained(analysis: Analysis): Finding[] {
  return analysis.gained.flatMap((line) => {
    const own = line.fresh.filter(analysis.isOwnerLevel);
    if (own.length === 0) return [];
    const grants = grantsGiving(analysis.after.graph, line, own);
    const former = findFormerAccess(analysis, line, own);
    return [
      {
        id: 'owner-gained',
        severity: 'high',
        subject: `${line.identity} in ${line.group}`,
        reason: `${line.identity} ${gainText(line, own)}.${former === undefined ? '' : formerText(former)}`,
        predicate: `${predicateText(line, own)}${former === undefined ? '' : ', as before a probable rename'}`,
        witness: `by ${rolesText(grants)}, ${line.cause}`,
        identity: line.identity,
        group: line.group,
        cause: causeOfLine(analysis, line),
        evidence: [line.capabilities, line.except, line.beneath, line.roles],
        ...whereIs(analysis, grants[0]?.key),
      },
    ];
  });
}

/** A widened role is the cause, which names the capabilities. */
function predicateText({ roles, cause }: AccessLine, own: readonly string[]): string {
  if (roles.includes('owner')) return 'gain the role owner';
  return `gain ${cause === 'role widened' ? getOwnerLevel(own) : ownerLevelText(own)}`;
}

function gainText(line: AccessLine, own: readonly string[]): string {
  const where = `${line.group}${beneath(line)}`;
  return line.roles.includes('owner')
    ? `becomes an owner of ${where}: ${pronounFor(line.identity)} can grant and revoke access there`
    : `gains ${ownerLevelText(own)} in ${where}${own.some(isIamWrite) ? `: ${pronounFor(line.identity)} can change who has access there` : ''}`;
}

/** The recreated group has another uid, so the access is granted again. */
function formerText({ identity, group }: FormerAccess): string {
  return `${PROBABLE_RENAME} ${identity} has the same access in ${group} before the change.`;
}

/** Reports new privilege escalation paths: steps to capabilities that the identity does not hold and could not gain before. */
export function escalationPath(analysis: Analysis): Finding[] {
  return findEscalations(analysis.after.graph, analysis.escalations).map((escalation) => {
    const { identity, path, paths } = escalation;
    return {
      id: 'escalation-path',
      severity: 'high',
      subject: identity,
      reason: `${escalationText(escalation)}.`,
      predicate: `can escalate by ${firstSteps[path.steps[0]?.kind ?? 'bind']}`,
      witness: path.steps.map(stepText).join(' → '),
      identity,
      cause: causeOfEscalation(analysis, path),
      evidence: paths.map((one) => [
        one.steps.map(({ kind, actor, target, group, capabilities }) => [kind, actor, target, group, capabilities]),
        one.gains.map((gain) => [gain.group, gain.capabilities]),
      ]),
      ...whereIs(analysis, path.steps[0]?.through[0]?.grant),
    };
  });
}

/** The first steps of escalation paths, as activities of several identities. */
const firstSteps: Readonly<Record<EscalationStep['kind'], string>> = {
  assume: 'changing the trust policy of another identity',
  sign_in: 'changing how people sign in',
  bind: 'creating role bindings',
};

function stepText({ kind, actor, target, group, capabilities }: EscalationStep): string {
  const by = `${capabilities.join(' and ')} in ${group}`;
  if (kind === 'assume') return `${actor} changes the trust policy of ${target} (${by})`;
  if (kind === 'sign_in') return `${actor} changes how people sign in as ${target} (${by})`;
  return `${actor} binds ${target} (${by})`;
}

function beneath({ beneath: groups }: Pick<AccessLine, 'beneath'>): string {
  return groups === 0 ? '' : ` and ${counted(groups, 'group')} beneath`;
}
