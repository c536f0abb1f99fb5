/** The roles that every organization has, with their capabilities (contract A4). */
import { CAPABILITY_TABLE } from './capability-table';
import type { KnownCapability } from './capabilities';
import { PUBLIC_ROLES } from './public-roles';

interface BuiltInRole {
  readonly name: string;
  /** Dotted names, sorted. */
  readonly capabilities: readonly KnownCapability[];
  /** True if the role also holds every capability that is not in our table. */
  readonly holdsUnknown?: boolean;
}

const limitedOwner: KnownCapability[] = [
  ...publicRole('viewer').capabilities,
  ...(['identity.create', 'role_bindings.create'] as const),
];

/**
 * The roles of the specification, and further ones that are public. The public files contain all sets but `limited_owner`,
 * which the specification defines.
 */
export const BUILT_IN_ROLES: readonly BuiltInRole[] = [
  publicRole('console_viewer'),
  publicRole('viewer'),
  publicRole('editor'),
  { name: 'limited_owner', capabilities: limitedOwner.sort() },
  { ...publicRole('owner'), holdsUnknown: true },
  publicRole('registry.pull'),
  publicRole('registry.push'),
  publicRole('registry.pull_token_creator'),
  publicRole('apk.pull'),
  publicRole('libraries.java.pull'),
  publicRole('libraries.javascript.pull'),
  publicRole('libraries.python.pull'),
];

function publicRole(name: keyof typeof PUBLIC_ROLES): BuiltInRole {
  const numbers: readonly number[] = PUBLIC_ROLES[name];
  const rows = CAPABILITY_TABLE.filter(([number]) => numbers.includes(number));
  return { name, capabilities: rows.map(([, , dotted]) => dotted).sort() };
}

/** The description of a built-in role: `Viewer Role (built-in)`. */
export function builtInRoleDescription(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} Role (built-in)`;
}
