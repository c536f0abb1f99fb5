/** Values as source text, for examples: HCL as `terraform fmt` writes it, and TypeScript. */
import { isObject, type Values } from '../../api';

/** Text that is written unchanged: a reference, a call. Everything else is a value. */
export class Expression {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A block of HCL as `terraform fmt` writes it. */
export function hclBlock(head: string, body: Values): string {
  return Object.keys(body).length === 0 ? `${head} {}` : `${head} {\n${hclLines(body, '  ')}\n}`;
}

/** Values on one line are aligned with their neighbours; an object stands apart from them. */
function hclLines(body: Values, indent: string): string {
  const groups: [string, unknown][][] = [];
  for (const entry of Object.entries(body)) {
    const last = groups.at(-1);
    if (last === undefined || isBlock(entry[1]) || isBlock(last.at(-1)?.[1])) groups.push([entry]);
    else last.push(entry);
  }
  return groups
    .map((group) => {
      const width = Math.max(...group.map(([name]) => hclKey(name).length));
      return group
        .map(([name, value]) => `${indent}${hclKey(name).padEnd(width)} = ${hclText(value, indent)}`)
        .join('\n');
    })
    .join('\n\n');
}

function hclText(value: unknown, indent: string): string {
  if (value instanceof Expression) return value.text;
  if (Array.isArray(value)) return `[${value.map((element) => hclText(element, indent)).join(', ')}]`;
  if (isBlock(value)) return `{\n${hclLines(value, `${indent}  `)}\n${indent}}`;
  return JSON.stringify(value).replaceAll(/([$%])\{/g, '$1$1{');
}

function hclKey(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : JSON.stringify(name);
}

/** A value as TypeScript, in the style of our formatter. */
export function typeScript(value: unknown, indent = ''): string {
  if (value instanceof Expression) return value.text;
  if (typeof value === 'string') return `'${value.replaceAll(/[\\']/g, '\\$&')}'`;
  if (Array.isArray(value)) return `[${value.map((element) => typeScript(element, indent)).join(', ')}]`;
  if (!isBlock(value)) return JSON.stringify(value);
  const lines = Object.entries(value).map(
    ([name, inner]) => `${indent}  ${name}: ${typeScript(inner, `${indent}  `)},`,
  );
  return ['{', ...lines, `${indent}}`].join('\n');
}

function isBlock(value: unknown): value is Values {
  return isObject(value) && !(value instanceof Expression);
}
