/** Every declared kind through the client and the emulator: nothing here names one, so that a kind is tested by being declared. */
import { camelCase, snakeCase } from '../../src/model/api';
import { ApiError, createClient, isNotFound, type Client } from '../../src/client';
import { createEmulator, type Emulator } from '../../src/emulator';
import { declarations } from '../../src/model/kinds';
import {
  behaves,
  identifierField,
  isInclusion,
  isInput,
  offers,
  sortKeys,
  type Declaration,
  type Filter,
} from '../../src/model/schema';
import { changesOf, creatable, exampleOf, getPlace, readOnly, type Values } from '../cli/conformance/cases';

let emulator: Emulator;
let client: Client;
let groupUid: string;
let made = 0;

const holder = declarations.find(({ parent }) => parent?.is === 'groupOrNone')!;

beforeAll(async () => {
  emulator = createEmulator();
  client = createClient({
    baseUrl: 'http://localhost',
    token: await emulator.administratorToken(),
    fetch: (request) => emulator.handle(request),
  });
});
afterAll(() => emulator.close());
beforeEach(async () => {
  const group = await client.create(holder, emulator.rootGroupUid, { name: `group ${++made}` });
  groupUid = String(group['uid']);
  emulator.requestLog.clear();
});

const failureOf = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject(new Error('the call did not fail')),
    (error: unknown) => ApiError.from(error),
  );

