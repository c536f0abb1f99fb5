/** Prints blocks in the native syntax of Terraform: the engine shows other expressions for it than for JSON. */
import type { Blocks } from './drawn-change';

/** The members that are blocks, and not attributes. */
const BLOCKS = ['lifecycle', 'timeouts', 'precondition', 'postcondition'];
/** The members whose texts are references or keywords. */
const BARE = ['depends_on', 'provider', 'from', 'to', 'replace_triggered_by', 'ignore_changes', 'when', 'type'];

export function formatHcl(blocks: Blocks): string {
  const labeled = (type: string, all: Readonly<Record<string, unknown>> = {}): string[] =>
    Object.entries(all).flatMap(([label, body]) =>
      (Array.isArray(body) ? body : [body]).map((one) => `${type} "${label}" ${bodyText(one)}`),
    );
  const typed = (type: string, all: Blocks['resource'] = {}): string[] =>
    Object.entries(all).flatMap(([first, named]) => labeled(`${type} "${first}"`, named));
  const plain = (type: string, all: readonly unknown[] = []): string[] =>
    all.map((body) => `${type} ${bodyText(body)}`);
  return [
    ...typed('resource', blocks.resource),
    ...typed('data', blocks.data),
    ...(blocks.locals === undefined ? [] : plain('locals', [blocks.locals])),
    ...labeled('module', blocks.module),
    ...labeled('output', blocks.output),
    ...labeled('provider', blocks.provider),
    ...labeled('variable', blocks.variable),
    ...plain('moved', blocks.moved),
    ...plain('removed', blocks.removed),
    ...plain('import', blocks.import),
  ].join('\n');
}

function bodyText(body: unknown): string {
  const lines = Object.entries(body as Readonly<Record<string, unknown>>).flatMap(([name, value]): string[] => {
    if (name === 'provisioner')
      return Object.entries(value as object).map(([type, inner]) => `provisioner "${type}" ${bodyText(inner)}`);
    if (BLOCKS.includes(name)) return (Array.isArray(value) ? value : [value]).map((one) => `${name} ${bodyText(one)}`);
    return [`${name} = ${BARE.includes(name) ? bareText(value) : valueText(value)}`];
  });
  return `{\n${lines.join('\n')}\n}\n`;
}

function bareText(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(String).join(', ')}]` : String(value);
}

/** A text that is one template is an expression. */
function valueText(value: unknown): string {
  if (typeof value === 'string')
    return isOneTemplate(value) ? value.slice('${'.length, -'}'.length) : `"${value.replaceAll('\n', '\\n')}"`;
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)} = ${valueText(inner)}`)
    .join(', ')} }`;
}

/** Braces are balanced in all expressions. */
function isOneTemplate(text: string): boolean {
  let depth = 0;
  const ends = text.split('').flatMap((sign, index) => {
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
    return sign === '}' && depth === 0 ? [index] : [];
  });
  return text.startsWith('${') && ends.length === 1 && ends[0] === text.length - 1;
}
