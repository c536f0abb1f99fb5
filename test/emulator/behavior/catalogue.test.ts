import fc from 'fast-check';
import { organization, type Json } from '../support/organization';

const seed = {
  groups: [
    {
      name: 'acme',
      repos: [
        {
          name: 'shop',
          description: 'The shop.',
          bundles: ['application'],
          aliases: ['store'],
          activeTags: ['latest'],
          catalogTier: 'PREMIUM',
          sync_config: { source: 'elsewhere', uniqueTags: true, grace_period: '', rules: [{ on: false }] },
          createTime: '2026-01-01T00:00:00.000Z',
          tags: [
            { name: 'latest', digest: 'sha256:aa', updateTime: '2026-02-01T00:00:00.000Z' },
            { name: 'old', digest: 'sha256:bb', deprecated: true, updateTime: '2026-01-01T00:00:00.000Z' },
          ],
        },
        { name: 'other' },
      ],
      advisories: [
        {
          advisoryId: 'ADV-1',
          artifactName: 'openssl',
          componentName: 'libcrypto',
          aliases: ['CVE-2026-1', 'GHSA-1'],
          severities: [{ type: 'CVSS_V3', score: '9.8' }],
        },
        { advisoryId: 'ADV-2', artifactName: 'curl', aliases: ['CVE-2026-2'] },
      ],
    },
  ],
};
const repos = '/registry/v2beta1/repos';
const tags = '/registry/v2beta1/tags';
const advisories = '/vulnerabilities/v2beta1/advisories';

test('a repo has every declared field (Contract K8)', async () => {
  const { ok } = await organization({ seed });
  const page = await ok('GET', `${repos}?name=shop&page_size=1`);
  expect(page).toMatchObject({ totalCount: '1', skipped: 0 });
  const shown: Record<string, unknown> = { ...seed.groups[0]!.repos[0]! };
  delete shown['tags'];
  expect(page.repos).toEqual([{ ...shown, uid: expect.any(String), updateTime: '2026-01-01T00:00:00.000Z' }]);
  expect(await ok('GET', `${repos}/${page.repos[0].uid}`)).toEqual(page.repos[0]);
});

test('sync_config is any JSON, the same in lists, alone, in v1 and after a restart (Contract K8)', async () => {
  const special = ['{"uniqueTags":true,"expiration":null,"a_b":[1,{}],"__proto__":{"x":1}}', 'false', '{}', 'null'];
  const property = fc.asyncProperty(fc.array(fc.json({ maxDepth: 4 }), { maxLength: 20 }), async (generated) => {
    const values = [...special, ...generated].map((text): Json => JSON.parse(text));
    const shops = values.map((sync_config, index) => ({ name: `shop-${index + 10}`, sync_config }));
    const acme = await organization({ seed: { groups: [{ name: 'acme', repos: shops }] } });
    const again = await organization({ seed: acme.emulator.snapshot() });
    // Null reads as absent.
    const held = (responses: Json[]) => responses.map(({ sync_config = null }) => sync_config);
    for (const { ok, emulator } of [acme, again]) {
      const listed = (await ok('GET', `${repos}?order_by=name`)).repos;
      expect(held(listed)).toEqual(values);
      const alone = await Promise.all(listed.map(({ uid }: Json) => ok('GET', `${repos}/${uid}`)));
      expect(held(alone)).toEqual(values);
      const { items } = await ok('GET', '/registry/v1/repos');
      const byName = new Map<string, Json>(items.map((item: Json) => [item.name, item]));
      expect(held(shops.map(({ name }) => byName.get(name)))).toEqual(values);
      emulator.close();
    }
  });
  await fc.assert(property, { numRuns: 5 });
}, 60_000);

test('what is unset is absent where it would be a name of an enumeration, and a zero value elsewhere (Contract V2)', async () => {
  const { ok } = await organization({ seed });
  const [other] = (await ok('GET', `${repos}?name=other`)).repos;
  expect(other).toMatchObject({ description: '', bundles: [] });
  expect(other).not.toHaveProperty('catalogTier');
  expect(other).not.toHaveProperty('sync_config');
  const [v1] = (await ok('GET', '/registry/v1/repos?name=other')).items;
  expect(v1).not.toHaveProperty('catalogTier');
});

test('tags belong to their repo and are found by name, digest and time (Contract K8)', async () => {
  const { ok } = await organization({ seed });
  const repo = (await ok('GET', `${repos}?name=shop`)).repos[0].uid;
  const names = async (query: string) =>
    (await ok('GET', `${tags}?${query}`)).tags.map(({ name }: Json) => name).sort();
  expect(await names(`uidp.children_of=${repo}`)).toEqual(['latest', 'old']);
  expect(await names('name=old')).toEqual(['old']);
  expect(await names('digest=sha256:aa')).toEqual(['latest']);
  expect(await names('updated_since=2026-02-01T00:00:00Z')).toEqual(['latest']);
  expect(await names('updatedSince=2026-01-01T01:00:00%2B01:00')).toEqual(['latest', 'old']);
  const [old] = (await ok('GET', `${tags}?name=old`)).tags;
  expect(old).toMatchObject({ deprecated: true, digest: 'sha256:bb' });
  expect(await ok('GET', `${tags}/${old.uid}`)).toEqual(old);
});

