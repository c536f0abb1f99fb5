/** Values pass unchanged through Terraform and the plugin: items 11, 49-53 of test/plugin/checklist.md. */
import { startFixtureSession, type FixtureSession } from '../../support/fixture/session';

jest.setTimeout(120_000);

let session: FixtureSession;
let { fixture, tf, thing, stored }: FixtureSession = {} as FixtureSession;

beforeEach(async () => {
  session = await startFixtureSession();
  ({ fixture, tf, thing, stored } = session);
});

afterEach(() => session.close());

const unchanged = async (): Promise<boolean> => !(await tf.plan()).changed;

test('numbers stay equal through resource, data source, function and state file', async () => {
  const numbers = [
    '1/3',
    '0.1',
    '1e21',
    'pow(2,53)+1',
    '9223372036854775808',
    '-5',
    '3.5',
    '123456789.123456789',
    '-0',
    '1e-30',
  ];
  const of = (number: string, i: number): string => `
resource "fixture_thing" "n${i}" {
  name     = "a"
  ratio    = ${number}
  anything = { n = ${number} }
  numbers  = [${number}]
}
data "fixture_thing" "n${i}" {
  id    = fixture_thing.n${i}.id
  ratio = ${number}
}
output "n${i}" {
  value = [
    fixture_thing.n${i}.ratio == ${number},
    fixture_thing.n${i}.anything.n == ${number},
    data.fixture_thing.n${i}.ratio == ${number},
    provider::fixture::echo(${number}) == ${number},
  ]
}`;
  tf.write({ 'numbers.tf': numbers.map(of).join('\n') });
  await tf.apply();
  expect(await unchanged()).toBe(true);
  const outputs = JSON.parse((await tf.ok('output', '-json')).stdout) as Record<string, { value: unknown }>;
  expect(Object.entries(outputs)).toHaveLength(numbers.length);
  expect(Object.values(outputs).flatMap(({ value }) => value)).toEqual(Array(numbers.length * 4).fill(true));
});

test('text in either normal form, empty text and empty collections stay unchanged', async () => {
  thing('text = "e\\u0301"\nnote = ""\ntags = {}\nzones = []\nmembers = []\nsecret = "\u00e9"');
  await tf.apply();
  expect(fixture.things.get('thing-1')).toMatchObject({
    text: 'é',
    note: '',
    tags: {},
    zones: [],
    members: [],
    numbers: null,
  });
  expect(await unchanged()).toBe(true);
  thing('note = ""');
  expect((await tf.plan()).text).toMatch(/- tags +\= \{\} -> null/);
});

test('a service that responds with another normal form causes no difference', async () => {
  thing('text = "\u00e9"');
  const decomposed = (state: object): never => ({ ...state, text: 'e\u0301' }) as never;
  fixture.override.read = async ({ state }) => decomposed(state);
  await tf.apply();
  expect(await unchanged()).toBe(true);
});

test('a map of 10,000 elements, and keys with dots, quotes and line breaks', async () => {
  thing(
    'tags = merge({ for p in setproduct(range(100), range(100)) : "key-${p[0]}-${p[1]}" => "v" }, { "a.b" = "1", "a\\"b" = "2", "a\\nb" = "3", "__proto__" = "4" })',
  );
  await tf.apply();
  expect(Object.keys(fixture.things.get('thing-1')!['tags'] as object)).toHaveLength(10_004);
  expect(await unchanged()).toBe(true);
});

test('an attribute of 5 MB', async () => {
  tf.write({ 'big.txt': 'x'.repeat(5_000_000) });
  thing('text = file("big.txt")');
  await tf.apply();
  expect(fixture.things.get('thing-1')!['text']).toHaveLength(5_000_000);
  expect(await unchanged()).toBe(true);
});

test('duplicates in a set and another order in the response are no difference', async () => {
  thing(
    'members = ["c", "a", "b", "a"]\nrules = [{ port = 2 }, { port = 1 }]\nlabel { text = "x" }\nlabel { text = "a" }',
  );
  fixture.override.read = async ({ state }) => {
    const found = fixture.things.get(String(state.id))!;
    const reversed = (name: string): unknown[] => [...(found[name] as unknown[])].reverse();
    return {
      ...found,
      members: [...reversed('members'), 'a'],
      rules: reversed('rules'),
      label: reversed('label'),
    } as never;
  };
  await tf.apply();
  expect(await unchanged()).toBe(true);
});

test('a dynamic attribute can be an object, a tuple, text and null, and change its type between applies', async () => {
  for (const value of ['{ a = 1, b = [true, null] }', '["x", 2]', '"text"', 'null', 'toset(["a"])']) {
    thing(`anything = ${value}`);
    await tf.apply();
    expect(await unchanged()).toBe(true);
  }
  expect((await stored())?.['anything']).toEqual(['a']);
});

test('private state is kept through plan, apply, read and refresh, and never shown', async () => {
  thing('');
  await tf.apply();
  const read: unknown[] = [];
  fixture.override.read = async ({ state, private: notes }) => {
    read.push(notes.get('made'));
    notes.set('seen', 'by-read');
    return state;
  };
  await tf.ok('apply', '-refresh-only', '-auto-approve');
  fixture.override.update = async ({ plan, private: notes, prior }) => {
    read.push(notes.get('seen'));
    return { ...(plan as object), revision: 2, note: prior.note } as never;
  };
  thing('text = "x"');
  await tf.apply();
  expect(read).toEqual([1, 1, 'by-read']);
  expect((await tf.ok('show')).text).not.toContain('by-read');
});
