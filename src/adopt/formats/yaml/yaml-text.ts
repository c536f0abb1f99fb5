/** Prints data as YAML: small values are on one line. */
import { yamlComment, yamlScalar } from '../../../base/text/yaml-scalar';
import type { DataValue } from './organization-data';

/** The most characters of a value on one line, with its key. */
const WIDTH = 90;

/** The keys of maps from names to objects: each object has lines of its own. */
const CONTAINERS: ReadonlySet<string> = new Set(['groups', 'identities', 'people']);

type DataMap = ReadonlyMap<string, DataValue>;

/** Returns the text of a file. `schema`: the address of its JSON schema, for editors. */
export function yamlText(data: DataMap, schema: string): string {
  return [yamlComment(`yaml-language-server: $schema=${schema}`), ...(data.size === 0 ? ['{}'] : getLines(data))]
    .join('\n')
    .concat('\n');
}

function getLines(data: DataMap): string[] {
  return [...data].flatMap(([key, value]) => {
    const name = yamlScalar(key, false);
    const flat = flatText(value);
    const isContainer = CONTAINERS.has(key) && isMap(value) && value.size > 0;
    if (!isContainer && name.length + flat.length + 2 <= WIDTH)
      return [`${name}: ${isText(value) ? yamlScalar(value, false) : flat}`];
    if (isMap(value) && value.size > 0) return [`${name}:`, ...indented(getLines(value))];
    if (Array.isArray(value)) return [`${name}:`, ...value.flatMap(itemLines)];
    return [`${name}: ${isText(value) ? yamlScalar(value, false) : flat}`];
  });
}

function itemLines(item: DataValue): string[] {
  const flat = flatText(item);
  if (!isMap(item) || flat.length + 4 <= WIDTH) return [`  - ${isText(item) ? yamlScalar(item, false) : flat}`];
  const [first = '', ...rest] = getLines(item);
  return [`  - ${first}`, ...rest.map((line) => `    ${line}`)];
}

function flatText(value: DataValue): string {
  if (isText(value)) return yamlScalar(value, true);
  if (Array.isArray(value)) return `[${value.map(flatText).join(', ')}]`;
  if (!isMap(value)) return JSON.stringify(value);
  return value.size === 0
    ? '{}'
    : `{ ${[...value].map(([key, one]) => `${yamlScalar(key, true)}: ${flatText(one)}`).join(', ')} }`;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

function isText(value: DataValue): value is string {
  return typeof value === 'string';
}

function isMap(value: DataValue): value is DataMap {
  return value instanceof Map;
}
