/** The lines of the demonstration: a mark in front of what changes, at most 80 columns, uids by their beginnings. */
import { bold, dim, green, red, say, yellow } from './say.mjs';

const columns = 80;
const colours = { '+': green, '-': red, '~': yellow };
const escapes = /\u001b\[[0-9;]*m/g;

/**
 * One line; what does not fit is left out.
 *
 * @param {'+' | '-' | '~' | ' '} mark what became of it; its colour is that of the whole line
 */
export function line(text, mark = ' ') {
  const whole = `  ${mark} ${shortened(text)}`;
  const plain = whole.replace(escapes, '');
  const fitting = plain.length > columns ? `${plain.slice(0, columns - 1)}…` : whole;
  say(colours[mark]?.(fitting) ?? fitting);
}

/** A text without styles, in as many lines as it takes. */
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

export const counted = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Numbers the chapters, and ends the story between two of them once it is interrupted. */
export function chapters(isInterrupted) {
  let number = 0;
  return (title) => {
    if (isInterrupted()) throw new Error('interrupted');
    number += 1;
    say(`\n${bold(`${number}  ${title}`)}`);
  };
}
