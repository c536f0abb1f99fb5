import { DocumentPlace, PlanError } from '../../../../src/review/input/plan/document';

const place = (value: unknown) => new DocumentPlace(value, 'plan.json');

test('required members are read with their types', () => {
  const document = place({ text: 'a', list: [1, { b: 'c' }], flag: true, none: null });
  expect(document.at('text').text()).toBe('a');
  expect(document.at('list').list()[1]?.at('b').text()).toBe('c');
  expect(document.at('flag').optionalFlag()).toBe(true);
  expect(document.members().map(([name]) => name)).toEqual(['text', 'list', 'flag', 'none']);
});

test('an absent member and null are the same', () => {
  const document = place({ none: null });
  for (const name of ['none', 'missing'])
    expect([
      document.at(name).optionalText(),
      document.at(name).optionalObject(),
      document.at(name).optionalFlag(),
      document.at(name).list(),
      document.at(name).members(),
      document.at(name).isAbsent(),
    ]).toEqual([undefined, undefined, undefined, [], [], true]);
});

test('a member of the prototype is absent', () => {
  expect(place({}).at('toString').isAbsent()).toBe(true);
  expect(place(JSON.parse('{"__proto__":{"a":"b"}}')).at('a').isAbsent()).toBe(true);
});

test.each<[string, (document: DocumentPlace) => unknown]>([
  [
    'resource_changes[1].address must be text and is number',
    (one) => one.at('resource_changes').list()[1]!.at('address').text(),
  ],
  ['resource_changes must be an object and is a list', (one) => one.at('resource_changes').object()],
  ['missing must be text and is missing', (one) => one.at('missing').text()],
  ['flag must be true or false and is string', (one) => one.at('flag').optionalFlag()],
  ['flag must be a list and is string', (one) => one.at('flag').list()],
])('a wrong type is an error with its path: %s', (message, read) => {
  const document = place({ resource_changes: [{}, { address: 7 }], flag: 'true' });
  expect(() => read(document)).toThrow(PlanError);
  expect(() => read(document)).toThrow(`Cannot read plan.json as a plan of "terraform show -json": ${message}.`);
});

test('the message names the expected document', () => {
  const state = new DocumentPlace([], 'x.tfstate', { whole: 'a state' });
  expect(() => state.object()).toThrow(
    'Cannot read x.tfstate as a state: the document must be an object and is a list.',
  );
  expect(() => new DocumentPlace({ a: 1 }, 'x', { whole: 'a state' }).at('a').text()).toThrow(
    'as a state: a must be text',
  );
});

test('values of a limited depth are safe for recursion, and deeper ones are an error', () => {
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  expect(place(nested(101)).boundedValue()).toEqual(nested(101));
  expect(() => place(nested(102)).boundedValue()).toThrow(
    'Cannot read plan.json: values are nested deeper than 100 levels.',
  );
  expect(place(nested(50_000)).list()).toHaveLength(1);
});
