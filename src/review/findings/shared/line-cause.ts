/** Finds the change that gives access: a widened role, a recreated identity or a created grant. */
import { EVERY_OTHER_CAPABILITY, type EscalationPath, type GrantNode, type RoleNode } from '../../../access/graph';
import { identity, role } from '../../../model/kinds';
import { kindInWords } from '../../../model/schema';
import { capitalized } from '../../../base/text/words';
import type { AccessLine } from '../../access/access-lines';
import { byWeight } from '../../access/capability-weight';
import { countedCapabilities } from '../../access/capability-text';
import type { Analysis } from '../../access/analysis';
import { splitAddress } from '../../input/plan/configuration';
import type { ObjectMatch } from '../../organization/object-matches';
import { grantsGiving, rolesText } from './evidence';
import { whereIs, type FindingCause } from './finding';

/** Returns the cause of a line of access gained; `undefined` if it cannot be attributed to one change. */
export function causeOfLine(analysis: Analysis, line: AccessLine): FindingCause | undefined {
  if (line.cause === 'role widened') return widenedRole(analysis, line);
  if (line.cause === 'identity recreated') return recreatedIdentity(analysis, line);
  if (line.cause !== 'granted' && line.cause !== 'grant updated') return undefined;
  return grantBlock(analysis, line);
}

/** Returns the cause of an escalation path: the cause of the first step that uses new access of its actor. */
export function causeOfEscalation(analysis: Analysis, path: EscalationPath): FindingCause | undefined {
  const steps = path.steps.flatMap(({ through, actor }) => through.map(({ grant }) => ({ grant, actor })));
  for (const { grant, actor } of steps) {
    const line = analysis.gained.find(
      (accessLine) => accessLine.identity === actor && accessLine.grants.includes(grant),
    );
    if (line !== undefined) return causeOfLine(analysis, line);
  }
  const [line, ...others] = analysis.gained.filter((accessLine) => accessLine.identity === path.identity);
  return line === undefined || others.length > 0 ? undefined : causeOfLine(analysis, line);
}

function widenedRole(analysis: Analysis, line: AccessLine): FindingCause | undefined {
  const grants = analysis.after.graph.grants.filter(({ key }) => line.grants.includes(key));
  return grants.map((grant) => causeOfRole(analysis, grant.role)).find((cause) => cause !== undefined);
}

/** Returns the cause of everything that a role gives from now on; `undefined` if it gives nothing more than before. */
export function causeOfRole(analysis: Analysis, is: RoleNode): FindingCause | undefined {
  const { before, matches } = analysis;
  const match = findMatch(matches, role.kind, is.key);
  const was = before.graph.roles.find(({ key }) => key === match?.before?.key);
  if (was === undefined) return undefined;
  const gained = byWeight(is.capabilities.filter((name) => !was.capabilities.includes(name)));
  const isOpen = is.holdsUnknown && !was.holdsUnknown;
  if (gained.length === 0 && !isOpen) return undefined;
  const what = countedCapabilities([...gained, ...(isOpen ? [EVERY_OTHER_CAPABILITY] : [])]);
  return { key: `role ${is.path}`, text: `Role ${is.path} gains ${what}`, ...whereIs(analysis, is.key) };
}

function recreatedIdentity(analysis: Analysis, line: AccessLine): FindingCause {
  const grant = analysis.after.graph.grants.find(({ key }) => line.grants.includes(key));
  const text = `${capitalized(kindInWords(identity))} ${line.identity} is recreated`;
  return { key: `identity ${line.identity}`, text, ...whereIs(analysis, grant?.identity.key) };
}

/** Returns the cause of all instances of one block that grant the same role. */
function grantBlock(analysis: Analysis, line: AccessLine): FindingCause | undefined {
  const grants = grantsGiving(analysis.after.graph, line, line.fresh);
  const getBlock = (grant: GrantNode) => splitAddress(whereIs(analysis, grant.key).address ?? '').block;
  const [first] = grants;
  const { address, plan } = whereIs(analysis, first?.key ?? line.grants[0]);
  if (address === undefined) return undefined;
  const { block } = splitAddress(address);
  const roles = rolesText(grants.filter((grant) => getBlock(grant) === block));
  return { key: `${block} ${roles}`, text: `${block} grants ${roles}`, address: block, plan };
}

function findMatch(matches: readonly ObjectMatch[], kind: string, key: string): ObjectMatch | undefined {
  return matches.find(({ declaration, after }) => declaration.kind === kind && after?.key === key);
}
