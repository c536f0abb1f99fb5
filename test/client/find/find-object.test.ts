import {
  accountAssociation,
  ApiError,
  type Client,
  createClient,
  FindError,
  group,
  identity,
  isNotFound,
  repo,
  role,
  roleBinding,
  tag,
} from '../../../src/client';
import { kindsAlong, parseObjectPath } from '../../../src/client/find/object-path';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { advisory } from '../../../src/model/kinds';
import type { Declaration } from '../../../src/model/schema';
import { cannedFetch, CHILD, ROOT, TOKEN } from '../canned';

const uid = `${'a'.repeat(40)}/${'b'.repeat(16)}`;
const parse = (declaration: unknown, id: string) => parseObjectPath(declaration as Declaration, id);

test('a uid is used unchanged', () => {
  expect(parse(group, uid)).toEqual({ by: 'uid', uid });
});

test('a path of names leads from the root to the object', () => {
  expect(parse(identity, 'acme/engineering/ci-bot')).toEqual({ by: 'path', names: ['acme', 'engineering', 'ci-bot'] });
  expect(parse(group, 'acme')).toEqual({ by: 'path', names: ['acme'] });
});

test('a role binding is found by its group, its identity and its role', () => {
  expect(parse(roleBinding, 'acme/engineering:ci-bot:viewer')).toEqual({
    by: 'references',
    parent: ['acme', 'engineering'],
    parts: { identityUid: 'ci-bot', roleUid: 'viewer' },
  });
});

test('every kind with a name is identified by the kinds above it', () => {
  expect(parse(tag, 'acme/shop/1.2-R3_x')).toEqual({ by: 'path', names: ['acme', 'shop', '1.2-R3_x'] });
  expect(kindsAlong(tag, 4).map(({ kind }) => kind)).toEqual(['Group', 'Group', 'Repo', 'Tag']);
  expect(kindsAlong(identity, 2).map(({ kind }) => kind)).toEqual(['Group', 'Identity']);
  expect(kindsAlong(accountAssociation, 2).map(({ kind }) => kind)).toEqual(['Group', 'Group']);
  expect(kindsAlong(roleBinding, 1).map(({ kind }) => kind)).toEqual(['Group']);
  expect(() => parse(advisory, 'acme/ADV-1')).toThrow(
    '"acme/ADV-1" does not identify any advisory. Identify it by its uid.',
  );
});

test.each([
  [identity, ''],
  [identity, 'acme//ci'],
  [identity, '../acme'.toUpperCase()],
  [identity, 'acme:ci'],
  [roleBinding, 'acme/engineering'],
  [roleBinding, 'acme:ci'],
  [roleBinding, 'acme:ci:viewer:more'],
  [group, `${uid}"`],
])('what is neither is refused with the forms that there are', (declaration, id) => {
  expect(() => parse(declaration, id)).toThrow(/does not identify any .*\. Identify it by its uid, or by/);
});

let emulator: Emulator;
let client: Client;

const claimMatch = { issuer: 'https://issuer.example', subject: 'me' };

beforeAll(async () => {
  emulator = createEmulator({
    seed: {
      groups: [
        {
          name: 'acme',
          groups: [{ name: 'payments', identities: [{ name: 'ci', claimMatch }] }, { name: 'twin' }, { name: 'twin' }],
          repos: [{ name: 'shop', tags: [{ name: 'latest' }, { name: '1.2-r3' }] }],
        },
      ],
    },
  });
  client = createClient({
    baseUrl: 'http://localhost',
    token: await emulator.administratorToken(),
    fetch: (request) => emulator.handle(request),
  });
});
afterAll(() => emulator.close());

const failureOf = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject(new Error('the call did not fail')),
    (error: unknown) => ApiError.from(error),
  );

