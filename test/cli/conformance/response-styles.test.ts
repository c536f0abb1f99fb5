// @slow
/** Every kind through the client and the provider, against a strict mock in each style of responses. */
import { snakeCase, type Values as JsonValues } from '../../../src/model/api';
import { createClient, isNotFound, type Client } from '../../../src/client';
import { startHost } from '../../../src/plugin/testing';
import { parentAttribute, resourceFields } from '../../../src/provider/convert/to-api';
import { attributeValue } from '../../../src/provider/convert/to-state';
import { hasSingular } from '../../../src/provider/data/singular';
import { createProvider } from '../../../src/provider/provider';
import { containerKind, declarations } from '../../../src/model/kinds';
import {
  canonicalText,
  type Declaration,
  identifierField,
  listPath,
  offers,
  pluralTypeName,
  toAttribute,
  typeName,
} from '../../../src/model/schema';
import { ownTime, TOKEN } from '../../client/canned';
import { isEnum, NEW_ENUM_VALUE, type Style, STYLES } from '../../support/response-styles';
import { createStrictMock, type StrictMock } from '../../support/strict-mock';
import { changesOf, exampleOf, getPlace, type Values } from './cases';

const start = Date.parse('2026-01-02T03:04:06Z');
const baseUrl = 'https://api.test';

interface World {
  readonly mock: StrictMock;
  readonly client: Client;
  /** The uid of the parent of new objects. */
  readonly place: string;
  /** The fields of a create. */
  readonly input: Values;
}

async function startWorld(declaration: Declaration, style: Style): Promise<World> {
  const mock = createStrictMock(style);
  const client = createClient({ baseUrl, token: TOKEN, fetch: mock.fetch, ...ownTime(start) });
  const group = mock.seed(containerKind, mock.root, { name: 'place' });
  // No request creates the parent of an object that can only be read.
  const place = offers(declaration, 'create') ? await getPlace(client, declaration, group) : group;
  // Further objects make the list a chain of pages.
  for (const name of ['one', 'two', 'three'])
    mock.seed(declaration, mock.seed(containerKind, mock.root, { name }), { ...declaration.examples.create, name });
  return { mock, client, place, input: await exampleOf(client, declaration, group) };
}

/** Returns one more input for each enum field that the example leaves out because another field excludes it. */
function inputsOf({ fields, rules = [] }: Declaration, input: Values): Values[] {
  const excluded = rules.flatMap((rule) => rule.fields.map((name) => ({ name, others: rule.fields })));
  const others = excluded.flatMap(({ name, others }): Values[] => {
    const type = fields[name]?.type;
    if (type?.is !== 'string' || !isEnum(type)) return [];
    const rest = Object.entries(input).filter(([given]) => !others.includes(given));
    return [{ ...Object.fromEntries(rest), [name]: type.known?.[0] }];
  });
  return [input, ...others];
}

async function seenByClient(declaration: Declaration, style: Style) {
  const { mock, client, place, input } = await startWorld(declaration, style);
  const all = async () => {
    const listed: JsonValues[] = [];
    for await (const item of client.list(declaration, { descendantsOf: mock.root })) listed.push(item);
    return listed;
  };
  const written: unknown[] = [];
  const read: unknown[] = [...(await all())];
  if (!offers(declaration, 'create'))
    for (const object of [...read]) read.push(await client.get(declaration, getUid(declaration, object)));
  for (const each of offers(declaration, 'create') ? inputsOf(declaration, input) : []) {
    const created = await client.create(declaration, place, each);
    const uid = getUid(declaration, created);
    read.push(await client.get(declaration, uid), ...(await all()));
    expect(await client.get(declaration, uid)).toEqual(await client.get(declaration, uid));
    const changes = each === input ? await changesOf(client, declaration, place) : undefined;
    const updated = changes && (await client.update(declaration, uid, changes));
    written.push(created, updated);
    read.push(await client.get(declaration, uid));
    await client.delete(declaration, uid);
    expect(isNotFound(await client.get(declaration, uid).catch((error: unknown) => error))).toBe(true);
  }
  if (declaration.batch?.size !== undefined)
    written.push(...(await client.createBatch(declaration, place, [input, input])));
  expect(mock.rejected).toEqual([]);
  return { written, read };
}

