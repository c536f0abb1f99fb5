import { organization } from '../support/organization';

const groups = '/iam/v2beta1/groups';
const names = (page: { groups: readonly { name: string }[] }) => page.groups.map(({ name }) => name);
const day = 24 * 60 * 60 * 1000;

/** Six groups, and the first page of two with its token. */
async function chain() {
  const acme = await organization();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await acme.make('groups', acme.root, { name });
  const query = `${groups}?uidp.children_of=${acme.root}&order_by=name&page_size=2`;
  const first = await acme.ok('GET', query);
  return { ...acme, query, token: first.nextPageToken as string };
}

test('a page token lives three days; after that the query starts over without an error (Contract L6)', async () => {
  const { ok, emulator, query, token, time } = await chain();
  const start = time.now.getTime();
  time.now = new Date(start + 3 * day);
  const renewed = { token: await emulator.administratorToken() };
  expect(names(await ok('GET', `${query}&page_token=${token}`, undefined, renewed))).toEqual(['c', 'd']);
  time.now = new Date(start + 3 * day + 1);
  const again = await ok('GET', `${query}&page_token=${token}`, undefined, renewed);
  expect(names(again)).toEqual(['a', 'b']);
  expect(again.totalCount).toBe('6');
});

test.each([
  ['malformed', () => 'nonsense'],
  ['cut short', (token: string) => token.slice(0, -1)],
  ['changed', (token: string) => `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`],
  ['not even printable', () => '%00%7f'],
])('a page token that is %s starts the query over, without an error (Contract L6)', async (_, spoil) => {
  const { ok, query, token } = await chain();
  expect(names(await ok('GET', `${query}&page_token=${spoil(token)}`))).toEqual(['a', 'b']);
});

test('a page token of another query starts the query over (Contract L6)', async () => {
  const { ok, root, token } = await chain();
  const other = `${groups}?uidp.descendants_of=${root}&order_by=name&page_size=2`;
  expect(names(await ok('GET', `${other}&page_token=${token}`))).toEqual(['a', 'b']);
  const roles = await ok('GET', `/iam/v2beta1/roles?order_by=name&page_token=${token}`);
  expect(roles.roles).toEqual((await ok('GET', '/iam/v2beta1/roles?order_by=name')).roles);
});

test('another order along a chain starts over; another page size goes on (Contract L6)', async () => {
  const { ok, root, query, token } = await chain();
  const down = `${groups}?uidp.children_of=${root}&order_by=name%20desc&page_size=2&page_token=${token}`;
  expect(names(await ok('GET', down))).toEqual(['f', 'e']);
  expect(names(await ok('GET', `${query.replace('page_size=2', 'page_size=3')}&page_token=${token}`))).toEqual([
    'c',
    'd',
    'e',
  ]);
});

test('a page token of somebody else starts the query over', async () => {
  const { ok, member, root, query, token } = await chain();
  const viewer = await member(root, { [root]: 'viewer' });
  expect(names(await ok('GET', `${query}&page_token=${token}`, undefined, viewer))).toEqual(['a', 'b']);
});

test('a page token needs no escape in a URL', async () => {
  const { token } = await chain();
  expect(token).toMatch(/^[\w-]+$/);
});
