import { detail, everyPage, organization } from '../support/organization';

const groups = '/iam/v2beta1/groups';
const names = (objects: readonly { name: string }[]) => objects.map(({ name }) => name);

/** Fourteen groups beneath the root, named out of order, and one beneath the first of them. */
async function fourteen() {
  const acme = await organization();
  const order = [3, 1, 4, 14, 5, 9, 2, 6, 13, 8, 7, 12, 10, 11];
  const uids = new Map<string, string>();
  for (const number of order) {
    acme.time.now = new Date(acme.time.now.getTime() + 1);
    const name = `g${String(number).padStart(2, '0')}`;
    uids.set(name, await acme.make('groups', acme.root, { name }));
  }
  await acme.make('groups', uids.get('g03')!, { name: 'inner' });
  return { ...acme, uids, children: `${groups}?uidp.children_of=${acme.root}` };
}
const inOrder = Array.from({ length: 14 }, (_, index) => `g${String(index + 1).padStart(2, '0')}`);

test('with 14 matching groups and page_size 5, skip 10 returns the remaining 4 (Contract L1)', async () => {
  const { ok, children } = await fourteen();
  const page = await ok('GET', `${children}&page_size=5&skip=10&order_by=name`);
  expect(names(page.groups)).toEqual(inOrder.slice(10));
  expect(page).toMatchObject({ totalCount: '14', skipped: 10 });
  expect(page).not.toHaveProperty('nextPageToken');
});

test('the sort order holds across all pages of a chain, up and down (Contract L5)', async () => {
  const { ok, children } = await fourteen();
  const up = await everyPage(ok, `${children}&page_size=5&order_by=name`, 'groups');
  expect(up.map((page) => page.length)).toEqual([5, 5, 4]);
  expect(names(up.flat())).toEqual(inOrder);
  const down = await everyPage(ok, `${children}&page_size=5&order_by=name%20desc`, 'groups');
  expect(names(down.flat())).toEqual([...inOrder].reverse());
});

test('there is no nextPageToken on the last page, also when that is full (Contract L4)', async () => {
  const { ok, children } = await fourteen();
  const pages = await everyPage(ok, `${children}&page_size=7`, 'groups');
  expect(pages.map((page) => page.length)).toEqual([7, 7]);
  expect(await ok('GET', `${children}&page_size=14`)).not.toHaveProperty('nextPageToken');
});

test('name filters match exactly, never a part of a name (Contract L7)', async () => {
  const { ok } = await fourteen();
  expect(names((await ok('GET', `${groups}?name=g01`)).groups)).toEqual(['g01']);
  expect((await ok('GET', `${groups}?name=g0`)).groups).toEqual([]);
  expect((await ok('GET', `${groups}?name=G01`)).totalCount).toBe('0');
});

test('descendants_of finds everything beneath a group but not the group itself (Contract L1)', async () => {
  const { ok, root, uids } = await fourteen();
  const all = await ok('GET', `${groups}?uidp.descendants_of=${root}`);
  expect(all.totalCount).toBe('15');
  expect(names(all.groups)).not.toContain('acme');
  expect(names((await ok('GET', `${groups}?uidp.descendants_of=${uids.get('g03')!}`)).groups)).toEqual(['inner']);
});

test('children_of finds only what lies directly in a group (Contract L1)', async () => {
  const { ok, children } = await fourteen();
  expect((await ok('GET', children)).totalCount).toBe('14');
});

test('ancestors_of, in_root and ids are understood too (Contract L1)', async () => {
  const { ok, root, uids } = await fourteen();
  const g03 = uids.get('g03')!;
  const inner = (await ok('GET', `${groups}?name=inner`)).groups[0].uid;
  expect(names((await ok('GET', `${groups}?uidp.ancestors_of=${inner}&order_by=uid`)).groups)).toEqual(['acme', 'g03']);
  expect(names((await ok('GET', `${groups}?uidp.in_root=true`)).groups)).toEqual(['acme']);
  const two = await ok('GET', `${groups}?uidp.ids=${g03}&uidp.ids=${root}&uidp.ids=${root}/0000000000000000`);
  expect(names(two.groups)).toEqual(['acme', 'g03']);
});

test('both names of each parameter are accepted (Contract L1)', async () => {
  const { ok, root } = await fourteen();
  const page = await ok('GET', `${groups}?uidp.childrenOf=${root}&pageSize=2&orderBy=name&skip=1`);
  expect(names(page.groups)).toEqual(['g02', 'g03']);
});

test('an unknown parameter is ignored: a misspelled filter lists everything (Contract L2)', async () => {
  const { ok } = await fourteen();
  expect((await ok('GET', `${groups}?nmae=g01&uidp.decendants_of=x`)).totalCount).toBe('16');
});

