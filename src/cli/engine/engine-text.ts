/** The engine's text of a plan: its warnings and errors, or everything but the lines about reads and the advice on the saved plan. */
import { REASON_ELSEWHERE } from '../../model/api';
import { counted } from '../../base/text/words';
import type { Output } from '../process';

const NOISE = /: (Refreshing( state)?\.\.\.|Reading\.\.\.|Read complete after |Still reading\.\.\. )/;
/** The text from here on explains how to apply the file, which may be temporary. */
const END = /^\u2500{20,}$/;
const COLOURS = /\u001b\[[\d;]*m/g;
/** The border of a warning or an error. A text without colors has none. */
const BORDER = /^[\u2575\u2502\u2577]/;
const [TOP, BOTTOM] = ['\u2577', '\u2575'];
/** A warning that every command would repeat, and the text of errors that refer to another one. */
const NEEDLESS = ['Unable to open CLI configuration file', REASON_ELSEWHERE];

export interface EngineTextOptions {
  /** If true, passes on the changes, too. @default false */
  readonly isVerbose?: boolean | undefined;
  /** If true, passes on the colors. @default false */
  readonly isColored?: boolean | undefined;
  /** The text of the synthesis. The engine repeats its warnings, with the line of a generated file. @default none */
  readonly synthesis?: string | undefined;
}

/** Passes on complete lines, and an incomplete last line with `end`. The engine must print colors, which mark its warnings and errors. */
export function filterEngineText(
  write: (text: string) => void,
  { isVerbose = false, isColored = false, synthesis = '' }: EngineTextOptions,
): {
  readonly write: (text: string) => void;
  readonly end: () => void;
  /** Returns true if a line was passed on. */
  readonly hasWritten: () => boolean;
  /** Returns the number of planned objects that exist already. */
  readonly countExisting: () => number;
} {
  let rest = '';
  let isOver = false;
  let isEmpty = true;
  let box: string[] | undefined;
  const shown = new Set<string>();
  let omitted = 0;
  let existing = 0;
  /** Terraform prints its warnings and errors after the plan. */
  const held: string[] = [];
  const line = (text: string, end = '\n'): void => {
    const plain = text.replace(COLOURS, '');
    isOver ||= END.test(plain.trim());
    if (isOver || NOISE.test(plain) || (isEmpty && plain.trim() === '')) return;
    if (!isVerbose && !BORDER.test(plain)) return;
    const passed = (isColored ? text : plain) + end;
    if (isVerbose) pass(passed);
    else if (box !== undefined || plain.startsWith(TOP)) {
      box = [...(box ?? []), passed];
      if (plain.startsWith(BOTTOM)) closeBox();
    } else pass(passed);
  };
  const pass = (text: string): void => {
    isEmpty = false;
    write(text);
  };
  const closeBox = (): void => {
    const text = (box ?? []).join('');
    box = undefined;
    const plain = text.replace(COLOURS, '');
    const reason = reasonIn(plain);
    // A plan without its state has a warning for each object.
    if (isExistingObject(plain)) {
      const isFirst = existing === 0;
      existing += countSimilar(plain);
      if (!isFirst) return;
    }
    const isRepeated = reason !== undefined && shown.has(reason);
    if (reason !== undefined && (isRepeated || plain.includes(REASON_ELSEWHERE))) omitted++;
    if (isRepeated || isRepeatedWarning(plain, synthesis)) return;
    if (NEEDLESS.some((needless) => plain.includes(needless))) return;
    if (reason !== undefined) shown.add(reason);
    held.push(text);
  };
  return {
    write(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const one of lines) line(one);
    },
    end() {
      if (rest !== '') line(rest, '');
      rest = '';
      if (box !== undefined) closeBox();
      // The missing state is the cause of the other errors.
      if (existing > 1)
        pass(
          `${existing} planned objects exist already. If another state manages these objects, do not apply this plan. Copy the file of that state, or configure its backend.\n`,
        );
      held.splice(0).forEach(pass);
      if (omitted > 0 && !isEmpty)
        pass(`${counted(omitted, 'more error')} with the same reason: --verbose lists them.\n`);
      omitted = 0;
      if (existing > 1)
        pass(`${counted(existing - 1, 'more object exists', 'more objects exist')} already: --verbose lists them.\n`);
    },
    hasWritten: () => !isEmpty,
    countExisting: () => existing,
  };
}

const TOKEN_REJECTED = '401 UNAUTHENTICATED';

/**
 * Returns the problem if the API refused every request, so that nothing was planned.
 *
 * @param findOther returns a sentence that names the organization of a group and that of the token, if they differ
 */
