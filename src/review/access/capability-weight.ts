/** The order of capabilities by danger. */
import { EVERY_OTHER_CAPABILITY } from '../../access/graph';
import { isIamWrite, isKnownCapability, isReadCapability } from '../../model/api';

/** Kinds that decide access, the most dangerous first. */
const IAM_KINDS = [
  'role_bindings',
  'identity',
  'identity_providers',
  'group_invites',
  'roles',
  'groups',
  'account_associations',
];

/** Verbs of these kinds, the most dangerous first. */
const IAM_VERBS = ['create', 'update', 'manage', 'delete'];

/** Sorts capabilities: writes of IAM kinds, unknown writes, other writes, unknown reads, reads. */
export function byWeight(capabilities: readonly string[]): string[] {
  return [...capabilities].sort((a, b) => weigh(a) - weigh(b) || (a < b ? -1 : 1));
}

function weigh(name: string): number {
  if (name === EVERY_OTHER_CAPABILITY) return 1000;
  if (isIamWrite(name)) {
    const words = name.split('.');
    return rank(IAM_VERBS, words.at(-1)) * 100 + rank(IAM_KINDS, words[0]);
  }
  const isKnown = isKnownCapability(name);
  if (isReadCapability(name)) return isKnown ? 1004 : 1003;
  return isKnown ? 1002 : 1001;
}

function rank(names: readonly string[], name = ''): number {
  return names.includes(name) ? names.indexOf(name) : names.length;
}
