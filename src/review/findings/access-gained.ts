/** New access, one finding for each identity and scope. The configuration can make it high (`noNewAccess`). */
import { EVERY_OTHER_CAPABILITY, type GrantNode, type GroupNode } from '../../access/graph';
import { counted } from '../../base/text/words';
import type { Analysis } from '../access/analysis';
import { byWeight } from '../access/capability-weight';
import { accessText } from '../access/rights';
import { type AccessLimit, capabilityPattern, pathPattern } from '../../access/rules';
import { isWidened } from './claim-widened';
import { identitiesByPath } from '../../access/graph/paths';
import { trustPolicyAt } from './shared/evidence';
import { whereIs, type Finding, type FindingCause, type Place } from './shared/finding';
import { causeOfLine } from './shared/line-cause';

/** Access that an identity has after the change. */
interface Held {
  readonly identity: string;
  /** The path of the group where the access begins. */
  readonly group: string;
  readonly except: readonly string[];
  readonly beneath: number;
  /** Sorted: the most dangerous first. */
  readonly capabilities: readonly string[];
}

interface NewAccess extends Place {
  readonly subject: string;
  readonly held: readonly Held[];
  readonly text: string;
  /** Further evidence. */
  readonly facts?: readonly unknown[];
  /** True if another finding reports it: a limit then adds this one. */
  readonly isReportedElsewhere: boolean;
  readonly cause?: FindingCause | undefined;
}

export function accessGained(analysis: Analysis): Finding[] {
  const { noNewAccess = [] } = analysis.configuration;
  const limits = noNewAccess === true ? [{}] : noNewAccess;
  const ofOthers = limits.length === 0 ? [] : newByTrust(analysis);
  return [...newByGrants(analysis), ...ofOthers].flatMap(
    ({ subject, held, text, facts = [], isReportedElsewhere, ...rest }): Finding[] => {
      const broken = limits.filter((limit) => held.some((one) => isWithin(limit, one, analysis)));
      if (broken.length === 0 && isReportedElsewhere) return [];
      return [
        {
          id: 'access-gained',
          severity: broken.length > 0 ? 'high' : 'low',
          subject,
          reason: `${text}${broken.length > 0 ? ` "noNewAccess" forbids this: ${broken.map(limitText).join('; ')}.` : ''}`,
          evidence: [
            ...held.map((one) => [one.identity, one.group, one.except, one.beneath, one.capabilities]),
            ...facts,
          ],
          identity: held[0]?.identity,
          group: held[0]?.group,
          ...rest,
        },
      ];
    },
  );
}

/** Returns access by new grants. Inherited access is not new. */
function newByGrants(analysis: Analysis): NewAccess[] {
  return analysis.gained
    .filter(({ fresh }) => fresh.length > 0)
    .map((line) => ({
      subject: `${line.identity} in ${line.group}`,
      held: [{ ...line, capabilities: line.fresh }],
      text: `${line.identity} gains ${accessText(line.roles, line.fresh)} in ${line.group}${beneathText(line)}.`,
      isReportedElsewhere: line.fresh.some(analysis.isOwnerLevel),
      cause: causeOfLine(analysis, line),
      ...whereIs(analysis, line.grants[0]),
    }));
}

/** Returns access by wider trust policies. It has its own finding, so that only a limit adds one here. */
function newByTrust(analysis: Analysis): NewAccess[] {
  const identities = identitiesByPath(analysis.after.graph);
  return analysis.trustPolicyChanges.filter(isWidened).map(({ identity: path, address, plan }) => ({
    subject: path,
    text: `More workloads may be able to assume ${path}.`,
    held: (identities.get(path)?.grants ?? []).map(heldBy),
    facts: [trustPolicyAt(analysis.organization.after, { address, plan })],
    isReportedElsewhere: true,
    address,
    plan,
  }));
}

function heldBy({ identity: who, role: what, group: at }: GrantNode): Held {
  const names = [...what.capabilities, ...(what.holdsUnknown ? [EVERY_OTHER_CAPABILITY] : [])];
  return { identity: who.path, group: at.path, except: [], beneath: at.end - at.order, capabilities: byWeight(names) };
}

/** Returns true if the limit covers any of the access. A group with an unknown path counts, and so does a path before the change. */
function isWithin({ can = ['*'], where }: AccessLimit, one: Held, { before, after: { graph } }: Analysis): boolean {
  if (!can.some((pattern) => one.capabilities.some(capabilityPattern(pattern).matches))) return false;
  if (where === undefined) return true;
  const scope = graph.group(one.group);
  if (getRoot(scope).implied) return true;
  const isExcepted = (path: string) => one.except.some((end) => `${path}/`.startsWith(`${end}/`));
  const groups = graph.groups.slice(scope.order, scope.end + 1).filter(({ path }) => !isExcepted(path));
  const pathBefore = new Map(before.graph.groups.map(({ key, path }) => [key, path]));
  return where.some((pattern) => {
    const matches = pathPattern(pattern);
    return groups.some(({ path, key }) => key === pattern || matches(path) || matches(pathBefore.get(key) ?? path));
  });
}

function getRoot(node: GroupNode): GroupNode {
  return node.parent === undefined ? node : getRoot(node.parent);
}

function limitText({ can, where }: AccessLimit): string {
  const what = can === undefined ? 'no new access' : `no new access to ${can.join(' or ')}`;
  return where === undefined ? what : `${what} in ${where.join(' or ')}`;
}

function beneathText({ beneath }: Held): string {
  return beneath === 0 ? '' : ` and ${counted(beneath, 'group')} beneath`;
}
