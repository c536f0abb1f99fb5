/** Reads the construct and the line of a block in a synthesized stack, which CDKTF and this package write there. */
import { isObject } from '../api';

/** A line of the program. */
export interface SourceLine {
  /** With slashes; relative to the working directory of the review, if possible. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/** The origin of a declaration. */
export interface Origin {
  /** The path of the construct from the stack: `org/payments/ci`. */
  readonly construct: string;
  readonly source?: SourceLine;
}

/** Returns the origin of a block, or `undefined` for a block without metadata. */
export function originOf(block: unknown): Origin | undefined {
  const comment = isObject(block) ? block['//'] : undefined;
  const metadata = isObject(comment) ? comment['metadata'] : undefined;
  if (!isObject(metadata) || typeof metadata['path'] !== 'string') return undefined;
  const { file, line } = isObject(metadata['source']) ? metadata['source'] : {};
  const isKnown = typeof file === 'string' && file !== '' && Number.isSafeInteger(line) && Number(line) > 0;
  return { construct: metadata['path'], ...(isKnown && { source: { file, line: Number(line) } }) };
}
