/** Values as source text of TypeScript, for examples. */
import { isObject, type Values } from '../../model/api';
import { Verbatim } from '../../base/text/write-hcl';

/** A value as TypeScript, in the style of our formatter. */
export function toTypeScript(value: unknown, indent = ''): string {
  if (value instanceof Verbatim) return value.text;
  if (typeof value === 'string') return `'${value.replaceAll(/[\\']/g, '\\$&')}'`;
  if (Array.isArray(value)) return `[${value.map((element) => toTypeScript(element, indent)).join(', ')}]`;
  if (!isBlock(value)) return JSON.stringify(value);
  const lines = Object.entries(value).map(
    ([name, inner]) => `${indent}  ${name}: ${toTypeScript(inner, `${indent}  `)},`,
  );
  return ['{', ...lines, `${indent}}`].join('\n');
}

function isBlock(value: unknown): value is Values {
  return isObject(value) && !(value instanceof Verbatim);
}
