/** Writes the commands that delete unmanaged objects, and says which objects have none. */
import { counted, few, nounFor } from '../../base/text/words';
import type { ApiVersion } from '../../model/api';
import { declarations } from '../../model/kinds';
import { kindInWords, listPath } from '../../model/schema';
import type { Drift } from './drift';

/** The maximum number of commands. */
const MOST_DELETIONS = 200;

/** A deletion cannot be undone, and the object of a stack elsewhere looks unmanaged here. */
export const OTHER_STACKS =
  'Only the compared stacks are known. If another stack manages an object, pass its state with --state.';

/** Returns the commands that delete the unmanaged objects, after a sentence about objects that the API keeps. */
export function createDeletionText(
  { deletions, unmanaged, unread, ownGroups }: Drift,
  { version }: { readonly version?: ApiVersion | undefined },
): { readonly sentence: string; readonly commands: readonly string[] } | undefined {
  if (unread !== undefined && unmanaged.length > 0)
    return {
      sentence: `The states of the other stacks ${few(unread)} are empty or cannot be read, so their objects look unmanaged, and no command deletes objects. Run "terraform init" there, or configure the backend of the state.`,
      commands: [],
    };
  if (deletions === undefined) return undefined;
  const outside = unmanaged.filter(({ isOwnAccess, isOutside }) => isOutside && !isOwnAccess).length;
  const kept = unmanaged.filter(({ isOwnAccess, isOutside }) => !isOwnAccess && !isOutside).length - deletions.length;
  const keptText =
    kept === 0
      ? ''
      : `Other objects need ${counted(kept, 'unmanaged object')}: the API refuses ${nounFor(kept, 'the deletion', 'their deletions')}.`;
  const commands = deletions.slice(0, MOST_DELETIONS).flatMap(({ kind, uid }) => {
    const declaration = declarations.find((candidate) => kindInWords(candidate) === kind);
    if (declaration === undefined) return [];
    return `curl -fsSX DELETE -H "Authorization: Bearer $PLATFORM_TOKEN" "$PLATFORM_BASE_URL${listPath(declaration, version)}/${uid}"`;
  });
  const outsideText =
    outside === 0 || ownGroups !== undefined
      ? ''
      : `${counted(outside, 'object is', 'objects are')} outside of the groups that the stacks manage, so no command deletes ${nounFor(outside, 'it', 'them')}.`;
  const texts = [keptText, outsideText].filter((text) => text !== '');
  if (commands.length === 0) return texts.length === 0 ? undefined : { sentence: texts.join(' '), commands };
  const others = `the ${deletions.length > MOST_DELETIONS ? 'first' : 'other'} ${commands.length}`;
  const what =
    commands.length + (ownGroups === undefined ? 0 : outside) === unmanaged.length
      ? nounFor(commands.length, 'it', 'them')
      : others;
  const how = `To delete ${what}, run${commands.length === 1 ? '' : ' in this order'}:`;
  return { sentence: [OTHER_STACKS, ...texts, how].join(' '), commands };
}
