/** Finds the line of a program that creates a construct. Errors and the review of a plan show it. */
import { isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Construct, IConstruct } from 'constructs';
import { sourceLineText, type SourceLine } from '../../src/model/stack';
import { distinctCaller, recordCalls } from './call-lines';

export type { SourceLine };

/** The flag that `new App({ stackTraces: false })` sets. CDKTF exports no name for it. */
const TRACES_ARE_OFF = '@cdktf/disable_stack_trace_in_metadata';

/**
 * The numbers of stack frames to search for a line of the user. Each frame costs time, because Node looks it up in a
 * source map, and the line is usually among the first.
 */
const DEPTHS = [6, 30];

/** `    at new Team (/app/team.ts:3:5)`, `    at file:///app/main.mts:7:1`. */
const framePattern = /^\s*at (?:(.+?) \((.+):(\d+):\d+\)|(.+):(\d+):\d+)$/;

const ours = `${join(__dirname, '..')}${sep}`;
const packages = `${sep}node_modules${sep}`;

const lines = new WeakMap<IConstruct, SourceLine>();

/** The line of a data file, while its constructs are created. */
let lineOfData: SourceLine | undefined;

/** A constructor, public or not. */
type Class = NonNullable<Parameters<typeof Error.captureStackTrace>[1]>;

/**
 * Stores and returns the line with the `new` of an object of class `made`, which is a class of this package or a user's subclass.
 * Skips the code of packages and the constructors of subclasses. Returns `undefined` without such a line, or if the App
 * turns stack traces off. Uses source maps if Node does. The line has a `caller` once other constructs of the same line have another
 * one: read it at synthesis.
 *
 * @param base The class whose constructor calls this function; `made` extends it.
 */
export function recordSourceLine(scope: Construct, made: Class, base: Class): SourceLine | undefined {
  if (lineOfData !== undefined) {
    lines.set(scope, lineOfData);
    return lineOfData;
  }
  if (scope.node.tryGetContext(TRACES_ARE_OFF) === true) return undefined;
  const constructors = new Set<string>();
  for (let one = made; one !== base; one = Object.getPrototypeOf(one) as Class) constructors.add(`new ${one.name}`);
  const calls = recordCalls(scope.node.root, linesAbove(base, constructors));
  const [inner] = calls;
  if (inner === undefined) return undefined;
  const { file, line } = inner;
  const found: SourceLine = {
    file,
    line,
    get caller() {
      const caller = distinctCaller(calls);
      return caller && { file: caller.file, line: caller.line };
    },
  };
  lines.set(scope, found);
  return found;
}

/**
 * Returns the line that calls a function or a constructor of this package with a construct, or `undefined` if the App turns stack traces
 * off.
 */
export function findCallerLine(scope: Construct, called: Class): SourceLine | undefined {
  return scope.node.tryGetContext(TRACES_ARE_OFF) === true ? undefined : linesAbove(called, new Set())[0];
}

function linesAbove(base: Class, skipped: ReadonlySet<string>): SourceLine[] {
  for (const deepest of DEPTHS) {
    const found = findUserLines(framesAbove(base, deepest), skipped);
    if (found.length > 0) return found;
  }
  return [];
}

/** Calls `create`, whose constructs get a line of a data file instead of a line of the program. */
export function createWithLine(line: SourceLine, create: () => void): void {
  const outer = lineOfData;
  lineOfData = line;
  try {
    create();
  } finally {
    lineOfData = outer;
  }
}

/** Returns the line that `recordSourceLine` stored for a construct. */
export function getSourceLine(construct: IConstruct): SourceLine | undefined {
  return lines.get(construct);
}

/** Returns the line of the first frame in the user's program. */
export function findUserLine(frames: readonly string[]): SourceLine | undefined {
  return findUserLines(frames, new Set())[0];
}

/** Returns the lines of the frames in the user's program, except for the functions in `skipped`. */
function findUserLines(texts: readonly string[], skipped: ReadonlySet<string>): SourceLine[] {
  const found: SourceLine[] = [];
  for (const text of texts) {
    const frame = readFrame(text);
    if (frame !== undefined && !skipped.has(frame.name)) found.push(frame.source);
  }
  return found;
}

interface Frame {
  /** The function. */
  readonly name: string;
  readonly source: SourceLine;
}

/** The frames of the program in one working folder. A loop creates many constructs with the same frames. */
const frames = { folder: '', known: new Map<string, Frame | undefined>() };

/** Returns a frame of the user's program, and `undefined` for any other frame. */
function readFrame(text: string): Frame | undefined {
  const folder = process.cwd();
  if (frames.folder !== folder) Object.assign(frames, { folder, known: new Map<string, Frame | undefined>() });
  if (frames.known.has(text)) return frames.known.get(text);
  const [, name = '', place, line, barePlace, bareLine] = framePattern.exec(text) ?? [];
  const file = userFile(place ?? barePlace);
  const frame = file === undefined ? undefined : { name, source: { file, line: Number(line ?? bareLine) } };
  frames.known.set(text, frame);
  return frame;
}

/** Adds the line that creates the construct to each of its problems. */
export function appendSourceLine(problems: readonly string[], source: SourceLine | undefined): string[] {
  // CDKTF indents problems by two.
  return problems.map((problem) => `${problem}${formatSourceLine(source, '      ')}`);
}

/** Returns the line to append to a message, or an empty text without a line of the program. */
export function formatSourceLine(source: SourceLine | undefined, indent = '    '): string {
  return source === undefined ? '' : `\n${indent}at ${sourceLineText(source)}`;
}

function framesAbove(base: Class, deepest: number): string[] {
  const trace: { stack?: unknown } = {};
  const limit = Error.stackTraceLimit;
  try {
    Error.stackTraceLimit = deepest;
    Error.captureStackTrace(trace, base);
    return typeof trace.stack === 'string' ? trace.stack.split('\n') : [];
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/**
 * Returns the path of a file of the user, and `undefined` for code of Node and of packages. A linked package counts as
 * code of the user.
 */
function userFile(place: string | undefined): string | undefined {
  const path = place?.startsWith('file:///') === true ? fileURLToPath(place) : place;
  if (path === undefined || !isAbsolute(path) || path.startsWith(ours) || path.includes(packages)) return undefined;
  const file = relative(process.cwd(), path);
  return isAbsolute(file) ? undefined : file.split(sep).join('/');
}
