/** The table of the README: what each resource takes, what becomes of a change, and how an object is imported. */
import { snakeCase } from '../../api';
import type { Attribute, Resource } from '../../plugin';
import { createProvider } from '../../provider/provider';
import { declarations } from '../../resources';
import { type Declaration, typeName } from '../../schema';
import { importPath } from './examples';
import { code, table } from './markdown';

/** What stands around the table in the README. */
const TABLE_MARKS = ['<!-- kinds: written by `npm run docs` -->', '<!-- /kinds -->'] as const;

/** The README with the table as it is now. Throws if the marks are missing. */
export function withKindsTable(readme: string): string {
  const [begin, end] = TABLE_MARKS;
  const [before, rest] = [readme.slice(0, readme.indexOf(begin)), readme.slice(readme.indexOf(begin))];
  if (!readme.includes(begin) || !rest.includes(end)) throw new Error(`The README lacks ${begin} or ${end}.`);
  return `${before}${begin}\n\n${kindsTable()}\n\n${rest.slice(rest.indexOf(end))}`;
}

function kindsTable(): string {
  const { resources = {} } = createProvider();
  const rows = declarations.flatMap((declaration) => {
    const resource = resources[typeName(declaration)];
    return resource === undefined ? [] : [row(declaration, resource)];
  });
  return table(
    ['Resource', 'Changes in place', 'Another value replaces it', 'Computed', 'Import, beside the uid'],
    rows,
  );
}

function row(declaration: Declaration, { schema }: Pick<Resource, 'schema'>): string[] {
  const type = typeName(declaration);
  const all = Object.entries(schema.attributes);
  const settable = all.filter(([, { mode }]) => mode !== 'computed');
  const listed = (some: readonly [string, Attribute][]): string =>
    some.map(([name, { mode }]) => (mode === 'required' ? `**${code(name)}**` : code(name))).join(', ');
  const isFixed = ([, { requiresReplace = false }]: [string, Attribute]): boolean => requiresReplace !== false;
  return [
    `[${code(type)}](src/resources/docs/resources/${type.replace('platform_', '')}.md)`,
    listed(settable.filter((one) => !isFixed(one))),
    listed(settable.filter(isFixed)) + choiceText(declaration),
    listed(all.filter(([, { mode }]) => mode === 'computed')),
    code(importPath(declaration)),
  ];
}

/** Each of them changes in place; another one of them does not, nor a secret for another recipient. */
function choiceText({ rules = [], seals }: Declaration): string {
  if (seals !== undefined) return `; another key in ${code(snakeCase(seals.recipient))}`;
  const choices = rules.filter(({ immutable }) => immutable === true);
  return choices
    .map(({ fields }) => `; another one of ${fields.map((field) => code(snakeCase(field))).join(', ')}`)
    .join('');
}
