/** Classifies access by what it allows: the same words describe a role in an answer and a row of a report. */
import { compareNames } from '../../base/text/compare-names';
import { EVERY_OTHER_CAPABILITY, type GrantNode, type RoleNode } from '../../access/graph';
import { canWrite, hasWrites, isBuiltInRole } from '../../access/graph/built-in-roles';
import { ROLE_NAMES } from '../../access/names';
import { counted, listed } from '../../base/text/words';
import { BUILT_IN_ROLES, isIamWrite } from '../../model/api';
import { capabilitiesText, countedCapabilities } from './capability-text';
import type { OrganizationGraph } from './to-graph';

/** The highest level of access of a role: administrative access, changes of access, other writes, or read-only. */
export type RightsClass = 'owns' | 'changes access' | 'writes' | 'reads';

/** The effect of a role on the groups in the same line. */
export const RIGHTS_IN_WORDS: Readonly<Record<RightsClass, string>> = {
  owns: 'full control',
  'changes access': 'can change access',
  writes: 'can write',
  reads: 'read-only',
};

export function getRights(role: RoleNode): RightsClass {
  const { capabilities, holdsUnknown } = role;
  return classify(holdsUnknown ? [EVERY_OTHER_CAPABILITY] : capabilities, isBuiltInRole(role));
}

/** Returns true if a grant gives more than read-only access, or a role whose capabilities no plan describes. */
export function mayWrite(
  { unknownRoles }: Pick<OrganizationGraph, 'unknownRoles'>,
  { role }: Pick<GrantNode, 'role'>,
): boolean {
  return unknownRoles.has(role.key) || canWrite(role);
}

const LEVELS: readonly string[] = Object.keys(RIGHTS_IN_WORDS);

/** A role in a group, by their paths. */
interface HeldRole {
  readonly rights: RightsClass;
  readonly role: string;
  readonly group: string;
}

/** Returns the highest access of roles: `owner in acme`. A role in a higher group reaches more. */
export function findHighestAccess(roles: readonly HeldRole[]): string | undefined {
  const level = ({ rights }: HeldRole) => LEVELS.indexOf(rights);
  const depth = ({ group }: HeldRole) => group.split('/').length;
  const [highest] = roles.toSorted(
    (a, b) =>
      level(a) - level(b) || depth(a) - depth(b) || compareNames(a.group, b.group) || compareNames(a.role, b.role),
  );
  return highest && `${highest.role} in ${highest.group}`;
}

/** Returns the role of a grant. */
export function getHeldRole({ role, group }: GrantNode): HeldRole {
  return { rights: getRights(role), role: role.path, group: group.path };
}

function classify(capabilities: readonly string[], isBuiltIn: boolean): RightsClass {
  if (capabilities.includes(EVERY_OTHER_CAPABILITY)) return 'owns';
  if (capabilities.some(isIamWrite)) return 'changes access';
  return hasWrites(capabilities, isBuiltIn) ? 'writes' : 'reads';
}

/** An identity with access by roles in a group. */
interface RoleAccess {
  readonly roles: readonly string[];
  readonly capabilities: readonly string[];
  readonly identity: string;
  readonly group: string;
}

/**
 * Sorts access: owners first, then by its highest level, strangers before others, by its number of capabilities, and `area-2`
 * before `area-10`.
 */
export function sortAccess<T extends RoleAccess>(lines: readonly T[], strangers?: ReadonlyMap<string, string>): T[] {
  const isKnown = ({ identity }: T) => Number(strangers?.has(identity) !== true);
  return [...lines].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      isKnown(a) - isKnown(b) ||
      b.capabilities.length - a.capabilities.length ||
      compareNames(a.group, b.group) ||
      compareNames(a.identity, b.identity),
  );
}

/** An owner can gain only some capabilities of the role. */
function rank({ roles, capabilities }: RoleAccess): number {
  return roles.includes('owner') ? -1 : LEVELS.indexOf(classify(capabilities, areBuiltIn(roles)));
}

function areBuiltIn(roles: readonly string[]): boolean {
  return roles.length > 0 && roles.every((name) => ROLE_NAMES.includes(name));
}

/** With fewer capabilities, their names say more. */
const MANY = 4;

/** Returns `read-only, 51 capabilities` for access by built-in roles; undefined for other roles, and for few capabilities. */
export function builtInRightsText(
  roles: readonly string[],
  capabilities: readonly string[],
  isGain = false,
): string | undefined {
  // Another role adds nothing to full control.
  const isOwner = roles.includes('owner') && capabilities.includes(EVERY_OTHER_CAPABILITY);
  if (!(isOwner || areBuiltIn(roles)) || capabilities.length < MANY) return undefined;
  const named = capabilities.filter((name) => name !== EVERY_OTHER_CAPABILITY);
  return `${RIGHTS_IN_WORDS[classify(capabilities, true)]}, ${counted(named.length, isGain ? 'new capability' : 'capability')}`;
}

/**
 * Returns the access for a table: `read-only, 51 capabilities`, otherwise the capabilities, those that change access first.
 *
 * @param isGain true if the identity gains them: it can have others of the role already
 */
export function rightsText(roles: readonly string[], capabilities: readonly string[], isGain = false): string {
  return builtInRightsText(roles, capabilities, isGain) ?? capabilitiesText(capabilities);
}

const VIEWER = 'viewer';
const ofViewer = new Set<string>(BUILT_IN_ROLES.find(({ name }) => name === VIEWER)?.capabilities);

/**
 * Returns capabilities on a path to them: `51 capabilities of viewer (read-only)`, otherwise their names or their number. Some names of
 * reads sound like changes.
 */
export function reachableText(capabilities: readonly string[]): string {
  const distinct = new Set(capabilities);
  const isRead = distinct.size >= MANY && [...distinct].every((name) => ofViewer.has(name));
  return isRead
    ? `${counted(distinct.size, 'capability')} of ${VIEWER} (${RIGHTS_IN_WORDS.reads})`
    : countedCapabilities(capabilities);
}

/** Returns the access for a sentence: `viewer (read-only, 51 capabilities)`, otherwise the capabilities or their number. */
export function accessText(roles: readonly string[], capabilities: readonly string[]): string {
  const rights = builtInRightsText(roles, capabilities);
  return rights === undefined ? countedCapabilities(capabilities) : `${listed(roles)} (${rights})`;
}
