import type { DiagError } from '../../../src/plugin';
import { personUid } from '../../../src/emulator/auth/account';
import { startWorld, type World, type WorldOptions } from '../world';

jest.setTimeout(60_000);

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };

async function group(name: string, parent_uid: unknown = world.root) {
  const made = (await world.again({ on_existing: 'create' })).resource('platform_group');
  await made.apply({ parent_uid, name });
  return made.state!;
}

test('a role by its name only is the built-in one', async () => {
  const own = (await world.again()).resource('platform_role');
  await own.apply({ group_uid: world.root, name: 'viewer', capabilities: ['groups.list'] });
  expect(await world.host.data('platform_role', { name: 'viewer' })).toMatchObject({
    uid: expect.stringMatching(/^[0-9a-f]{40}$/),
    group_uid: null,
    description: 'Viewer Role (built-in)',
  });
  expect(await world.host.data('platform_role', { name: 'viewer', group_uid: world.root })).toMatchObject({
    uid: own.state!['uid'],
    capabilities: ['groups.list'],
  });
});

test('a group by uid, by name in its parent, and a root group by its name', async () => {
  const { uid } = await group('engineering');
  const byUid = await world.host.data('platform_group', { uid });
  expect(byUid).toMatchObject({ name: 'engineering', parent_uid: world.root, update_time: expect.any(String) });
  expect(await world.host.data('platform_group', { name: 'engineering', parent_uid: world.root })).toEqual(byUid);
  expect(await world.host.data('platform_group', { name: 'acme' })).toMatchObject({
    uid: world.root,
    parent_uid: null,
  });
});

test('a missing object is an error at the name, with the place of the search', async () => {
  await expect(world.host.data('platform_role', { name: 'veiwer' })).rejects.toMatchObject({
    diagnostics: [
      {
        summary: 'Cannot find role "veiwer"',
        detail: expect.stringMatching(/^Did you mean "viewer"\?\nExisting names: (.*, )?viewer(, .*)?\.\n/),
        path: ['name'],
      },
    ],
  });
  await expect(world.host.data('platform_group', { uid: `${world.root}/${'0'.repeat(16)}` })).rejects.toThrow(
    'NOT_FOUND',
  );
});

test('the error names the parent group by its path and uid, and the next step', async () => {
  const { uid } = await group('engineering');
  await group('platform', uid);
  await expect(world.host.data('platform_group', { name: 'payments', parent_uid: uid })).rejects.toMatchObject({
    diagnostics: [
      {
        summary: 'Cannot find group "payments" in acme/engineering',
        detail: `acme/engineering has the uid ${uid as string}.\nExisting names: platform.\nIf another stack creates it, apply that stack first.\n(PLATFORM_OBJECT_NOT_FOUND)`,
      },
    ],
  });
});

test('the error for a name without a similar one lists some existing names', async () => {
  for (let n = 10; n < 32; n++) await group(`team-${n}`);
  const found = world.host.data('platform_group', { name: 'payments', parent_uid: world.root });
  await expect(found).rejects.toThrow(/\nExisting names: (team-\d+, ){20}and 2 more\.\nIf another/);
  const near = world.host.data('platform_group', { name: 'taem-31', parent_uid: world.root });
  await expect(near).rejects.toThrow('Did you mean "team-31"?');
});

test('several objects with the same name are an error that lists them', async () => {
  const [one, two] = [await group('twin'), await group('twin')];
  const found = world.host.data('platform_group', { name: 'twin', parent_uid: world.root });
  await expect(found).rejects.toThrow(String(one['uid']));
  await expect(world.host.data('platform_group', { name: 'twin', parent_uid: world.root })).rejects.toThrow(
    String(two['uid']),
  );
});

test.each([
  [{}, ['name']],
  [{ uid: 'a'.repeat(40), name: 'a' }, ['uid']],
  [{ uid: '../x' }, ['uid']],
  [{ name: 'a', parent_uid: '../x"' }, ['parent_uid']],
])('%j does not select a group, and the error is at its place', async (config, path) => {
  await expect(world.host.data('platform_group', config)).rejects.toMatchObject({ diagnostics: [{ path }] });
});

