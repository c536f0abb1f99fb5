/** The advice in drift: how to undo changes, and what to decide before any command. */
import { counted, few, nounFor } from '../../base/text/words';
import { externalGroupRoleMapping, groupInvite, identityProvider, roleBinding } from '../../model/kinds';
import { kindInWords } from '../../model/schema';
import type { Drift } from './drift';

/** The kinds of objects that give access. */
const GRANTING: readonly string[] = [roleBinding, groupInvite, externalGroupRoleMapping, identityProvider].map(
  kindInWords,
);

/** Returns the next steps after changed objects. */
export function describeUndo(changed: Drift['changed']): string {
  const gone = changed.filter(({ status, kind }) => status === 'removed' && GRANTING.includes(kind));
  const undo = 'To undo the changes, apply. To keep them, change the configuration.';
  if (gone.length === 0) return undo;
  const [access, it] = [few(gone.map(({ kind, path }) => `${kind} ${path}`)), nounFor(gone.length, 'it', 'them')];
  return `${undo} An apply gives the removed access again: ${access}. To keep ${it} removed, delete the declaration of each first.`;
}

export const DECLARE_OWNERS =
  'Add only the owners that are yours to "owners" in review.config.json. Remove the access of all others:';

/** Returns sentences about unmanaged objects that give owner. */
export function ownerAdvice(unmanaged: Drift['unmanaged']): string[] {
  const count = unmanaged.filter(({ givesOwner, isOwnAccess }) => givesOwner && !isOwnAccess).length;
  const own = unmanaged.some(({ isOwnAccess }) => isOwnAccess)
    ? ['Keep your own access: its deletion locks you out.']
    : [];
  if (count === 0 || describeLostState(unmanaged) !== undefined) return own;
  return [
    ...own,
    `${own.length > 0 ? counted(count, 'other unmanaged object gives', 'other unmanaged objects give') : counted(count, 'unmanaged object gives', 'unmanaged objects give')} owner. Confirm or delete each one first: declaring an object does not remove its access.`,
  ];
}

/** Returns the advice instead of any command: with its state, each object would be managed. */
export function describeLostState(unmanaged: Drift['unmanaged']): string | undefined {
  const paths = unmanaged.filter(({ isDeclared }) => isDeclared).map(({ path }) => path);
  if (paths.length === 0) return undefined;
  return `The stacks declare ${few(paths)}, and no state contains ${nounFor(paths.length, 'it', 'them')}. A state is probably lost: copy its file, or configure its backend, and run the command again. If none is lost, import the objects. Delete nothing before.`;
}