describe('an object is found', () => {
  it('by the path of names from the root', async () => {
    const payments = await client.find(group, 'acme/payments');
    expect(payments).toMatchObject({ name: 'payments', description: '' });
    expect(await client.find(identity, 'acme/payments/ci')).toMatchObject({ name: 'ci', claimMatch });
    expect((await client.find(group, 'acme')).uid).toBe(emulator.rootGroupUid);
    expect((await client.find(repo, 'acme/shop')).name).toBe('shop');
    expect((await client.find(tag, 'acme/shop/1.2-r3')).name).toBe('1.2-r3');
    expect((await client.find(role, 'viewer')).uid).not.toContain('/');
  });

  it('by its uid', async () => {
    const { uid } = await client.find(group, 'acme/payments');
    expect((await client.find(group, uid)).name).toBe('payments');
  });

  it('by its group, its identity and its role, for a role binding', async () => {
    const { uid: groupUid } = await client.find(group, 'acme/payments');
    const { uid: identityUid } = await client.find(identity, 'acme/payments/ci');
    const { uid: roleUid } = await client.find(role, 'viewer');
    const { uid } = await client.create(roleBinding, groupUid, { identityUid, roleUid });
    expect(await client.find(roleBinding, 'acme/payments:ci:viewer')).toMatchObject({ uid, identityUid, roleUid });
    const missing = await failureOf(client.find(roleBinding, 'acme/payments:ci:owner'));
    expect(missing.explanation).toBe('no role binding of "ci" and "owner" in acme/payments is visible to this token');
  });

  it('by the path of its group, if that identifies it', async () => {
    const { uid } = await client.find(group, 'acme/payments');
    await client.create(accountAssociation, uid, { name: 'clouds', amazon: { account: '123456789012' } });
    expect(await client.find(accountAssociation, 'acme/payments')).toMatchObject({ uid, name: 'clouds' });
  });

  it('with one request for each name', async () => {
    emulator.requestLog.clear();
    await client.find(identity, 'acme/payments/ci');
    expect(emulator.requestLog.entries).toHaveLength(3);
  });
});

describe('what a path does not lead to', () => {
  it.each([
    [group, 'nowhere/payments/x', 'no group "nowhere" at the root'],
    [identity, 'acme/nowhere/ci', 'no group "nowhere" in acme'],
    [identity, 'acme/payments/nobody', 'no identity "nobody" in acme/payments'],
    [roleBinding, 'acme/payments:nobody:viewer', 'no identity "nobody"'],
    [tag, 'acme/shop/none', 'no tag "none" in acme/shop'],
  ])('%o %s is NOT_FOUND that names the part that is missing', async (declaration, path, words) => {
    const error = await failureOf(client.find(declaration, path));
    expect(error).toBeInstanceOf(FindError);
    expect(error).toMatchObject({ code: 'NOT_FOUND', outcome: 'rejected', matches: [] });
    expect(error.explanation).toBe(`${words} is visible to this token`);
    expect(error.resourceInfo).toEqual({
      resourceType: error instanceof FindError ? error.kind : '',
      resourceName: /"(.*)"/.exec(words)?.[1],
      description: error.explanation,
    });
    expect(isNotFound(error)).toBe(true);
  });

  it('is several objects, listed by their uids', async () => {
    const error = await failureOf(client.find(group, 'acme/twin'));
    const matches = error instanceof FindError ? error.matches : [];
    expect(matches).toHaveLength(2);
    expect(error).toMatchObject({ name: 'FindError', code: 'FAILED_PRECONDITION' });
    expect(error.explanation).toContain(`more than one group "twin" in acme: ${matches.join(', ')}`);
    expect(isNotFound(error)).toBe(false);
  });

  it('is no path at all, and nothing is sent', async () => {
    emulator.requestLog.clear();
    for (const path of ['', 'acme//x', 'ACME', 'acme:x'])
      expect(await failureOf(client.find(group, path))).toMatchObject({ code: 'INVALID_ARGUMENT', outcome: 'notSent' });
    expect(emulator.requestLog.entries).toHaveLength(0);
  });

  it('stays open while what may be it is malformed', async () => {
    const groups = [
      { uid: ROOT, name: 'acme' },
      { uid: `${ROOT}/${'0'.repeat(16)}`, name: 'other', verified: 'no' },
      { uid: CHILD, name: 7 },
    ];
    const canned = createClient({ baseUrl: 'https://api.test', token: TOKEN, ...cannedFetch({ body: { groups } }) });
    expect((await canned.find(group, 'acme')).uid).toBe(ROOT);
    await expect(canned.find(group, 'acme/nobody')).rejects.toMatchObject({
      name: 'ResponseShapeError',
      malformed: [{ uid: CHILD }],
    });
  });
});
