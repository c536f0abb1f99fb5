/**
 * Access that exists only if the apply stops early: neither before nor after the change. Each has the severity of a gain, because
 * the rules of gains evaluate it, between the access of both sides and the access of every part of the apply.
 */
import { isIamWrite } from '../../model/api';
import { onceFor } from '../../base/cache/once-for';
import { groupBy } from '../../access/graph/paths';
import { identity } from '../../model/kinds';
import { counted, few } from '../../base/text/words';
import type { Analysis } from '../access/analysis';
import type { EarlyLine, EarlyRemedy, PartialApply } from '../access/early-access';
import { accessText } from '../access/rights';
import { getExposure } from '../access/assume/outsiders';
import { objectId } from '../organization/objects/objects';
import { escalationPath, ownerGained } from './access';
import { accessGained } from './access-gained';
import { assertionFailed } from './assertion-failed';
import { whereIs, type Finding } from './shared/finding';
import { invariantBroken } from './invariants';

export function earlyAccess(analysis: Analysis): Finding[] {
  const { partial } = analysis;
  if (partial === undefined || partial.rows.length === 0) return [];
  const view = getView(analysis, partial, 'early');
  const isHighest = ({ severity }: Finding) => severity === 'high';
  const limits = groupBy(accessGained(view).filter(isHighest), (finding) => finding.identity);
  const others = [...ownerGained(view), ...escalationPath(view)].filter(isHighest);
  const worst = new Set([...limits.keys(), ...others.map((finding) => finding.identity)]);
  return [
    ...partial.lines.map((line) => {
      const isHigh = worst.has(line.node) || isExposed(analysis, line);
      const isToken = line.holders !== 'all';
      const severity = isHigh || (isToken && line.capabilities.some(isIamWrite)) ? 'high' : isToken ? 'medium' : 'low';
      const [limit] = limits.get(line.node) ?? [];
      return toFinding(analysis, line, severity, limit?.reason.replace(/^.*?\. (?="noNewAccess")/s, ''));
    }),
    ...brokenRules(analysis, partial),
  ];
}

/** Returns the change from the access of both sides to that of every part, as the rules of gains read it. */
function getView(
  analysis: Analysis,
  { either, early, lines, escalations }: PartialApply,
  after: 'either' | 'early',
): Analysis {
  const known = { unresolved: [], unknownRoles: new Set<string>() };
  return {
    ...analysis,
    ...{ before: { graph: either, ...known }, after: { graph: after === 'early' ? early : either, ...known } },
    // Trust policies and sign-in have their own lines.
    ...{ trustPolicyChanges: [], matches: [], escalations },
    gained: lines.map((line) => ({
      ...line,
      identity: line.node,
      fresh: line.capabilities,
      cause: 'granted' as const,
    })),
  };
}

function toFinding(analysis: Analysis, line: EarlyLine, severity: Finding['severity'], limit = ''): Finding {
  const { node, group, beneath, capabilities, except, roles, remedy } = line;
  const when = whenText(analysis, line);
  const scope = `${group}${beneath === 0 ? '' : ` and ${counted(beneath, 'group')} beneath`}`;
  const place = whereIs(analysis, line.grants[0]);
  return {
    id: 'early-access',
    severity,
    subject: `${node} in ${group}`,
    reason: [
      `If the apply stops early, ${node} has ${accessText(roles, capabilities)} in ${scope}.`,
      `It has this access ${when}.`,
      ...(limit === '' ? [] : [limit]),
      REMEDIES[remedy],
    ].join(' '),
    identity: line.identity,
    group,
    evidence: [capabilities, except, beneath, roles],
    cause: { key: `early ${when}`, text: `If the apply stops early, further access exists ${when}`, ...place },
    ...place,
  };
}

export const REMEDIES: Readonly<Record<EarlyRemedy, string>> = {
  reference: 'Refer to the role by its resource, so that Terraform changes the role first.',
  split: 'Split the change: apply the part that narrows access first.',
};

/** Returns the writes between which the access exists: `after the create of A and before the update of B`. */
export function whenText(analysis: Analysis, { done, open }: Pick<EarlyLine, 'done' | 'open'>): string {
  const list = (keys: readonly string[], side: 'before' | 'after') =>
    few([...new Set(keys.map((key) => writeText(analysis, key, side)))]);
  return `after ${list(done, 'after')} and before ${list(open, 'before')}`;
}

function writeText(analysis: Analysis, key: string, side: 'before' | 'after') {
  const found = writesByKey(analysis.organization)[side].get(key);
  const { fate, isUndeclared = false } = found?.change ?? {};
  const isUpdate = fate?.old === 'kept';
  const verb = isUpdate ? 'update' : side === 'after' ? 'create' : 'deletion';
  const name = isUndeclared ? key : (found?.change.address ?? whereIs(analysis, key).address ?? key);
  return `the ${verb} of ${name}`;
}

/** Returns the first write of each object, by its key on each side. */
const writesByKey = onceFor(({ transitions }: Analysis['organization']) => {
  const onSide = (side: 'before' | 'after') =>
    new Map(
      transitions
        .toReversed()
        .flatMap((transition) => (transition[side] === undefined ? [] : [[transition[side].key, transition] as const])),
    );
  return { before: onSide('before'), after: onSide('after') };
});

/** Returns true if outsiders can assume the identity, or if this is unknown. */
function isExposed({ organization, outsiders }: Analysis, { holders, identities }: EarlyLine): boolean {
  return identities.some((key) => {
    const id = objectId(identity, key);
    const [before, after] = [organization.before.get(id), organization.after.get(id)];
    const object = holders === 'before' ? (before ?? after) : (after ?? before);
    if (object === undefined) return false;
    const found = getExposure(object.instances[0], outsiders);
    return found.outsiders.length + found.unknown.length > 0;
  });
}

/** Returns the rules of the organization that hold on both sides and not in every part of the apply. */
function brokenRules(analysis: Analysis, partial: PartialApply): Finding[] {
  const brokenIn = (after: 'either' | 'early') => {
    const view = getView(analysis, partial, after);
    return [...invariantBroken(view), ...assertionFailed(view)];
  };
  const known = new Set(brokenIn('either').map(({ id, subject }) => `${id} ${subject}`));
  return brokenIn('early')
    .filter(({ id, subject }) => !known.has(`${id} ${subject}`))
    .map((finding) => ({ ...finding, reason: `If the apply stops early: ${finding.reason}` }));
}
