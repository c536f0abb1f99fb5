/** Prints lines of the demo: a sign before each change, at most 80 columns, shortened uids. */
import { bold, dim, green, red, say, yellow } from '../say.mjs';

const columns = 80;
const colors = { '+': green, '-': red, '~': yellow };
const escapes = /\u001b\[[0-9;]*m/g;

/**
 * Prints one line, cut at 80 columns.
 *
 * @param {'+' | '-' | '~' | ' '} mark the sign of the change, which colors the whole line
 */
export function line(text, mark = ' ') {
  const whole = `  ${mark} ${shortened(text)}`;
  const plain = whole.replace(escapes, '');
  const fitting = plain.length > columns ? `${plain.slice(0, columns - 1)}…` : whole;
  say(colors[mark]?.(fitting) ?? fitting);
}

/** Prints a text without styles, on several lines if necessary. */
export function wholeText(text, mark) {
  const room = columns - 4;
  const rest = shortened(text);
  for (let start = 0; start < rest.length; start += room) line(rest.slice(start, start + room), mark);
}

const shortened = (text) => text.replace(/\b([0-9a-f]{4})([0-9a-f]{12}|[0-9a-f]{36})\b/g, '$1…');

export function requestLine({ method, path, query }, remark) {
  const request = `${method} ${path}${query ? `?${query}` : ''}`;
  line(remark === undefined ? request : `${shortened(request).padEnd(37)}${dim(remark)}`);
}

export const countWithNoun = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Returns a function that prints numbered titles, and throws after an interruption. */
export function chapters(isInterrupted) {
  let number = 0;
  return (title) => {
    if (isInterrupted()) throw new Error('interrupted');
    number += 1;
    say(`\n${bold(`${number}  ${title}`)}`);
  };
}
