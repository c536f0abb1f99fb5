/** The roles that every organization has, with their capabilities (contract A4). */
import { CAPABILITIES } from './capabilities';

interface BuiltInRole {
  readonly name: string;
  /** Dotted names, sorted. */
  readonly capabilities: readonly string[];
  /** True if the role also holds every capability that is not in our table. */
  readonly holdsUnknown?: boolean;
}

const reading = CAPABILITIES.filter((name) => name.endsWith('.list'));
const viewing = [...reading, 'repo.blobs.get'];
const editing = [...viewing, ...writing(['repo'])];

export const BUILT_IN_ROLES: readonly BuiltInRole[] = [
  role('console_viewer', reading),
  role('viewer', viewing),
  role('editor', editing),
  role('limited_owner', [...viewing, 'identity.create', 'role_bindings.create']),
  {
    holdsUnknown: true,
    ...role('owner', [
      ...editing,
      ...writing([
        'groups',
        'group_invites',
        'roles',
        'role_bindings',
        'account_associations',
        'identity',
        'identity_providers',
        'tag',
        'manifest',
      ]),
    ]),
  },
  role('registry.pull', ['groups.list', 'repo.list', 'repo.blobs.get', 'manifest.list', 'tag.list']),
];

/** The description of a built-in role: `Viewer Role (built-in)`. */
export function builtInRoleDescription(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} Role (built-in)`;
}

function role(name: string, capabilities: readonly string[]): BuiltInRole {
  return { name, capabilities: [...new Set(capabilities)].sort() };
}

function writing(nouns: readonly string[]): string[] {
  return CAPABILITIES.filter(
    (name) => nouns.includes(name.split('.')[0] ?? '') && /\.(create|update|delete)$/.test(name),
  );
}