test('an empty parameter counts as not given (Contract L7)', async () => {
  const { ok } = await fourteen();
  const page = await ok('GET', `${groups}?name=&page_size=&page_token=&order_by=&skip=&uidp.children_of=`);
  expect(page.totalCount).toBe('16');
});

test('page_size is 50 when not given or 0, and at most 200 (Contract L3)', async () => {
  const { ok, emulator } = await organization();
  emulator.seed({ groups: [{ name: 'big', groups: Array.from({ length: 201 }, (_, n) => ({ name: `n${n}` })) }] });
  const big = (await ok('GET', `${groups}?name=big`)).groups[0].uid;
  const size = async (query: string) => (await ok('GET', `${groups}?uidp.children_of=${big}${query}`)).groups.length;
  expect(await size('')).toBe(50);
  expect(await size('&page_size=0')).toBe(50);
  expect(await size('&page_size=200')).toBe(200);
  expect(await size('&page_size=201')).toBe(200);
  expect(await size('&page_size=1')).toBe(1);
});

test('totalCount is decimal text over all pages, skipped a number that echoes skip (Contract L4)', async () => {
  const { ok, children } = await fourteen();
  const first = await ok('GET', `${children}&page_size=5`);
  expect(first).toMatchObject({ totalCount: '14', skipped: 0 });
  const second = await ok('GET', `${children}&page_size=5&page_token=${first.nextPageToken}`);
  expect(second).toMatchObject({ totalCount: '14', skipped: 0 });
});

test('skip may go along with a page token and counts from there (Contract L1)', async () => {
  const { ok, children } = await fourteen();
  const first = await ok('GET', `${children}&page_size=5&order_by=name`);
  const path = `${children}&page_size=5&order_by=name&page_token=${first.nextPageToken}&skip=3`;
  const second = await ok('GET', path);
  expect(names(second.groups)).toEqual(inOrder.slice(8, 13));
  expect(second).toMatchObject({ totalCount: '14', skipped: 3 });
});

test('without order_by a list is ordered by uid (Contract L5)', async () => {
  const { ok, children } = await fourteen();
  const uids = (await ok('GET', children)).groups.map(({ uid }: { uid: string }) => uid);
  expect(uids).toEqual([...uids].sort());
});

test.each(['created_at', 'createdAt', 'create_time', 'createTime'])(
  'objects can be ordered by %s, the newest first (Contract L5)',
  async (key) => {
    const { ok, children } = await fourteen();
    const newest = await ok('GET', `${children}&order_by=${key}%20desc&page_size=3`);
    expect(names(newest.groups)).toEqual(['g11', 'g10', 'g12']);
    expect(names((await ok('GET', `${children}&order_by=${key}%20asc&page_size=3`)).groups)).toEqual([
      'g03',
      'g01',
      'g04',
    ]);
  },
);

test.each([
  'page_size=-1',
  'page_size=x',
  'page_size=1.5',
  'page_size=99999999999',
  'skip=-1',
  'order_by=colour',
  'order_by=name%20down',
  'order_by=name,uid',
  'uidp.descendants_of=nothing',
  'uidp.ids=a/../b',
  'uidp.in_root=maybe',
])('%s is an invalid argument that names the parameter (Contract L3, L5, L7)', async (query) => {
  const { call } = await organization();
  const { status, body } = await call('GET', `${groups}?${query}`);
  const [field] = query.split('=');
  expect([status, body.code]).toEqual([400, 3]);
  expect(body.message).toMatch(new RegExp(`^Invalid argument: ${field}: ${field} must `));
  expect(detail(body, 'BadRequest').fieldViolations).toEqual([{ field, description: expect.any(String) }]);
});

test('invites come newest first, account associations by their group (Contract L5)', async () => {
  const { ok, make, role, root, time } = await organization();
  const roleUid = await role('viewer');
  const invites = [];
  for (const email of ['a@x.com', 'b@x.com']) {
    time.now = new Date(time.now.getTime() + 1000);
    invites.unshift(await make('groupInvites', root, { roleUid, ttl: '60s', email }));
  }
  const listed = await ok('GET', '/iam/v2beta1/groupInvites');
  expect(listed.groupInvites.map(({ uid }: { uid: string }) => uid)).toEqual(invites);

  const inner = await make('groups', root, { name: 'inner' });
  await make('accountAssociations', inner, { name: 'a' });
  await make('accountAssociations', root, { name: 'b' });
  expect(names((await ok('GET', '/iam/v2beta1/accountAssociations')).accountAssociations)).toEqual(['b', 'a']);
  expect(
    names((await ok('GET', '/iam/v2beta1/accountAssociations?order_by=group%20desc')).accountAssociations),
  ).toEqual(['a', 'b']);
});