const getUid = (declaration: Declaration, object: unknown): string =>
  String((object as Values)[identifierField(declaration)]);

async function seenByProvider(declaration: Declaration, style: Style) {
  const { mock, client, place, input } = await startWorld(declaration, style);
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: TOKEN };
  const again = () =>
    startHost(createProvider({ env, fetch: mock.fetch, ...ownTime(start) }), {}, { terraformVersion: 'in-process' });
  const host = await again();
  const found = await host.data(pluralTypeName(declaration), { descendants_of: mock.root });
  const read: unknown[] = [...(found[snakeCase(declaration.collection)] as unknown[])];
  const written: unknown[] = [];
  if (hasSingular(declaration)) {
    const uids = read.map((one) => (one as Values)[snakeCase(identifierField(declaration))]);
    for (const uid of uids) read.push(await host.data(typeName(declaration), { uid }));
  }
  for (const each of offers(declaration, 'create') ? inputsOf(declaration, input) : []) {
    const config = { ...attributes(declaration, each), [parentAttribute(declaration)!]: place };
    const instance = (await again()).resource(typeName(declaration));
    await instance.apply(config);
    written.push(instance.state);
    await instance.refresh();
    const first = instance.state;
    read.push(first);
    await instance.refresh();
    expect(instance.state).toEqual(first);
    if (!(style in NEW_ENUM_VALUE)) expect(await instance.plan(config)).toMatchObject({ action: 'no-op' });
    const changes = each === input ? await changesInPlace(client, declaration, place) : undefined;
    if (changes !== undefined) {
      expect(await instance.apply({ ...config, ...attributes(declaration, changes) })).toMatchObject({
        action: 'update',
      });
      written.push(instance.state);
      await instance.refresh();
      read.push(instance.state);
    }
    const imported = (await again()).resource(typeName(declaration));
    await imported.import(getUid(declaration, instance.state));
    read.push(imported.state);
    await instance.destroy();
    expect(instance.state).toBeNull();
  }
  expect(mock.rejected).toEqual([]);
  return { written, read };
}

async function changesInPlace(client: Client, declaration: Declaration, place: string): Promise<Values | undefined> {
  const changes = await changesOf(client, declaration, place);
  const inPlace = Object.entries(changes ?? {}).filter(
    ([name]) => declaration.fields[name]?.replacement?.when !== 'changed',
  );
  return changes && Object.fromEntries(inPlace);
}

/** Returns the values as attributes of Terraform. */
function attributes(declaration: Declaration, values: Values): Values {
  const given = resourceFields(declaration).filter(([name]) => Object.hasOwn(values, name));
  return Object.fromEntries(
    given.map(([name, field]) => [toAttribute(name, field), attributeValue(field.type, values[name], null, 'null')]),
  );
}

/** Returns what a read in the style shows, given the same read in the complete style. Sets have no order. */
function expected(declaration: Declaration, object: unknown, style: Style): unknown {
  const sent = style === 'new enum values' || style === 'enum numbers' ? String(NEW_ENUM_VALUE[style]) : null;
  const entries = Object.entries(object as Values).map(([name, value]) => {
    const [, field] = Object.entries(declaration.fields).find(([own]) => [own, snakeCase(own)].includes(name)) ?? [];
    if (field === undefined || !isEnum(field.type)) return [name, value];
    const { type } = field;
    const element = type.is === 'list' ? type.of : type;
    const added = sent !== null && element.is === 'string' ? canonicalText(element, sent) : null;
    if (Array.isArray(value)) return [name, [...(value as unknown[]), ...(added === null ? [] : [added])].sort()];
    return [name, added === null || value === '' || value === null ? value : added];
  });
  return Object.fromEntries(entries);
}

const seenBy = { client: seenByClient, provider: seenByProvider };
const kinds = declarations.map((declaration) => [declaration.kind, declaration] as const);

