/** A patch that reopens a hole. `reopen.ts` applies it to a copy, where the attack must find it. */

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
