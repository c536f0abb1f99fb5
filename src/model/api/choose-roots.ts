/** The root groups that a user names, for every command that reads an organization. */
import { nearest } from './nearest';
import { visible } from '../../base/text/visible';
import { few } from '../../base/text/words';
import type { Values } from './values';

interface ChosenRoot {
  readonly uid: string;
  readonly name: string;
  readonly object: Values;
}

/**
 * Returns the root groups with these uids or names, or all.
 *
 * @param useUid the next step if several groups have the name
 * @throws the error that `fail` returns
 */
export function chooseRoots(
  objects: readonly Values[],
  wanted: readonly string[] | undefined,
  { fail, useUid }: { readonly fail: (message: string) => Error; readonly useUid: string },
): ChosenRoot[] {
  const visibleRoots = objects.map((object) => ({ uid: String(object['uid']), name: String(object['name']), object }));
  if (visibleRoots.length === 0) throw fail('Cannot find a root group: the token needs groups.list in the root group.');
  if (wanted === undefined) return visibleRoots;
  return [...new Set(wanted)].map((text) => {
    const [first, ...others] = visibleRoots.filter(({ uid, name }) => uid === text || name === text);
    if (others.length > 0) throw fail(`Several root groups have the name ${JSON.stringify(text)}. ${useUid}`);
    if (first !== undefined) return first;
    const names = visibleRoots.map(({ name }) => name);
    throw fail(missingRootText(text, names));
  });
}

/** Returns `Cannot find root group "acm". Did you mean "acme"? Visible: acme, globex.` */
function missingRootText(text: string, names: readonly string[]): string {
  const meant = nearest(text, names);
  const question = meant === undefined ? '' : ` Did you mean ${JSON.stringify(meant)}?`;
  return `Cannot find root group ${JSON.stringify(text)}.${question} Visible: ${few(names.map(visible))}.`;
}
