/** The table of resources in the reference: attributes by the effect of a change, and an import path. */
import { snakeCase } from '../../model/api';
import type { Attribute, Resource } from '../../plugin';
import { createProvider } from '../../provider/provider';
import { declarations } from '../../model/kinds';
import { type Declaration, typeName } from '../../model/schema';
import { listed } from '../../base/text/words';
import { importPath } from './examples';
import { inlineCode, markdownTable } from './markdown';

/** Returns one row for each resource. Required attributes are bold. */
export function kindsTable(): string {
  const { resources = {} } = createProvider();
  const rows = declarations.flatMap((declaration) => {
    const resource = resources[typeName(declaration)];
    return resource === undefined ? [] : [row(declaration, resource)];
  });
  return markdownTable(['Resource', 'Changes in place', 'Forces replacement', 'Computed', 'Import path'], rows);
}

function row(declaration: Declaration, { schema }: Pick<Resource, 'schema'>): string[] {
  const type = typeName(declaration);
  const all = Object.entries(schema.attributes);
  const settable = all.filter(([, { mode }]) => mode !== 'computed');
  const cell = (some: readonly [string, Attribute][]): string =>
    some.map(([name, { mode }]) => (mode === 'required' ? `**${inlineCode(name)}**` : inlineCode(name))).join(', ');
  const isFixed = ([, { requiresReplace = false }]: [string, Attribute]): boolean => requiresReplace !== false;
  return [
    `[${inlineCode(type)}](resources/${type.replace('platform_', '')}.md)`,
    cell(settable.filter((one) => !isFixed(one))),
    cell(settable.filter(isFixed)) + choiceText(declaration),
    cell(all.filter(([, { mode }]) => mode === 'computed')),
    inlineCode(importPath(declaration)),
  ];
}

/** Returns the changes that replace the object although the attribute alone does not: another choice, another recipient. */
function choiceText({ rules = [], terraform }: Declaration): string {
  const secret = terraform?.encryptedSecret;
  if (secret !== undefined) return `; another ${inlineCode(snakeCase(secret.recipient))}`;
  const choices = rules.filter(({ immutable }) => immutable === true);
  return choices
    .map(({ fields }) => `; a switch between ${listed(fields.map((field) => inlineCode(snakeCase(field))))}`)
    .join('');
}