describe.each(creatable.map((declaration) => [declaration.kind, declaration] as const))('%s', (_, declaration) => {
  const identifier = identifierField(declaration);
  let input: Values;
  let place: string;
  let created: Values;
  const uid = (): string => String(created[identifier]);

  beforeEach(async () => {
    place = await getPlace(client, declaration, groupUid);
    input = await exampleOf(client, declaration, groupUid);
    created = await client.create(declaration, place, input);
    emulator.requestLog.clear();
  });
  afterEach(() => client.delete(declaration, uid()).catch((error: unknown) => expect(isNotFound(error)).toBe(true)));

  test('is created as given, and read as created', async () => {
    const answered = Object.keys(input).filter((name) => !behaves(declaration.fields[name]!, 'inputOnly'));
    expect(created).toMatchObject(Object.fromEntries(answered.map((name) => [name, input[name]])));
    const read = await client.get(declaration, uid());
    // Fields that only the response to the create contains are secrets.
    const lasting = Object.entries(created).filter(([name]) => !behaves(declaration.fields[name]!, 'sensitive'));
    expect(read).toMatchObject(Object.fromEntries(lasting));
  });

  test('has every field that its declaration promises', () => {
    for (const [name, field] of Object.entries(declaration.fields)) {
      if (field.type.is !== 'message' && !behaves(field, 'inputOnly') && !behaves(field, 'optional'))
        if (!(field.type.is === 'string' && field.type.format === 'timestamp')) expect(created).toHaveProperty(name);
    }
  });

  test('is listed in its group and beneath the groups above, exactly once', async () => {
    for (const query of [{ childrenOf: place }, { descendantsOf: emulator.rootGroupUid }, { ids: [uid()] }]) {
      const uids: unknown[] = [];
      for await (const object of client.list(declaration, query)) uids.push(object[identifier]);
      expect(uids.filter((one) => one === uid())).toHaveLength(1);
    }
    expect(await client.page(declaration, { ids: [uid()], skip: 1 })).toMatchObject({
      items: [],
      totalCount: 1,
      skipped: 1,
    });
  });

  test.each(narrowing(declaration))('is found by the filter %s', async (name, filter) => {
    const value = filterValue(filter, created, place);
    // For a parameter that is not a field of the object, the filter must at least return nothing for a value that no
    // object has.
    if (value !== undefined) {
      const { items } = await client.page(declaration, { [camelCase(name)]: value });
      expect(items.map((item) => item[identifier])).toContain(uid());
      for (const item of items) expect(filterValue(filter, item, place)).toBe(value);
    }
    const { items } = await client.page(declaration, { [camelCase(name)]: otherValue(value, filter) });
    expect(items).toEqual([]);
  });

  test('is changed in what the mask names and in nothing else', async () => {
    const changes = await changesOf(client, declaration, groupUid);
    if (changes === undefined) {
      const refused = await failureOf(client.update(declaration, uid(), { [Object.keys(input)[0]!]: 'x' }));
      expect(refused).toMatchObject({ outcome: 'notSent' });
      return;
    }
    emulator.requestLog.clear();
    const changed = await client.update(declaration, uid(), changes);
    const [patch] = emulator.requestLog.entries;
    expect(patch).toMatchObject({ method: 'PATCH' });
    expect(new URLSearchParams(patch!.query).get('updateMask')).toBe(Object.keys(changes).map(snakeCase).join(','));
    expect(Object.keys(JSON.parse(patch!.body!) as Values)).toEqual(Object.keys(changes));
    expect(changed).toMatchObject(changes);
    for (const [name, field] of Object.entries(declaration.fields)) {
      if (name in changes || field.output === 'volatile') continue;
      expect([name, changed[name]]).toEqual([name, created[name]]);
    }
    expect(await client.get(declaration, uid())).toMatchObject(changes);
  });

  test('no longer exists after it is deleted', async () => {
    await client.delete(declaration, uid());
    expect(isNotFound(await failureOf(client.get(declaration, uid())))).toBe(true);
    const { items } = await client.page(declaration, { ids: [uid()] });
    expect(items).toEqual([]);
  });

  test('is created many at a time, all or none, where the service has it', async () => {
    const batchSize = declaration.batch?.size;
    const again = { ...input, ...(await exampleOf(client, declaration, groupUid)) };
    emulator.requestLog.clear();
    if (batchSize === undefined) {
      const refused = await failureOf(client.createBatch(declaration, place, [again]));
      expect(refused).toMatchObject({ code: 'UNIMPLEMENTED', outcome: 'notSent' });
      return;
    }
    const [made, ...more] = await client.createBatch(declaration, place, [again]);
    expect(more).toEqual([]);
    expect(made).toMatchObject(again);
    expect(emulator.requestLog.entries).toHaveLength(1);
    await client.delete(declaration, String(made![identifier]));
    // The second one already exists: then the first is not created either.
    expect(await failureOf(client.createBatch(declaration, place, [again, input]))).toMatchObject({
      outcome: 'rejected',
    });
    expect((await client.page(declaration, { childrenOf: place })).items).toHaveLength(1);
    for (const count of [0, batchSize + 1]) {
      const inputs = Array.from({ length: count }, () => again);
      expect(await failureOf(client.createBatch(declaration, place, inputs))).toMatchObject({ outcome: 'notSent' });
    }
  });

  test('is refused before anything is sent when it cannot be right', async () => {
    const required = Object.keys(input).filter((name) => behaves(declaration.fields[name]!, 'required'));
    const output = Object.entries(declaration.fields).find(([, field]) => !isInput(field))![0];
    const bad: [Values, string][] = [
      ...required.map((name): [Values, string] => [{ ...input, [name]: undefined }, name]),
      [{ ...input, nonsense: 1 }, 'nonsense'],
      [{ ...input, [output]: 'x' }, output],
      ...Object.keys(input).map((name): [Values, string] => [{ ...input, [name]: 42.5 }, name]),
    ];
    for (const [values, field] of bad) {
      const error = await failureOf(client.create(declaration, place, values));
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', outcome: 'notSent' });
      expect(error.fieldViolations.map((violation) => violation.field)).toContain(field);
    }
    for (const nowhere of ['', '../x', `${place}'`, `${place}/`, place.toUpperCase()]) {
      expect((await failureOf(client.create(declaration, nowhere, input))).fieldViolations[0]?.field).toBe(
        declaration.parent?.name,
      );
    }
    expect(emulator.requestLog.entries).toEqual([]);
  });

  test('is refused by the service in the same words', async () => {
    const missing = Object.keys(input).find((name) => behaves(declaration.fields[name]!, 'required'))!;
    const { [missing]: left, ...rest } = input;
    expect(left).toBeDefined();
    const here = await failureOf(client.create(declaration, place, rest));
    const response = await emulator.handle(
      new Request(`http://emulator.localhost/${declaration.domain}/v2beta1/${declaration.collection}/${place}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await emulator.administratorToken()}`, 'content-type': 'application/json' },
        body: JSON.stringify(rest),
      }),
    );
    expect(response.status).toBe(400);
    const { message } = (await response.json()) as { message: string };
    expect(here.explanation.split(':').slice(0, 2)).toEqual(message.split(':').slice(0, 2));
  });
});

