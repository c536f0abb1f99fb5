/** The blocks of a family: a table of its groups, and a resource with `for_each` for each object of their common shape. */
import { snakeCase } from '../../../model/api';
import { containerKind } from '../../../model/kinds';
import { typeName, type Declaration, getAttribute } from '../../../model/schema';
import { hclBlock, hclObjectLine, hclQuoted, Verbatim } from '../../../base/text/write-hcl';
import type { RecordEntry } from '../../code/expressions';
import type { AdoptedObject } from '../../organization/model';
import { getRow } from '../../patterns/extract';
import type { Generalized } from '../../patterns/generalize';
import { getBody, inRows, PERSON } from './attributes';
import type { HclConfiguration, LabelledFamily } from './configuration';
import { getContents, splitBody, getPattern } from './families';

/** The most columns of a row on one line. */
const WIDTH = 120;

/** Returns the table and the resources of a family. */
export function familyBlocks(family: LabelledFamily, configuration: HclConfiguration): string[] {
  const { groups, table, labels } = family;
  const pattern = getPattern(groups, (group) => configuration.references(group));
  const columns = getColumns(pattern);
  const { group, contents } = splitBody(pattern.body);
  const [first] = groups;
  const objects = first === undefined ? new Map<string, AdoptedObject>() : getContents(first);
  const block = (type: string, key: string, entries: readonly RecordEntry[]) =>
    hclBlock(
      `resource ${hclQuoted(type)} ${hclQuoted(labels.get(key) ?? '')}`,
      { for_each: new Verbatim(`local.${table}`) },
      getBody(entries.map((entry) => ({ key: entry.key, value: inRows(entry.value, columns) }))),
    );
  return [
    tableBlock(family, pattern),
    block(typeName(containerKind), '', inOrder(containerKind, group)),
    ...[...contents].map(([key, entries]) => {
      const { declaration = containerKind } = objects.get(key) ?? {};
      return block(typeName(declaration), key, inOrder(declaration, entries));
    }),
  ];
}

/** Patterns begin with optional values. */
function inOrder(declaration: Declaration, entries: readonly RecordEntry[]): RecordEntry[] {
  const { parent, fields } = declaration;
  const names = [parent?.name ?? '', ...Object.keys(fields)].map((name) => getAttribute(declaration, name));
  return [...entries].sort((a, b) => names.indexOf(a.key) - names.indexOf(b.key));
}

/** Returns the code for each parameter of a pattern. */
function getColumns(pattern: Generalized): ReadonlyMap<string, string> {
  const names = columnNames(pattern);
  return new Map(
    pattern.parameters.map(({ name, isOptional }) => {
      const column = names.get(name);
      if (column === undefined) return [name, 'each.key'];
      return [name, isOptional ? `try(each.value.${column}, null)` : `each.value.${column}`];
    }),
  );
}

/** Returns the columns of the table by parameter; the name of a group is the key of its row. A person is named after the role. */
function columnNames({ parameters, body }: Generalized): ReadonlyMap<string, string> {
  const roles = new Map<string, string>();
  for (const [key, entries] of splitBody(body).contents)
    for (const { value } of entries) {
      const [subject] = value.is === 'call' && value.callee === PERSON ? value.arguments : [];
      if (subject?.is === 'code') roles.set(subject.code, key);
    }
  const taken = new Set<string>();
  return new Map(
    parameters
      .filter(({ name }) => name !== 'name')
      .map(({ name }) => {
        const wanted = roles.get(name) ?? snakeCase(name);
        let column = wanted;
        for (let number = 2; taken.has(column); number++) column = `${wanted}_${number}`;
        taken.add(column);
        return [name, column];
      }),
  );
}

function tableBlock({ table, groups }: LabelledFamily, pattern: Generalized): string {
  const names = columnNames(pattern);
  if (names.size === 0) {
    const keys = groups.map(({ name }) => hclQuoted(name)).join(', ');
    return hclBlock('locals', { [table]: new Verbatim(`toset([${keys}])`) });
  }
  const rows = groups.map(({ name }, index): [string, ReadonlyMap<string, unknown>] => {
    const entries = getRow(pattern, index).entries.flatMap(({ key, value }): RecordEntry[] => {
      const column = names.get(key);
      return column === undefined ? [] : [{ key: column, value }];
    });
    return [name, getBody(entries)];
  });
  const lines = rows.map(([name, row]): [string, Verbatim] => [name, new Verbatim(hclObjectLine(row))]);
  const longestName = Math.max(...groups.map(({ name }) => name.length));
  const isShort = lines.every(([, { text }]) => longestName + text.length + 9 <= WIDTH);
  return hclBlock('locals', { [table]: new Map<string, unknown>(isShort ? lines : rows) });
}
