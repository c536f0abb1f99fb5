/**
 * External text in TypeScript: a literal, a key, a comment. Generated code contains such text only through these functions, because
 * any other way can make a statement of it.
 */
import { visible } from './visible';

/** Characters that end a line, hide, or change the direction of their neighbors. JSON escapes those of ASCII. */
const hidden = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns a text in quotes: single ones, unless it contains more of them than of double ones. */
export function quoted(value: string): string {
  const [single, double] = ["'", '"'].map((quote) => value.split(quote).length - 1);
  const quote = (single ?? 0) > (double ?? 0) ? '"' : "'";
  const escaped = withEscapes(value).replaceAll('\\"', '"');
  return `${quote}${escaped.replaceAll(quote, `\\${quote}`)}${quote}`;
}

/** Returns a key of an object: in quotes if it is not a name. */
export function propertyKey(key: string): string {
  if (key === '__proto__') return `['__proto__']`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

/** Returns a template: texts and code take turns. */
export function templateText(parts: readonly string[]): string {
  const texts = parts.map((part, index) =>
    index % 2 === 0
      ? withEscapes(part)
          .replaceAll('\\"', '"')
          .replace(/`|\$(?=\{)/g, '\\$&')
      : `\${${part}}`,
  );
  return `\`${texts.join('')}\``;
}

/** Returns a comment to the end of the line. */
export function lineComment(text: string): string {
  return `// ${visible(text)}`;
}

/** Returns a comment before a declaration. */
export function docComment(text: string): string {
  return `/** ${visible(text).replaceAll('*/', '*\\/')} */`;
}

/** Returns the contents of a text in double quotes. */
function withEscapes(value: string): string {
  return JSON.stringify(value).slice(1, -1).replace(hidden, escape);
}

function escape(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16);
    return `\\u${unit.padStart(4, '0')}`;
  }).join('');
}