describe.each(readOnly.map((declaration) => [declaration.kind, declaration] as const))('%s', (_, declaration) => {
  const identifier = identifierField(declaration);
  let object: Values;

  beforeEach(async () => {
    emulator.reset();
    emulator.seed({
      [holder.collection]: [{ name: `seed ${++made}`, [declaration.collection]: [declaration.examples.create] }],
    });
    const { items } = await client.page(declaration, {});
    object = items[0] as Values;
  });

  test('is read as it was seeded', async () => {
    expect(object).toMatchObject(declaration.examples.create);
    expect(await client.get(declaration, String(object[identifier]))).toEqual(object);
  });

  test.each(narrowing(declaration))('is found by the filter %s', async (name, filter) => {
    const value = filterValue(filter, object, '');
    expect(value).toBeDefined();
    const found = await client.page(declaration, { [camelCase(name)]: value! });
    expect(found.items.map((item) => item[identifier])).toContain(object[identifier]);
    const { items } = await client.page(declaration, { [camelCase(name)]: otherValue(value, filter) });
    expect(items).toEqual([]);
  });

  test('cannot be created, changed or deleted', async () => {
    const uid = String(object[identifier]);
    for (const call of [
      client.create(declaration, emulator.rootGroupUid, {}),
      client.update(declaration, uid, { name: 'x' }),
      client.delete(declaration, uid),
    ]) {
      expect(await failureOf(call)).toMatchObject({ code: 'UNIMPLEMENTED', outcome: 'notSent' });
    }
  });
});

/** The filters that let fewer objects through. */
function narrowing({ filters }: Declaration): [string, Filter][] {
  return Object.entries(filters).filter(([, filter]) => !isInclusion(filter));
}

/** The value that finds an object by a filter; `undefined` if it is not a field of the object. */
function filterValue({ matches, compare = 'equal' }: Filter, object: Values, place: string): string | undefined {
  const value = matches === 'parent' ? place : object[matches];
  if (compare === 'element') return (value as string[] | undefined)?.[0];
  return typeof value === 'string' ? value : undefined;
}

/** A value of the same form that no object has. */
function otherValue(value: string | undefined, { oneOf }: Filter): string {
  if (oneOf !== undefined) return oneOf.findLast((other) => other !== value)!;
  if (value === undefined) return 'nothing has this';
  if (/^\d{4}-/.test(value)) return '2999-01-01T00:00:00Z';
  return /^[0-9a-f]{40}/.test(value) ? `${'f'.repeat(40)}/${'f'.repeat(16)}` : `${value} other`;
}

test('a person is found before they have signed in', async () => {
  const uid = await client.lookupIdentity('https://login.example.com', 'ada & co');
  expect(uid).toMatch(/^[0-9a-f]{40}$/);
  expect(await client.lookupIdentity('https://login.example.com', 'ada & co')).toBe(uid);
});

test.each(declarations)('a list of $collection takes every order that its types offer', async (declaration) => {
  for (const orderBy of sortKeys(declaration)) await client.page(declaration, { orderBy, pageSize: 1 });
});

test('every kind that is declared is tried', () => {
  expect(creatable.length + readOnly.length).toBe(declarations.length);
  expect(readOnly.every((declaration: Declaration) => !offers(declaration, 'update'))).toBe(true);
});
