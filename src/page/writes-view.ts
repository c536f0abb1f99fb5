/** The approved writes of a report: an apply that is bound to the report sends these and no others. */
import type { PageWrite } from './data';
import { h, nameOf, type Child } from './dom';
import { table } from './paged';

export function writesTable(writes: readonly PageWrite[]): Child {
  return table('Approved writes', ['Write', 'Object', 'Fields'], writes, ({ action, kind, path, fields }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, `${action} ${kind}`),
      h('td', {}, nameOf(path)),
      h(
        'td',
        {},
        fields.map((field) => h('p', {}, h('bdi', {}, field))),
      ),
    ),
  );
}
