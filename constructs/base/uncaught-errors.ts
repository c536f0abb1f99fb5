/**
 * Prints the problems of a program without a stack trace. Node would print lines of this package and of CDKTF before
 * the message of an uncaught error.
 */
import { basename, dirname, sep } from 'node:path';
import { formatSourceLine, findUserLine } from './source-line';
import { mergeErrorsOfOneLine } from './validation-list';

/** The beginnings of CDKTF's errors with all problems of a stack, and of the App. */
const SYNTHESIS_FAILED = /^(App-level validation|Validation) failed with the following errors:/;

/** The advice of both CDKs to skip all validations: rules are among them. */
const SKIP_ADVICE =
  /\n(Validations allow for dynamic verification of your project\.|If you wish to ignore these validations, )[^]*$/;

/** An error of `Rules`. */
const RULE_VIOLATED = /^ *\[[^\]]*\] Rule "/m;

const REPORT_ADVICE =
  'To get a report of this change, remove "new Rules" from the program: the review evaluates the same rules.';

/** The beginning of CDKTF's error with all annotations of a stack. */
const ERRORS_ANNOTATED = 'Encountered Annotations with level "ERROR":';

/** The folder of the constructs, in the sources and in the built library. */
const constructsFolder = basename(__dirname) === 'constructs' ? __dirname : dirname(__dirname);

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
  if (SYNTHESIS_FAILED.test(error.message)) {
    const problems = mergeErrorsOfOneLine(error.message.replace(SKIP_ADVICE, '').trimEnd());
    return RULE_VIOLATED.test(problems) ? `${problems}\n${REPORT_ADVICE}` : problems;
  }
  // CDKTF prints the errors of one stack, and advice to ignore them.
  if (error.message.startsWith(ERRORS_ANNOTATED)) return annotationsText(error.message);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  // CDKTF and constructs also throw problems, for example for an id that is in use: as an Error, below a call of this package.
  const ownFrameIndex = frames.findIndex((frame) => frame.includes(`${constructsFolder}${sep}`));
  if (ownFrameIndex < 0 || findUserLine(frames.slice(0, ownFrameIndex)) !== undefined) return undefined;
  const isForeign = frames.slice(0, ownFrameIndex).some((frame) => !frame.includes(`${dirname(__dirname)}${sep}`));
  if (isForeign && error.name !== 'Error') return undefined;
  return `${error.message}${formatSourceLine(findUserLine(frames))}`;
}

/** Returns the errors of CDKTF's message, which aspects of the program add. */
function annotationsText(message: string): string {
  const [, annotations = ''] = /^.*\n([^]*?)\n\nEither fix/.exec(message) ?? [];
  return ['Synthesis failed with the following errors:', annotations].join('\n');
}
