/** Resolves the capabilities in a question, for the command and for the page. */
import { canonicalCapability, isKnownCapability } from '../../model/api';
import { few } from '../../base/text/words';
import { EVERY_OTHER_CAPABILITY, type AccessGraph, type GrantNode, type RoleNode } from '../graph';
import { findDecisiveGrants } from '../graph/decisive-grants';
import { areHeld, builtInRoleCapabilities, ROLE_NAMES } from './named-role';
import { createCapabilityMatcher } from './groups-and-capabilities';
import { QuestionError } from './unknown-name';

/** The capabilities that a question asks about. */
export interface AskedCapabilities {
  readonly kind: 'role' | 'pattern' | 'capability';
  /** The name in its canonical form. */
  readonly name: string;
  /** The capabilities of the role, which a holder needs together. */
  readonly role?: readonly string[];
  /** Returns true for each of the capabilities, and for {@link EVERY_OTHER_CAPABILITY} if it includes one of them. */
  readonly matches: (capability: string) => boolean;
}

/** The maximum number of roles in one message. */
const MOST = 5;

/** Returns the capabilities of a name, a pattern or a role. Throws a {@link QuestionError} for an unknown or ambiguous name. */
export function askedCapabilities(graph: AccessGraph, text: string): AskedCapabilities {
  const role = roleMeant(graph, text);
  if (role !== undefined) return { kind: 'role', name: text, role, matches: withUnknown(role) };
  const names = graph.roles.flatMap(({ name, path }) => [name, path]);
  const matches = createCapabilityMatcher(graph, text, [...ROLE_NAMES, ...names]);
  if (text.includes('*')) return { kind: 'pattern', name: text, matches };
  const name = canonicalCapability(text);
  return { kind: 'capability', name, matches: withUnknown([name]) };
}

/** Returns a function that tests if a capability is one of these. Owners also hold those that this package does not know. */
function withUnknown(names: readonly string[]): (capability: string) => boolean {
  const all = new Set(names.every(isKnownCapability) ? names : [...names, EVERY_OTHER_CAPABILITY]);
  return (capability) => all.has(capability);
}

/** Returns the grants that give the capabilities, of the grants of one identity that apply in a group. */
export function findGivingGrants(asked: AskedCapabilities, there: readonly GrantNode[]): readonly GrantNode[] {
  const { role: needed, matches } = asked;
  if (needed !== undefined) return areHeld(needed, there) ? findDecisiveGrants(there, needed).grants : [];
  return there.filter(
    ({ role }) => role.capabilities.some(matches) || (role.holdsUnknown && matches(EVERY_OTHER_CAPABILITY)),
  );
}

/** Returns the capabilities of a built-in role by its name, or of another role by its name or path. */
function roleMeant(graph: AccessGraph, text: string): readonly string[] | undefined {
  const builtIn = builtInRoleCapabilities(graph, text);
  if (builtIn !== undefined || isKnownCapability(text)) return builtIn;
  const atPath = graph.roles.filter(({ key, path }) => key === text || path === text);
  const [role, ...others] = atPath.length > 0 ? atPath : graph.roles.filter(({ name }) => name === text);
  if (role === undefined) return undefined;
  if (others.length > 0) throw new QuestionError(ambiguousRole(text, [role, ...others]));
  if (role.capabilities.length > 0) return role.capabilities;
  // Every identity would have all of no capabilities.
  throw new QuestionError(
    `The capabilities of role ${role.path} are unknown. Read it with a data source, or use --live.`,
  );
}

function ambiguousRole(text: string, roles: readonly RoleNode[]): string {
  const paths = roles.map(({ path }) => path);
  return `The role name ${JSON.stringify(text)} is ambiguous: ${few(paths, MOST)}. Use the path of the role.`;
}
