import { call, code, list, literal, toRecord, text, type RecordExpression } from '../../../src/adopt/code/expressions';
import { printed } from '../../../src/adopt/code/printer';
import { generalize, optionsName, getShape } from '../../../src/adopt/patterns/generalize';

const team = (name: string, id: number, owner: string, description?: string): RecordExpression =>
  toRecord([
    ...(description === undefined ? [] : [{ key: 'description', value: text(description) }]),
    { key: 'people', value: toRecord([{ key: 'owner', value: { is: 'mapped', by: 'person', items: [owner] } }]) },
    {
      key: 'assumedBy',
      value: call(
        'Trust.gitHubActions',
        literal({ repository: `acme/${name}`, branch: 'main', ids: { owner: 1234, repository: id } }),
      ),
    },
  ]);

const rows = [team('cards', 1, 'ada'), team('shop', 2, 'grace', 'Sells.'), team('search', 3, 'alan')];

test('equal values stay, names of the group are a template, and others are parameters', () => {
  const { body, parameters } = generalize(rows, { groups: ['cards', 'shop', 'search'] });
  expect(parameters.map(({ name, values, isOptional }) => [name, values, isOptional])).toEqual([
    ['name', ['cards', 'shop', 'search'], false],
    ['description', [undefined, 'Sells.', undefined], true],
    ['owner', ['ada', 'grace', 'alan'], false],
    ['repository', [1, 2, 3], false],
  ]);
  expect(printed(body).replace(/\s+/g, ' ')).toBe(
    '{ description, people: { owner: [person(owner)] }, ' +
      "assumedBy: Trust.gitHubActions({ repository: `acme/${name}`, branch: 'main', ids: { owner: 1234, repository } }), }",
  );
});

test.each([
  ['a.b', 'c.d'],
  ['a+b', 'c(d)'],
  ['$a', '[b]{2}'],
])('a name with characters of regular expressions is a template, too: %s, %s', (...groups) => {
  const rows = groups.map(
    (name) => literal({ repository: `acme/${name}`, other: `acme/x${name}` }) as RecordExpression,
  );
  const { body } = generalize(rows, { groups });
  expect(printed(body)).toContain('repository: `acme/${name}`');
});

test('lists of different lengths are one parameter', () => {
  const people = (items: readonly string[]) =>
    toRecord([{ key: 'owner', value: { is: 'mapped', by: 'person', items } }]);
  const { body, parameters } = generalize([people(['ada']), people(['alan', 'grace'])], { groups: ['a', 'b'] });
  expect(parameters.map(({ name, type }) => [name, type])).toEqual([['owners', 'readonly string[]']]);
  expect(printed(body)).toBe('{ owner: owners.map(person) }');
});

test('values that are equal in each record are one parameter, and the same word for two gets a longer name', () => {
  const record = (a: string, b: string) =>
    literal({ first: { id: a }, second: { id: b }, third: a }) as RecordExpression;
  const { parameters } = generalize([record('1', '2'), record('3', '4')], { groups: ['x', 'y'] });
  expect(parameters.map(({ name }) => name)).toEqual(['id', 'secondId']);
});

test('records have the same shape if they differ in values and descriptions only', () => {
  expect(new Set(rows.map(getShape)).size).toBe(1);
  const other = toRecord([...rows[0]!.entries, { key: 'groups', value: list([code('a')]) }]);
  expect(getShape(other)).not.toBe(getShape(rows[0]!));
  expect(optionsName('team')).toBe('TeamOptions');
});
