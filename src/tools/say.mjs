/**
 * The output of the set-up programs: plain lines, with color on a terminal unless NO_COLOR is set.
 */

import { during, isTerminal, noteOutput } from './progress.mjs';

export const colored = isTerminal && !process.env.NO_COLOR;

const styled = (code) => (text) => (colored ? `\u001b[${code}m${text}\u001b[0m` : text);
export const bold = styled(1);
export const dim = styled(2);
export const green = styled(32);
export const red = styled(31);
export const yellow = styled(33);

export function say(text = '') {
  process.stdout.write(`${text}\n`);
  noteOutput();
}

/**
 * Prints the title of a piece of work, and its seconds on the same line. On a terminal, the line shows the progress.
 *
 * @param {{ state?: () => string }} options returns the progress in words
 */
export async function timed(title, work, { state } = {}) {
  const start = performance.now();
  const beginning = `${title} … `;
  if (!isTerminal) process.stdout.write(beginning);
  try {
    const result = await during(title, work, { state });
    say(`${isTerminal ? beginning : ''}${dim(`${((performance.now() - start) / 1000).toFixed(1)} s`)}`);
    return result;
  } catch (error) {
    say(`${isTerminal ? beginning : ''}${red('failed')}`);
    throw error;
  }
}

/** An error whose message is sufficient: printed without a stack trace. */
export class Refusal extends Error {}

/** Runs a program's main function; a Refusal, or an unknown option, ends it with its message and exit code 1. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    process.stdout.write('');
    const isExpected = error instanceof Refusal || String(error?.code).startsWith('ERR_PARSE_ARGS');
    process.stderr.write(`\n${isExpected ? error.message : (error?.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}
