/** A patch that reopens a hole. `reopen.ts` applies it to a copy, where the attack must find it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Edit {
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replacement: string;
}

export interface Hole {
  readonly name: string;
  readonly edits: readonly Edit[];
}

/** Returns a hole of one edit. */
export function hole(name: string, file: string, find: string, replacement: string): Hole {
  return { name, edits: [{ file, find, replacement }] };
}

/**
 * Returns the patched texts by file.
 *
 * @param root the root of the repository
 */
export function patchedTexts({ name, edits }: Hole, root: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { file, find, replacement } of edits) {
    const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
    const count = text.split(find).length - 1;
    if (count !== 1) throw new Error(`"${name}": ${file} contains the replaced text ${count} times.`);
    texts.set(
      file,
      text.replace(find, () => replacement),
    );
  }
  return texts;
}
