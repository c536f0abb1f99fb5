/** External text in YAML: a key or a value, and a comment. Generated files contain such text only through these functions. */
import { visible } from './visible';
import { stringify } from './yaml';

/** Texts that would be other values without quotes. */
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/** Characters that a file can contain: others need an escape, which only double quotes have. */
const PLAIN = /^[\x20-\x7e\xa0-\u{10ffff}]*$/u;

const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/u;

/** Returns a text, in quotes if it would be another value or end early. `isFlow`: it is in a map or a list on one line. */
export function yamlScalar(text: string, isFlow: boolean): string {
  if (/^[a-z][\w-]*$/.test(text) && !WORDS.has(text)) return text;
  if (!PLAIN.test(text) || hidden.test(text)) return doubleQuoted(text);
  const plain = stringify(text, { lineWidth: 0, singleQuote: true }).replace(/\n$/, '');
  // A block of lines.
  if (plain.includes('\n')) return doubleQuoted(text);
  const isQuoted = /^['"]/.test(plain);
  return isFlow && !isQuoted && /[,[\]{}]/.test(text) ? `'${text.replaceAll("'", "''")}'` : plain;
}

/** Returns a comment to the end of the line. */
export function yamlComment(text: string): string {
  return `# ${visible(text)}`;
}

/** JSON is YAML. Characters that hide or change the direction of writing are visible. */
function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\ufffe\uffff]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
