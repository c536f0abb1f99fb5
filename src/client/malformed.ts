/** Objects of a list that are not what the declaration says: told by name, while all others are read. */
import { isUid } from '../api';
import { identifierField, kindInWords, type Declaration } from '../schema';

/** An object that cannot be understood, one among others that can. */
export interface MalformedObject {
  /** Its kind, as in `Group`. */
  readonly kind: string;
  /** Its uid, if that can be read. */
  readonly uid: string | undefined;
  /** Its name, if it has one that can be read. */
  readonly name: string | undefined;
  /** How it is called in a message: `repo "shop" (uid …)`, or its place in the list. */
  readonly subject: string;
  /** What is wrong with it: `catalogTier: expected a string`. Free of secrets. */
  readonly problem: string;
  /** Those of its fields that can be read. */
  readonly readable: Readonly<Record<string, unknown>>;
}

/** `at`: where it stands in the answer, for an object that says neither its name nor its uid. */
export function malformedObject(
  declaration: Declaration,
  at: string,
  problem: string,
  readable: Readonly<Record<string, unknown>>,
): MalformedObject {
  const { [identifierField(declaration)]: identifier, name: title } = readable;
  const uid = isUid(identifier) ? identifier : undefined;
  const name = typeof title === 'string' && title !== '' ? title : undefined;
  const words = [...(name === undefined ? [] : [JSON.stringify(name)]), ...(uid === undefined ? [] : [`(uid ${uid})`])];
  const subject = `${kindInWords(declaration)} ${words.length === 0 ? at : words.join(' ')}`.trim();
  return { kind: declaration.kind, uid, name, subject, problem, readable };
}

/** `repo "shop" (uid …): catalogTier: expected a string; …`, the first of them. */
export function malformedInWords(malformed: readonly MalformedObject[]): string {
  const shown = malformed.slice(0, MOST_SHOWN).map(({ subject, problem }) => `${subject}: ${problem}`);
  const more = malformed.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

const MOST_SHOWN = 10;
