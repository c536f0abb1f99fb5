/** What a check finds: a code for those who decide by it, a place, and a message for people. */

/** What a violation is, for code that treats some of them in its own way; its message is for people. */
export type ViolationCode =
  /** A field that must be given is absent or empty. */
  | 'required'
  /** A name that is not declared; the last step of the path. */
  | 'unknownField'
  /** A value of another JSON type. */
  | 'type'
  /** A text with too many characters, a list with too few or too many elements. */
  | 'length'
  /** A number below or above its limits. */
  | 'range'
  | 'pattern'
  | 'oneOf'
  | 'format'
  /** A name that is well formed and likely a slip of a known one. */
  | 'unknownName'
  /** One thing twice in a set, in two spellings. */
  | 'duplicate'
  /** A rule about several fields. */
  | 'rule'
  /** A time that must lie ahead, and does not. */
  | 'passed'
  | 'tooFarAhead';

/** What is wrong with one text, whatever field holds it. */
export interface Finding {
  /** A warning says that something is likely not meant; the service may well take it. */
  readonly severity: 'error' | 'warning';
  readonly code: ViolationCode;
  /** What is wrong, without its subject: `must match "…"`. */
  readonly message: string;
}

export interface Violation extends Finding {
  /** Names and map keys from the object down to the value; list elements by index. */
  readonly path: readonly (string | number)[];
  /** The field that the message is about, as the reader spells it. Absent: the message names the fields itself. */
  readonly subject?: string;
}

/** The violation as a sentence: `name must match "…"`. */
export function violationText({ subject, message }: Violation): string {
  return subject === undefined ? message : `${subject} ${message}`;
}

/** Those that forbid the values; what only deserves a look is none of them. */
export function errorsAmong(violations: readonly Violation[]): Violation[] {
  return violations.filter(({ severity }) => severity === 'error');
}