test('tags with dates, epochs and of referrers are left out unless they are included (Contract K8)', async () => {
  const names = [
    'latest',
    'r1',
    'v20260102',
    'latest-20260102',
    '20260102',
    'latest-20260102-dev',
    '1.2.3-r4',
    '1.2.3-r12',
    '1.2.3-r4-dev',
    'sha256-aa.sig',
  ];
  const { ok, call } = await organization({
    seed: { groups: [{ name: 'acme', repos: [{ name: 'shop', tags: names.map((name) => ({ name })) }] }] },
  });
  const listed = async (query: string) =>
    (await ok('GET', `${tags}?${query}`)).tags.map(({ name }: Json) => name).sort();
  const plain = ['1.2.3-r4-dev', 'latest', 'r1', 'v20260102'];
  expect(await listed('')).toEqual(plain);
  expect(await listed('include_dates=false&include_epochs=false')).toEqual(plain);
  const dates = ['20260102', 'latest-20260102', 'latest-20260102-dev'];
  expect(await listed('include_dates=true')).toEqual([...plain, ...dates].sort());
  expect(await listed('includeEpochs=true')).toEqual([...plain, '1.2.3-r12', '1.2.3-r4'].sort());
  expect(await listed('include_referrers=true')).toEqual([...plain, 'sha256-aa.sig'].sort());
  const all = await ok('GET', `${tags}?include_dates=true&include_epochs=true&include_referrers=true&page_size=3`);
  expect(all.totalCount).toBe(String(names.length));
  expect(await listed('name=latest-20260102')).toEqual([]);
  const [dated] = (await ok('GET', `${tags}?name=latest-20260102&include_dates=true`)).tags;
  expect(await ok('GET', `${tags}/${dated.uid}`)).toEqual(dated);
  expect((await call('GET', `${tags}?include_dates=yes`)).body.message).toMatch(/^Invalid argument: include_dates: /);
});

test('a time that is none is refused', async () => {
  const { call } = await organization({ seed });
  expect((await call('GET', `${tags}?updated_since=yesterday`)).body.message).toMatch(
    /^Invalid argument: updated_since: /,
  );
});

test('advisories are found by ids, artifacts, aliases and words (Contract K8)', async () => {
  const { ok } = await organization({ seed });
  const ids = async (query: string) =>
    (await ok('GET', `${advisories}?${query}&order_by=advisory_id`)).advisories.map(
      ({ advisoryId }: Json) => advisoryId,
    );
  expect(await ids('advisory_ids=ADV-1&advisory_ids=ADV-2')).toEqual(['ADV-1', 'ADV-2']);
  expect(await ids('advisory_ids=ADV-1')).toEqual(['ADV-1']);
  expect(await ids('artifact_names=curl&artifactNames=zlib')).toEqual(['ADV-2']);
  expect(await ids('aliases=GHSA-1&aliases=none')).toEqual(['ADV-1']);
  expect(await ids('query=LIBCRYPTO')).toEqual(['ADV-1']);
  expect(await ids('query=cve-2026')).toEqual(['ADV-1', 'ADV-2']);
  expect(await ids('query=cve-2026&artifact_names=curl')).toEqual(['ADV-2']);
  const [one] = (await ok('GET', `${advisories}?advisory_ids=ADV-1`)).advisories;
  expect(one).toMatchObject(seed.groups[0]!.advisories[0]!);
  expect(await ok('GET', `${advisories}/${one.uid}`)).toEqual(one);
});

test.each([repos, tags, advisories])('%s can only be read (Contract K8)', async (path) => {
  const { ok, call, root } = await organization({ seed });
  const [, , , collection = ''] = path.split('/');
  const [one] = (await ok('GET', path))[collection];
  for (const [method, uid] of [
    ['POST', root],
    ['PATCH', one.uid],
    ['DELETE', one.uid],
  ] as const) {
    const { status, body } = await call(method, `${path}/${uid}`, method === 'DELETE' ? undefined : {});
    expect([status, body.code]).toEqual([501, 12]);
  }
});

test('each of the three interfaces names itself in its errors (Contract E1)', async () => {
  const { call, root } = await organization({ seed });
  for (const [path, domain] of [
    [repos, 'registry'],
    [advisories, 'vulnerabilities'],
    ['/iam/v2beta1/groups', 'iam'],
  ]) {
    const { body } = await call('GET', `${path}/${root}/00000000000000aa`);
    expect(body.details[0]).toMatchObject({ reason: 'NOT_FOUND', domain: `${domain}.platform.internal` });
  }
});

test('the registry accepts the same tokens, and shows what they allow (Contract T2)', async () => {
  const { ok, member, root } = await organization({ seed });
  const puller = await member(root, { [root]: 'registry.pull' });
  expect((await ok('GET', repos, undefined, puller)).totalCount).toBe('2');
  expect((await ok('GET', advisories, undefined, puller)).totalCount).toBe('0');
  const nobody = await member(root, {});
  expect((await ok('GET', tags, undefined, nobody)).totalCount).toBe('0');
});