test('groups by filter, in the requested order', async () => {
  const outer = await group('outer');
  await group('b', outer['uid']);
  await group('a', outer['uid']);
  const found = await world.host.data('platform_groups', { children_of: outer['uid'], order_by: 'name desc' });
  expect((found['groups'] as { name: string }[]).map(({ name }) => name)).toEqual(['b', 'a']);
  const all = await world.host.data('platform_groups', { descendants_of: world.root, name: 'a' });
  expect(all['groups']).toMatchObject([{ name: 'a', parent_uid: outer['uid'] }]);
});

describe('repositories and tags', () => {
  const tagsOf = (...names: string[]) => names.map((name) => ({ name }));
  const seed = {
    groups: [
      {
        name: 'acme',
        repos: [{ name: 'shop', tags: tagsOf('latest', 'latest-20260102', '1.2-r3', 'sha256-aa.sig') }],
        groups: [
          {
            name: 'inner',
            repos: [
              { name: 'till', sync_config: { uniqueTags: false, source: 'elsewhere' }, tags: tagsOf('latest') },
              { name: 'shop' },
            ],
          },
        ],
      },
    ],
  };
  let catalog: World;
  beforeEach(async () => {
    catalog = await startWorld({ seed });
  });
  afterEach(() => catalog.close());

  test('a repository is found by its name, in any group or in its group', async () => {
    const till = await catalog.host.data('platform_repo', { name: 'till' });
    expect(till).toMatchObject({ uid: expect.stringContaining(`${catalog.root}/`), name: 'till' });
    expect(till['uid']).toBe(`${String(till['group_uid'])}/${String(till['uid']).slice(-16)}`);
    expect(till).toMatchObject({ sync_config: '{"source":"elsewhere","uniqueTags":false}' });
    expect(await catalog.host.data('platform_repo', { name: 'till', group_uid: till['group_uid'] })).toEqual(till);
    expect(await catalog.host.data('platform_repo', { name: 'shop', group_uid: catalog.root })).toMatchObject({
      group_uid: catalog.root,
    });
    await expect(catalog.host.data('platform_repo', { name: 'shop' })).rejects.toThrow(
      /Set uid or group_uid to select one/,
    );
    await expect(catalog.host.data('platform_repo', { name: 'shpo' })).rejects.toThrow(/Existing names: .*shop/);
  });

  test('a tag is found by its name in its repository, even if lists leave it out', async () => {
    const { uid: repo_uid } = await catalog.host.data('platform_repo', { name: 'shop', group_uid: catalog.root });
    for (const name of ['latest', 'latest-20260102', '1.2-r3', 'sha256-aa.sig']) {
      const found = await catalog.host.data('platform_tag', { name, repo_uid });
      expect(found).toMatchObject({ name, repo_uid });
      expect(await catalog.host.data('platform_tag', { uid: found['uid'] })).toEqual(found);
    }
    expect(await catalog.host.data('platform_tag', { name: '1.2-r3' })).toMatchObject({ repo_uid });
    await expect(catalog.host.data('platform_tag', { name: 'latest' })).rejects.toThrow(
      /Set uid or repo_uid to select one/,
    );
  });

  test('lists of tags include the requested objects', async () => {
    const { uid } = await catalog.host.data('platform_repo', { name: 'shop', group_uid: catalog.root });
    const names = async (config: object) => {
      const { tags } = await catalog.host.data('platform_tags', { children_of: uid, order_by: 'name', ...config });
      return (tags as { name: string }[]).map(({ name }) => name);
    };
    expect(await names({})).toEqual(['latest']);
    expect(await names({ include_dates: false })).toEqual(['latest']);
    expect(await names({ include_dates: true })).toEqual(['latest', 'latest-20260102']);
    expect(await names({ include_epochs: true, include_referrers: true })).toEqual([
      '1.2-r3',
      'latest',
      'sha256-aa.sig',
    ]);
  });
});

