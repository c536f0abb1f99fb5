/** Objects that contradict their declaration, in a response with other readable objects. */
import { isUid, type Values } from '../../model/api';
import { type Declaration, identifierField, kindInWords } from '../../model/schema';
import { printable } from '../../base/text/printable';

/** An object that contradicts its declaration, in a response with other readable objects. */
export interface MalformedObject {
  /** Its kind, as in `Group`. */
  readonly kind: string;
  /** Its uid, if it is readable. */
  readonly uid: string | undefined;
  /** Its name, if it is readable. */
  readonly name: string | undefined;
  /** The name of the object in a message: `repo "shop" (uid …)`, or its position in the list. */
  readonly subject: string;
  /** The problem of the object: `catalogTier: expected a string`. Contains no secret. */
  readonly problem: string;
  /** Its readable fields. */
  readonly readable: Values;
}

/** @param at the position in the response, for an object without a readable name or uid */
export function malformedObject(
  declaration: Declaration,
  at: string,
  problem: string,
  readable: Values,
): MalformedObject {
  const { [identifierField(declaration)]: identifier, name: title } = readable;
  const uid = isUid(identifier) ? identifier : undefined;
  const name = typeof title === 'string' && title !== '' ? title : undefined;
  const words = [...(name === undefined ? [] : [JSON.stringify(name)]), ...(uid === undefined ? [] : [`(uid ${uid})`])];
  const subject = `${kindInWords(declaration)} ${words.length === 0 ? at : words.join(' ')}`.trim();
  return { kind: declaration.kind, uid, name, subject: printable(subject), problem: printable(problem), readable };
}

/** Returns the first problems as text: `repo "shop" (uid …): catalogTier: expected a string; …`. */
export function malformedInWords(malformed: readonly MalformedObject[]): string {
  const named = malformed.slice(0, MAX_NAMED).map(({ subject, problem }) => `${subject}: ${problem}`);
  const more = malformed.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

const MAX_NAMED = 10;
