/** The types of the emulator's faults and their table, as text that follows from their schema. */
import * as z from 'zod';
import { faultSchema, targetSchema } from '../../emulator/faults/fault-schema';
import { capitalized } from '../../base/text/words';
import { definition, property } from './kind-types';
import { inlineCode, markdownTable } from './markdown';

/** A property in the JSON schema. A type of another file is a reference. */
interface Property {
  readonly type?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly $ref?: string;
  readonly description?: string;
}

interface Described {
  readonly description?: string;
  readonly properties: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

const target = toJsonSchema(targetSchema);
const faults = faultSchema.options.map((schema) => {
  const { description = '', properties, required = [] } = toJsonSchema(schema);
  const { effect, ...options } = properties;
  const own = Object.entries(options).filter(([name]) => !(name in target.properties));
  return { effect: effect?.const ?? '', description, own, required };
});

/** Returns the source of the types: one for each effect, and their union. */
export function faultTypes(): string {
  const targeted = Object.entries(target.properties).map((entry) => toProperty(entry, []));
  const names = faults.map(({ effect }) => `${capitalized(effect)}Fault`);
  const types = faults.map(({ effect, description, own, required }, index) => {
    const lines = [`  readonly effect: '${effect}';`, ...own.map((entry) => toProperty(entry, required))];
    return definition(`${names[index]} extends Targeted`, description, lines);
  });
  const parts = [
    "/** Written by `npm run docs` from `fault-schema.ts`: edit the schema instead. */\nimport type { Code } from '../../model/api';",
    definition('Targeted', 'Selects the requests that a fault affects.', targeted),
    ...types,
    `export type Fault =\n${names.map((name) => `  | ${name}`).join('\n')};`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns the table of the effects with their options. */
export function faultsTable(): string {
  const describe = ([name, { description = '' }]: [string, Property]): string =>
    `${inlineCode(name)}: ${description.replace(/ @default (.*)$/, ' Default: $1.').replace(/'(\w+)'/, '`$1`')}`;
  return markdownTable(
    ['Effect', 'Behavior', 'Options'],
    faults.map(({ effect, description, own }) => [inlineCode(effect), description, own.map(describe).join('<br>')]),
  );
}

function toJsonSchema(schema: z.ZodType): Described {
  return z.toJSONSchema(schema, { io: 'input' }) as unknown as Described;
}

function toProperty([name, schema]: [string, Property], required: readonly string[]): string {
  return property(name, { description: schema.description ?? '' }, toType(schema), !required.includes(name));
}

function toType({ type = '', enum: words, $ref }: Property): string {
  if ($ref !== undefined) return $ref.replace(/^.*\//, '');
  if (words !== undefined) return words.map((word) => `'${word}'`).join(' | ');
  return type === 'integer' ? 'number' : type;
}