test('role bindings contain their expanded references', async () => {
  const host = await world.again();
  const identity = host.resource('platform_identity');
  await identity.apply({ group_uid: world.root, name: 'ci', claim_match });
  const role_uid = (await host.data('platform_role', { name: 'viewer' }))['uid'];
  const binding = host.resource('platform_role_binding');
  await binding.apply({ group_uid: world.root, identity_uid: identity.state!['uid'], role_uid });
  const found = await host.data('platform_role_bindings', { identity: identity.state!['uid'] });
  expect(found['role_bindings']).toMatchObject([
    {
      uid: binding.state!['uid'],
      group_uid: world.root,
      identity: { name: 'ci', issuer: 'https://issuer.example', subject: 'me' },
      role: { name: 'viewer' },
      group: { name: 'acme' },
    },
  ]);
});

test('a scope that is not a uid is rejected at its attribute', async () => {
  await expect(world.host.data('platform_groups', { descendants_of: 'acme' })).rejects.toMatchObject({
    diagnostics: [{ path: ['descendants_of'] }],
  });
});

test('a person by the account that they sign in with, even before they do', async () => {
  const account = { issuer: 'https://accounts.example.com', subject: 'ada' };
  const person = await world.host.data('platform_identity', account);
  expect(person).toMatchObject({
    ...account,
    uid: expect.stringMatching(/^[0-9a-f]{40}$/),
    name: null,
    group_uid: null,
  });
  expect(await world.host.data('platform_identity', account)).toEqual(person);
  const { uid: role_uid } = await world.host.data('platform_role', { name: 'viewer' });
  const binding = world.host.resource('platform_role_binding');
  await binding.apply({ group_uid: world.root, identity_uid: person['uid'], role_uid });
  expect(binding.state).toMatchObject({ identity_uid: person['uid'] });
  const own = world.host.resource('platform_identity');
  await own.apply({ group_uid: world.root, name: 'ci', claim_match });
  const byUid = await world.host.data('platform_identity', { uid: own.state!['uid'] });
  expect(byUid).toMatchObject({ name: 'ci', issuer: null, subject: null });
});

test.each([
  [{ issuer: 'https://accounts.example.com' }, 'subject is empty'],
  [{ issuer: '', subject: 'ada' }, 'issuer is empty'],
  [
    { issuer: 'https://accounts.example.com', subject: 'ada', name: 'ci' },
    'Set exactly one of uid, name and issuer with subject',
  ],
  [{}, 'Set exactly one of uid, name and issuer with subject'],
])('a lookup of a person with too few or too many attributes is rejected: %j', async (config, problem) => {
  await expect(world.host.data('platform_identity', config)).rejects.toThrow(problem);
});

