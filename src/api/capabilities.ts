/**
 * Capabilities: people and tokens say `groups.list`, the wire says `CAP_IAM_GROUPS_LIST`.
 * Source: not-shown "Capabilities and built-in roles".
 */

const verbs = ['create', 'update', 'list', 'delete'] as const;

const iamNouns = [
  'groups',
  'group_invites',
  'roles',
  'role_bindings',
  'account_associations',
  'identity',
  'identity_providers',
] as const;
const plainNouns = ['repo', 'tag', 'manifest', 'advisories'] as const;

const enumNames = new Map<string, string>([
  // Invites are made and withdrawn, never changed.
  ...named(iamNouns, 'CAP_IAM').filter(([dotted]) => dotted !== 'group_invites.update'),
  ...named(plainNouns, 'CAP'),
  ['repo.blobs.get', 'CAP_REPO_BLOBS_GET'],
]);
const dottedNames = new Map([...enumNames].map(([dotted, name]) => [name, dotted]));

/** Every capability in its dotted spelling, sorted. */
export const CAPABILITIES: readonly string[] = [...enumNames.keys()].sort();

/** Whether `name` is a capability in the dotted spelling. */
export function isCapability(name: string): boolean {
  return enumNames.has(name);
}

/** `groups.list` → `CAP_IAM_GROUPS_LIST`. What is unknown stays as it is: the service may know more than we do. */
export function capabilityEnumName(dotted: string): string {
  return enumNames.get(dotted) ?? dotted;
}

/** `CAP_IAM_GROUPS_LIST` → `groups.list`. What is unknown stays as it is. */
export function capabilityName(enumName: string): string {
  return dottedNames.get(enumName) ?? enumName;
}

function named(nouns: readonly string[], prefix: string): [string, string][] {
  return nouns.flatMap((noun) =>
    verbs.map((verb): [string, string] => [`${noun}.${verb}`, `${prefix}_${noun}_${verb}`.toUpperCase()]),
  );
}
