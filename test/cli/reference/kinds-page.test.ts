import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindsPage } from '../../../src/cli/reference/kinds-page';
import { kindsTable } from '../../../src/cli/reference/kinds-table';
import { declarations } from '../../../src/model/kinds';
import { declareKind, exactlyOneOf, message, string, typeName } from '../../../src/model/schema';

test('the reference is up to date; if not, run `npm run docs`', () => {
  const written = readFileSync(join(__dirname, '../../../docs/kinds.md'), 'utf8');
  expect(written).toBe(kindsPage(declarations));
});

test('the table has a row for each resource, with the effect of changing each attribute', () => {
  const rows = kindsTable().split('\n');
  const managed = declarations.filter(({ terraform }) => terraform !== undefined);
  expect(rows.slice(2).map((row) => /`(\w+)`/.exec(row)?.[1])).toEqual(managed.map(typeName));
  expect(rows.find((row) => row.includes('`platform_role_binding`'))).toContain(
    '| **`role_uid`** | **`identity_uid`**, **`group_uid`** |',
  );
});

test('the page of a kind contains its names, fields and requests', () => {
  const page = kindsPage([
    declareKind({
      kind: 'RareThing',
      description: 'Is rare: hardly anybody has one.',
      domain: 'iam',
      collection: 'rareThings',
      capability: 'rare_things',
      operations: ['list', 'get', 'update'],
      terraform: { type: 'rare_thing' },
      fields: {
        uid: string(['identifier'], 'Its uid.', { format: 'uid' }),
        made: message(['optional'], 'How it was made.', { by: string(['required'], 'By a | or b.') }, [
          exactlyOneOf('by'),
        ]),
      },
      protobuf: { fields: {}, list: {} },
      naturalKey: [],
      filters: { maker: { matches: 'made', repeated: true, description: 'By whom.' } },
      examples: { create: { made: { by: 'me' } } },
    }),
  ]);
  expect(page).toContain('- [RareThing](#rarething): Is rare.\n');
  expect(page).toContain('| `GET /iam/v2beta1/rareThings/{rare_thing_uid}` | `rare_things.list` |');
  expect(page).not.toContain('POST');
  expect(page).toContain('| `made.by` | string | required | By a \\| or b. |');
  expect(page).toContain('- made: exactly one of `by`');
  expect(page).toContain('| `maker` | By whom. May be repeated. |');
});