describe('many people by their accounts', () => {
  const issuer = 'https://login.example.com';
  const getUid = (number: number): string => personUid(issuer, `person-${number}`);
  const accounts = (count: number) =>
    Array.from({ length: count }, (_, number) => ({ issuer, subject: `person-${number}` }));

  /** Each person can view, and workloads that accept the account of a person can view, too. */
  async function startWithPeople(count: number, options: Omit<WorldOptions, 'seed'> = {}): Promise<void> {
    world.close();
    const people = accounts(count).map((account, number) => ({
      ...{ uid: getUid(number), account, name: `name-${number}`, email: `person-${number}@example.com` },
    }));
    const workloads = people
      .slice(0, 30)
      .map(({ account }, number) => ({ name: `workload-${number}`, claimMatch: account }));
    const bound = [...people.map(({ uid }) => uid), ...workloads.map(({ name }) => name)];
    const roleBindings = bound.map((identity) => ({ identity, role: 'viewer' }));
    const acme = { name: 'acme', identities: workloads, roleBindings };
    world = await startWorld({ ...options, seed: { identities: people, groups: [acme] } });
  }

  /** As many at a time as Terraform. */
  async function readAll(wanted: readonly { issuer: string; subject: string }[], host = world.host) {
    const found = [];
    for (let index = 0; index < wanted.length; index += 10)
      found.push(
        ...(await Promise.all(wanted.slice(index, index + 10).map((each) => host.data('platform_identity', each)))),
      );
    return found;
  }

  test('609 bound people cost one request for 200 role bindings, and each other person one look-up', async () => {
    await startWithPeople(609);
    const others = accounts(612).slice(609);
    const found = await readAll([...accounts(609), ...others]);
    expect(found.slice(0, 609).map(({ uid }) => uid)).toEqual(accounts(609).map((_, number) => getUid(number)));
    const requests = world.requests();
    const lists = requests.filter((line) => line.includes('/roleBindings?'));
    const lookups = requests.filter((line) => line.includes(':lookupIdentity'));
    expect(lists).toHaveLength(4);
    expect(lookups.filter((line) => others.some(({ subject }) => line.endsWith(`=${subject}`)))).toHaveLength(3);
    expect(requests.length).toBeLessThan(30);
  });

  test('an account has the same attributes from the list and from a look-up, and is never a workload', async () => {
    await startWithPeople(30);
    const single = await readAll(accounts(30), await world.again({ bulk_refresh: false }));
    expect(world.requests()).toHaveLength(30);
    expect(await readAll(accounts(30))).toEqual(single);
    expect(world.requests().filter((line) => line.includes(':lookupIdentity'))).toHaveLength(5);
    expect(single[7]).toMatchObject({ uid: getUid(7), name: null, email: null });
  });

  test.each([
    ['lacks a route', 404, 5],
    ['fails', 500, 13],
    ['is refused', 400, 3],
  ])('where the list %s, every person is looked up', async (_, status, code) => {
    await startWithPeople(8, {
      config: { max_retries: 0 },
      between: (request, service) =>
        request.method === 'GET' && new URL(request.url).pathname.endsWith('/roleBindings')
          ? Promise.resolve(Response.json({ code, message: 'no list', details: [] }, { status }))
          : service(request),
    });
    const found = await readAll(accounts(8));
    expect(found.map(({ uid }) => uid)).toEqual(accounts(8).map((__, number) => getUid(number)));
  });

  test('where the list contains other people than the look-ups, the look-ups decide, in each order', async () => {
    world.close();
    const people = accounts(8).map((account, number) => ({ uid: String(number + 1).repeat(40), account, name: 'x' }));
    const roleBindings = people.map(({ uid }) => ({ identity: uid, role: 'viewer' }));
    world = await startWorld({ seed: { identities: people, groups: [{ name: 'acme', roleBindings }] } });
    const forward = await readAll(accounts(8));
    const backward = await readAll(accounts(8).reverse(), await world.again());
    expect(forward.map(({ uid }) => uid)).toEqual(accounts(8).map((_, number) => getUid(number)));
    expect(backward.reverse()).toEqual(forward);
  });
});

test.each([
  [401, 'token expired'],
  [503, 'down'],
])(
  'a response %i to everything gives its reason once, and every other data source refers to it',
  async (status, message) => {
    world.close();
    world = await startWorld({
      config: { max_retries: 0 },
      between: () =>
        Promise.resolve(Response.json({ code: status === 401 ? 16 : 14, message, details: [] }, { status })),
    });
    const wanted = [
      ['platform_role', { name: 'viewer' }],
      ['platform_role', { name: 'owner' }],
      ['platform_groups', {}],
      ['platform_identity', { issuer: 'https://login.example.com', subject: 'ada' }],
    ] as const;
    const errors: string[] = [];
    for (const [type, config] of wanted)
      await world.host.data(type, config).catch((error: unknown) => {
        errors.push(...(error as DiagError).diagnostics.map(({ summary, detail = '' }) => `${summary}: ${detail}`));
      });
    const group = world.host.resource('platform_group');
    await group.plan({ parent_uid: world.root, name: 'payments' });
    expect(errors.filter((text) => text.includes(message))).toEqual([
      expect.stringMatching(/^Cannot read role "viewer": /),
    ]);
    const code = status === 401 ? 'UNAUTHENTICATED' : 'UNAVAILABLE';
    const elsewhere = `Another error of this run gives the reason.\n(PLATFORM_API_${code})`;
    expect(errors.slice(1)).toEqual([
      `Cannot read role "owner": ${elsewhere}`,
      `Cannot list groups: ${elsewhere}`,
      `Cannot read identity with issuer "https://login.example.com", subject "ada": ${elsewhere}`,
    ]);
  },
);