describe.each(['client', 'provider'] as const)('the %s', (who) => {
  test.each(kinds)('reads %s equally in every style, and sends nothing that the document forbids', async (_, kind) => {
    const complete = await seenBy[who](kind, 'complete');
    expect(complete.read.length).toBeGreaterThan(2);
    for (const style of STYLES) {
      const { written, read } = await seenBy[who](kind, style);
      expect([style, written]).toEqual([style, complete.written]);
      const sorted = read.map((object) => expected(kind, object, 'complete'));
      expect([style, sorted]).toEqual([style, complete.read.map((object) => expected(kind, object, style))]);
    }
  });
});

test('some enum value is new in a read: the styles are not all the same', async () => {
  for (const style of ['new enum values', 'enum numbers'] as const) {
    const changed = [];
    for (const [name, kind] of kinds)
      if (JSON.stringify(await seenByClient(kind, style)) !== JSON.stringify(await seenByClient(kind, 'complete')))
        changed.push(name);
    expect(changed).toEqual(
      kinds.filter(([, kind]) => Object.values(kind.fields).some(({ type }) => isEnum(type))).map(([name]) => name),
    );
  }
});

describe('the mock rejects a request', () => {
  const declared = (kind: string): Declaration => declarations.find((declaration) => declaration.kind === kind)!;
  const roles = listPath(declared('Role'));
  const right = { name: 'reader', capabilities: ['CAP_IAM_GROUPS_LIST'] };
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const ask = async (mock: StrictMock, method: string, path: string, body?: object, sent: object = headers) => {
    const init = { method, headers: { ...sent }, ...(body && { body: JSON.stringify(body) }) };
    return (await mock.fetch(new Request(`${baseUrl}${path}`, init))).status;
  };

  test('that violates the document, and no other', async () => {
    const mock = createStrictMock('complete');
    const place = `${roles}/${mock.root}`;
    expect(await ask(mock, 'POST', place, right)).toBe(200);
    expect(await ask(mock, 'GET', `${roles}?page_size=1&uidp.children_of=${mock.root}`)).toBe(200);
    expect(mock.rejected).toEqual([]);
    const wrong: [string, string, object?, object?][] = [
      ['GET', `${roles}?colour=red`],
      ['GET', `${roles}?pageSize=1`],
      ['GET', `${roles}?page_size=many`],
      ['GET', `${roles}?page_size=1&page_size=1`],
      ['GET', roles, undefined, {}],
      ['PUT', place, right],
      ['POST', roles, right],
      ['POST', `/iam/v2beta1/nothing/${mock.root}`, right],
      ['POST', place, { ...right, colour: 'red' }],
      ['POST', place, { ...right, create_time: '2026-01-02T03:04:05Z' }],
      ['POST', place, { ...right, createTime: '2026-01-02T03:04:05Z' }],
      ['POST', place, { ...right, capabilities: ['groups.list'] }],
      ['POST', place, { ...right, name: 1 }],
      ['POST', place, { name: 'reader' }],
      ['POST', place],
      ['PATCH', `${place}?updateMask=colour`, { name: 'reader' }],
      ['PATCH', `${place}?updateMask=capabilities`, { capabilities: ['groups.list'] }],
      ['DELETE', place, right],
    ];
    for (const request of wrong) expect([request, await ask(mock, ...request)]).toEqual([request, 400]);
    expect(mock.rejected).toHaveLength(wrong.length);
  });

  test('of a client whose declarations are wrong', async () => {
    const mock = createStrictMock('complete');
    const client = createClient({ baseUrl, token: TOKEN, fetch: mock.fetch, ...ownTime(start) });
    const role = declared('Role');
    const dotted: Declaration = { ...role, wire: { ...role.wire!, encode: (body) => body } };
    const filtered: Declaration = { ...role, filters: { colour: { matches: 'name', description: 'None.' } } };
    await client.create(dotted, mock.root, { ...role.examples.create }).catch(() => undefined);
    await client.page(filtered, { colour: 'red' }).catch(() => undefined);
    expect(mock.rejected).toEqual([
      expect.stringContaining('"groups.list" does not match'),
      expect.stringContaining('colour: unknown parameter'),
    ]);
  });
});
