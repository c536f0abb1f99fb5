/** Reads the construct and the line of a block in a synthesized stack, which CDKTF and this package write there. */
import { isObject } from '../api';

/** A line of the program. */
export interface SourceLine {
  /** With slashes; relative to the working directory of the review, if possible. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** The line that calls the function with this line. Absent for a function without several callers. */
  readonly caller?: Omit<SourceLine, 'caller'> | undefined;
}

/** The origin of a declaration. */
export interface Origin {
  /** The path of the construct from the stack: `org/payments/ci`. */
  readonly construct: string;
  readonly source?: SourceLine;
}

/** Returns the origin of a block, or `undefined` for a block without metadata. */
export function findOrigin(block: unknown): Origin | undefined {
  const comment = isObject(block) ? block['//'] : undefined;
  const metadata = isObject(comment) ? comment['metadata'] : undefined;
  if (!isObject(metadata) || typeof metadata['path'] !== 'string') return undefined;
  const source = readLine(metadata['source']);
  if (source === undefined) return { construct: metadata['path'] };
  const caller = isObject(metadata['source']) ? readLine(metadata['source']['caller']) : undefined;
  return { construct: metadata['path'], source: { ...source, ...(caller && { caller }) } };
}

function readLine(value: unknown): SourceLine | undefined {
  const { file, line } = isObject(value) ? value : {};
  const isKnown = typeof file === 'string' && file !== '' && Number.isSafeInteger(line) && Number(line) > 0;
  return isKnown ? { file, line: Number(line) } : undefined;
}

/** Returns the file and line of the call, then those of the declaration if it is in a function: `FILE:12 via OTHER_FILE:3`. */
export function sourceLineText({ file, line, caller }: SourceLine): string {
  return `${caller === undefined ? '' : `${caller.file}:${caller.line} via `}${file}:${line}`;
}
