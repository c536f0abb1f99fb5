import { checkFields, isUpdatable, outOfScope, type Field, violationText } from '../../../src/model/schema';
import {
  createTimeField,
  descriptionField,
  enumeration,
  nameField,
  roleReference,
  uidField,
  updateTimeField,
} from '../../../src/model/kinds/common-fields';
import { someUid } from './checked';

const problems = (field: Field, value: unknown) =>
  checkFields({ field }, [], { field: value }).map((violation) => violationText(violation));

test.each(['a', 'ci-bot', 'team 1', 'v1.2_x', '-'])('%j is a name', (name) => {
  expect(problems(nameField('A name.'), name)).toEqual([]);
});

test.each(['Ci-bot', 'é', 'a/b', 'a\n', 'a\tb', 'ci:bot', 'a\u0430'])('%j is no name', (name) => {
  expect(problems(nameField('A name.'), name)).toEqual(['field must match "^[a-z0-9 ._-]{1,}$"']);
});

test('a name is required', () => {
  expect(problems(nameField('A name.'), '')).toEqual(['field is required']);
});

test('a description has at most 512 characters, counted as the service counts them', () => {
  const field = descriptionField('A purpose.');
  expect(problems(field, '😀'.repeat(512))).toEqual([]);
  expect(problems(field, '😀'.repeat(513))).toEqual(['field must be at most 512 characters']);
  expect(problems(field, 'Größe "x" – and spaces')).toEqual([]);
  for (const text of ['a\ttab', 'a\fb', 'a\t\n'])
    expect(problems(field, text)).toEqual(['field must match "^[^\\t\\f]*$"']);
  for (const text of ['two\nlines', 'a\rb', 'ends with a line\n'])
    expect(checkFields({ field }, [], { field: text })).toMatchObject([{ severity: 'warning', code: 'lineBreak' }]);
  expect(problems(field, undefined)).toEqual([]);
});

test('an enumeration accepts names that this version does not know, with its prefix only', () => {
  const field = enumeration('ORG_KIND', 'A kind.');
  expect(problems(field, 'ORG_KIND_NEW_2')).toEqual([]);
  for (const name of ['ORG_KIND', 'ORG_KIND_', 'ORG_KIND_new', 'OTHER_KIND_NEW', 'XORG_KIND_NEW'])
    expect(problems(field, name)).toEqual(['field must match "^ORG_KIND_[A-Z0-9_]+$"']);
  expect(isUpdatable(field)).toBe(true);
  expect(isUpdatable(enumeration('ORG_KIND', 'A kind.', ['optional', 'immutable']))).toBe(false);
});

test('a custom role is out of scope in a sibling of its group, and the message offers a built-in role', () => {
  const fields = { roleUid: { ...uidField('A role.'), type: { is: 'string', ...roleReference } } } as const;
  const [root = ''] = someUid.split('/');
  const role = `${root}/${'1'.repeat(16)}/${'2'.repeat(16)}`;
  expect(outOfScope(fields, { roleUid: role }, `${root}/${'3'.repeat(16)}`)).toEqual([
    { field: 'roleUid', reason: expect.stringContaining('or a built-in role') },
  ]);
  expect(outOfScope(fields, { roleUid: role }, `${root}/${'1'.repeat(16)}`)).toEqual([]);
});

test('nobody sets a uid or a time of the service, and only the time of a change is left out of the state', () => {
  const fields = [uidField('A uid.'), createTimeField('group'), updateTimeField('group')];
  expect(fields.map(isUpdatable)).toEqual([false, false, false]);
  expect(fields.map(({ output }) => output)).toEqual([undefined, undefined, 'volatile']);
});