export async function findRefusal(
  text: string,
  findOther: (group: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (isTokenRejected(text))
    return 'The API rejects the token, so nothing can be planned. Set PLATFORM_TOKEN to a valid token.';
  if (isUnreachable(text))
    return 'The API is unreachable, so nothing can be planned. Check PLATFORM_BASE_URL, the network and HTTPS_PROXY.';
  if (!isStateDenied(text)) return undefined;
  const [, group] = /\bGET \S+\/([0-9a-f]{40})\b\S* returned 403 PERMISSION_DENIED/.exec(inOneLine(text)) ?? [];
  const other = group === undefined ? undefined : await findOther(group);
  const cause = other ?? 'The state is of another organization, or the token lacks a role there.';
  return `The API denies every object of the state. ${cause} Check PLATFORM_BASE_URL, PLATFORM_TOKEN and the state. To start again with an emulator, move the state file away.`;
}

function isTokenRejected(text: string): boolean {
  return inOneLine(text).includes(`returned ${TOKEN_REJECTED}`);
}

/** Returns true if a request got no answer: what the plan has not read is unknown, and no violation. */
function isUnreachable(text: string): boolean {
  return /\(PLATFORM_API_UNAVAILABLE\)|Check the (base URL|variable) and the network\./.test(inOneLine(text));
}

/** Returns true if the API denied every object that the engine refreshed. */
function isStateDenied(text: string): boolean {
  const count = (pattern: RegExp): number => inOneLine(text).match(pattern)?.length ?? 0;
  const refreshed = count(/: Refreshing( state)?\.\.\./g);
  return refreshed > 0 && count(/\bGET \S+ returned 403 PERMISSION_DENIED/g) >= refreshed;
}

function inOneLine(text: string): string {
  return text
    .replaceAll(COLOURS, '')
    .replaceAll(/^[\u2502\s]+|\s+$/gm, '')
    .replaceAll('\n', ' ');
}

/** The objects and requests of an error. They differ between errors with one reason. */
const PLACES = /\b[A-Z]{3,} \/\S+|\b[0-9a-f]{16,}(\/[0-9a-f]{16,})*|\(request id [^)]*\)/g;

/** Returns the text of an error without its title and its place; `undefined` for a warning. */
function reasonIn(box: string): string | undefined {
  const { title, detail } = readBox(box);
  if (!title.startsWith('Error: ')) return undefined;
  // Every request with the token fails, each with its own address.
  if (isTokenRejected(box)) return TOKEN_REJECTED;
  if (isUnreachable(box)) return 'unreachable';
  // An error without a detail has its title as the reason.
  return detail === '' ? title : inOneLine(detail).replaceAll(PLACES, '…');
}

/** Returns true for the warning that a planned object exists already. */
function isExistingObject(box: string): boolean {
  return readBox(box).title.startsWith('Warning: ') && box.includes('(PLATFORM_OBJECT_EXISTS)');
}

/** Returns the number of warnings in a box: Terraform merges those with the same title. */
function countSimilar(box: string): number {
  const [, more = 0] = /\(and (one|\d+) more similar warnings? elsewhere\)/.exec(inOneLine(box)) ?? [];
  return 1 + (more === 'one' ? 1 : Number(more));
}

/** Returns true for a warning that the synthesis has printed, with the names of props instead of attributes. */
function isRepeatedWarning(box: string, synthesis: string): boolean {
  const { title, detail } = readBox(box);
  const toLetters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const letters = toLetters(detail.replaceAll(/\(PLATFORM_[A-Z_]+\)|^\s*\(and .+ elsewhere\)$/gm, ''));
  return title.startsWith('Warning: ') && letters !== '' && toLetters(synthesis).includes(letters);
}

/** Returns the parts of a warning or an error, without its place in the configuration. */
function readBox(box: string): { readonly title: string; readonly detail: string } {
  const [title = '', ...paragraphs] = box
    .replaceAll(/^[^\n]/gm, '')
    .trim()
    .split(/\n\s*\n/);
  return { title, detail: paragraphs.filter((paragraph) => !/^\s*(with|on) /.test(paragraph)).join('\n\n') };
}

/** Returns the filter for the plan of a command. Without colors, nothing marks the warnings, so it passes on everything. */
export function showEngineText(
  args: readonly string[],
  { verbose, synthesis }: { readonly verbose?: boolean; readonly synthesis?: string },
  { err, coloredErr, showStatus }: Output,
): ReturnType<typeof filterEngineText> {
  const given = [...args, process.env['TF_CLI_ARGS'] ?? '', process.env['TF_CLI_ARGS_plan'] ?? ''];
  const write = (text: string): void => {
    showStatus?.('');
    (coloredErr ?? err)(text);
  };
  return filterEngineText(write, {
    isVerbose: verbose === true || given.some((one) => one.includes('-no-color')),
    isColored: coloredErr !== undefined,
    synthesis,
  });
}
