/**
 * Prints the problems of a program without a stack trace. Node would print lines of this package and of CDKTF before
 * the message of an uncaught error.
 */
import { basename, dirname, sep } from 'node:path';
import { few } from '../../src/base/text/words';
import { formatSourceLine, findUserLine } from './source-line';

/** The beginnings of CDKTF's errors with all problems of a stack, and of the App. */
const SYNTHESIS_FAILED = /^(App-level validation|Validation) failed with the following errors:/;

/** The advice of both CDKs to skip all validations: rules are among them. */
const SKIP_ADVICE =
  /\n(Validations allow for dynamic verification of your project\.|If you wish to ignore these validations, )[^]*$/;

/** The beginning of CDKTF's error with all annotations of a stack. */
const ERRORS_ANNOTATED = 'Encountered Annotations with level "ERROR":';

/** The folder of the constructs, in the sources and in the built library. */
const constructs = basename(__dirname) === 'constructs' ? __dirname : dirname(__dirname);

/** Marks the process, because a program can load several copies of this package. */
const installed = Symbol.for('cdktf-provider-platform/uncaught-errors');

/** Prints problems without a stack trace. Other uncaught errors keep the behavior of Node. */
export function printProblemsPlainly(): void {
  const marked = process as typeof process & { [installed]?: boolean };
  if (marked[installed] === true) return;
  marked[installed] = true;
  // Before `plain-errors`, which prints any error.
  process.prependListener('uncaughtExceptionMonitor', (error: unknown) => {
    // A program or a test runner that handles errors decides about them.
    if (process.listenerCount('uncaughtException') > 0) return;
    const text = problemText(error);
    if (text === undefined) return;
    process.stderr.write(`${text}\n`);
    process.exit(1);
  });
}

/** Returns the message of a problem, with the line of the program that caused it, or undefined for any other error. */
export function problemText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (SYNTHESIS_FAILED.test(error.message)) return collapse(error.message.replace(SKIP_ADVICE, '').trimEnd());
  // CDKTF prints the errors of one stack, and advice to ignore them.
  if (error.message.startsWith(ERRORS_ANNOTATED)) return annotationsText(error.message);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  // CDKTF and constructs also throw problems, for example for an id that is in use: as an Error, below a call of this package.
  const ours = frames.findIndex((frame) => frame.includes(`${constructs}${sep}`));
  if (ours < 0 || findUserLine(frames.slice(0, ours)) !== undefined) return undefined;
  const isForeign = frames.slice(0, ours).some((frame) => !frame.includes(`${dirname(__dirname)}${sep}`));
  if (isForeign && error.name !== 'Error') return undefined;
  return `${error.message}${formatSourceLine(findUserLine(frames))}`;
}

/** An error of CDKTF's list: the path of the construct, the text, and the line of the program. */
const ERROR = /^ {2}\[([^\]]*)\] ([^]*)(\n +at [^\n]+)$/;

/** Returns CDKTF's list with one error for all constructs that a loop creates: they have one line of the program. */
function collapse(message: string): string {
  const more = new Map<string, string[]>();
  const shown = message.split(/\n(?= {2}\[)/).flatMap((entry) => {
    const [, path = '', text = '', line = ''] = ERROR.exec(entry) ?? [];
    const key = line === '' ? entry : withoutNames(text, path) + line;
    const others = more.get(key);
    others?.push(path);
    if (others !== undefined) return [];
    more.set(key, []);
    return [{ entry, key }];
  });
  const lines = shown.map(({ entry, key }) => {
    const others = more.get(key) ?? [];
    return others.length === 0 ? entry : `${entry}\n      and ${others.length} more at this line: ${few(others)}`;
  });
  return lines.join('\n');
}

/** Returns the text of an error without the names of its construct: equal errors have different names. */
function withoutNames(text: string, path: string): string {
  const names = new Set(path.split('/'));
  return text.replaceAll(/(?<=["'`/])[^"'`/]+(?=["'`/])/g, (name) => (names.has(name) ? '*' : name));
}

/** Returns the errors of CDKTF's message, which aspects of the program add. */
function annotationsText(message: string): string {
  const [, annotations = ''] = /^.*\n([^]*?)\n\nEither fix/.exec(message) ?? [];
  return ['Synthesis failed with the following errors:', annotations].join('\n');
}
