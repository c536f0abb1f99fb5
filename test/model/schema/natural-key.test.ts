import { declarations, role, roleBinding } from '../../../src/model/kinds';
import { naturalKeyText, ownKeyFields, type Declaration } from '../../../src/model/schema';

const text = (declaration: Declaration, values: Readonly<Record<string, unknown>>, parent: string | null = 'p') =>
  naturalKeyText(declaration, parent, (name) => values[name]);

test('objects of different kinds, parents or names have different keys', () => {
  const keys = [
    text(role, { name: 'a' }),
    text(role, { name: 'b' }),
    text(role, { name: 'a' }, 'q'),
    text(role, { name: 'a' }, null),
    text(roleBinding, { name: 'a' }),
    text(role, {}),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(text(role, { name: '' })).toBe(text(role, {}));
  expect(naturalKeyText(role, undefined, () => 'a')).toBe(text(role, { name: 'a' }, null));
});

test('each notation of a value is one key', () => {
  const timed = {
    ...role,
    naturalKey: ['at'],
    fields: { at: { ...role.fields.name, type: { is: 'string', format: 'timestamp' } } },
  };
  const [utc, offset] = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00'];
  expect(text(timed as unknown as Declaration, { at: utc })).toBe(
    text(timed as unknown as Declaration, { at: offset }),
  );
});

test('an object with the uid of its group has no fields of a key of its own', () => {
  const single = declarations.filter(({ uidScheme }) => uidScheme === 'parentUid');
  expect(single.length).toBeGreaterThan(0);
  for (const declaration of single) {
    expect(ownKeyFields(declaration)).toEqual([]);
    expect(text(declaration, { name: 'a' })).toBe(text(declaration, { name: 'b' }));
  }
});
