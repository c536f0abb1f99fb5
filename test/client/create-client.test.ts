import { ApiError, createClient, ResponseShapeError, type ClientOptions } from '../../src/client';
import { group, groupInvite, identity, identityProvider, role, roleBinding } from '../../src/model/kinds';
import { apiError, cannedFetch, CHILD, GRANDCHILD, ownTime, ROOT, TOKEN, type CannedResponse } from './canned';

const response: CannedResponse = { body: { uid: CHILD, name: 'a' } };

function setUp(responses: CannedResponse[] = [response], options: Partial<ClientOptions> = {}) {
  const { fetch, requests } = cannedFetch(...responses);
  const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch, ...ownTime(), ...options });
  const sent = () => requests.map(({ method, url, body }) => [method, url.pathname + url.search, body]);
  return { client, requests, sent };
}

describe('what is sent', () => {
  it('is one request to the path of the kind, uids unescaped (contract O2, U2)', async () => {
    const { client, sent } = setUp();
    await client.get(group, CHILD);
    await client.create(group, ROOT, { name: 'a', description: undefined });
    await client.update(group, CHILD, { description: '' });
    await client.delete(group, CHILD);
    expect(sent()).toEqual([
      ['GET', `/iam/v2beta1/groups/${CHILD}`, undefined],
      ['POST', `/iam/v2beta1/groups/${ROOT}`, { name: 'a' }],
      ['PATCH', `/iam/v2beta1/groups/${CHILD}?updateMask=description`, { description: '' }],
      ['DELETE', `/iam/v2beta1/groups/${CHILD}`, undefined],
    ]);
  });

  it('is a root group without a parent in the path', async () => {
    const { client, sent } = setUp([{ body: { uid: ROOT, name: 'acme' } }]);
    await client.create(group, undefined, { name: 'acme' });
    expect(sent()).toEqual([['POST', '/iam/v2beta1/groups', { name: 'acme' }]]);
  });

  it('names a secret that is emptied, which a message that is replaced would keep (contract M6)', async () => {
    const { client, sent } = setUp();
    const oidc = { issuer: 'https://i.example.com', clientId: 'c', pkceEnabled: true };
    await client.update(identityProvider, CHILD, { oidc });
    await client.update(identityProvider, CHILD, { oidc: { ...oidc, clientSecret: '' }, description: 'x' });
    expect(sent()).toEqual([
      ['PATCH', `/iam/v2beta1/identityProviders/${CHILD}?updateMask=oidc`, { oidc }],
      [
        'PATCH',
        `/iam/v2beta1/identityProviders/${CHILD}?updateMask=oidc%2Coidc.client_secret%2Cdescription`,
        { oidc: { ...oidc, clientSecret: '' }, description: 'x' },
      ],
    ]);
  });

  it('names changed fields in snake_case and replaces messages whole; one that is cleared is left out of the body', async () => {
    const { client, sent } = setUp();
    const claimMatch = { issuer: 'https://i.example.com', subject: 's', claims: { a_key: 'v', aKey: 'w' } };
    await client.update(identity, CHILD, { claimMatch, description: 'x' });
    await client.update(identity, CHILD, { staticKeys: undefined });
    expect(sent()).toEqual([
      [
        'PATCH',
        `/iam/v2beta1/identities/${CHILD}?updateMask=claim_match%2Cdescription`,
        { claimMatch, description: 'x' },
      ],
      ['PATCH', `/iam/v2beta1/identities/${CHILD}?updateMask=static_keys`, {}],
    ]);
  });

  it('sends capabilities in the wire representation, and returns them in the readable one', async () => {
    const { client, sent } = setUp([
      { body: { uid: CHILD, name: 'r', capabilities: ['CAP_IAM_GROUPS_LIST', 'CAP_NEW'] } },
    ]);
    const created = await client.create(role, ROOT, { name: 'r', capabilities: ['groups.list'] });
    expect(sent()[0]?.[2]).toEqual({ name: 'r', capabilities: ['CAP_IAM_GROUPS_LIST'] });
    expect(created.capabilities).toEqual(['groups.list', 'CAP_NEW']);
  });

  it('keeps the path of the base URL and takes the version asked for', async () => {
    const { client, requests } = setUp([response], { baseUrl: 'https://api.test/platform/', apiVersion: 'v2' });
    await client.get(group, CHILD);
    expect(requests[0]?.url.href).toBe(`https://api.test/platform/iam/v2/groups/${CHILD}`);
  });

  it('sends its user agent, and accepts JSON', async () => {
    const { client, requests } = setUp([response], { userAgent: 'my-tool/1.0' });
    await client.create(group, ROOT, { name: 'a' });
    expect(requests[0]?.headers.get('user-agent')).toMatch(/^my-tool\/1\.0 cdktf-provider-platform\//);
    expect(requests[0]?.headers.get('content-type')).toBe('application/json');
    expect(requests[0]?.headers.get('accept')).toBe('application/json');
  });

  it('is no token where none is needed', async () => {
    const { client, requests } = setUp([{ body: {} }]);
    await client.ping();
    expect(requests[0]?.url.pathname).toBe('/ping/v2beta1/ping');
    expect(requests[0]?.headers.get('authorization')).toBeNull();
  });
});

describe('what is refused before it is sent', () => {
  it.each([
    [
      'a uid that leads elsewhere',
      (client: ReturnType<typeof setUp>['client']) => client.get(group, `${ROOT}/../roles`),
      'uid',
    ],
    ['a uid with a query', (client) => client.delete(group, `${ROOT}?x=1`), 'uid'],
    ['an empty uid, which would be the list', (client) => client.get(group, ''), 'uid'],
    ['a parent that is no uid', (client) => client.create(identity, 'x', { name: 'a' }), 'groupUid'],
    ['no parent where there must be one', (client) => client.create(identity, undefined, { name: 'a' }), 'groupUid'],
    ['a name that the service would refuse', (client) => client.create(group, ROOT, { name: 'Ä' }), 'name'],
    [
      'two ways to be assumed',
      (client) =>
        client.create(identity, ROOT, {
          name: 'a',
          servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED',
          claimMatch: { issuer: 'https://a.b', subject: 's' },
        }),
      'servicePrincipal',
    ],
    ['an update of nothing', (client) => client.update(group, CHILD, {}), ''],
    [
      'a change of what cannot change',
      (client) => client.update(roleBinding, CHILD, { groupUid: ROOT } as object),
      'groupUid',
    ],
  ] as [string, (client: ReturnType<typeof setUp>['client']) => Promise<unknown>, string][])(
    'is %s',
    async (_, call, field) => {
      const { client, requests } = setUp();
      const error = await call(client).then(
        () => undefined,
        (thrown: unknown) => ApiError.from(thrown),
      );
      expect(error).toMatchObject({
        code: 'INVALID_ARGUMENT',
        outcome: 'notSent',
        message: expect.stringContaining('Invalid argument: '),
      });
      expect(error?.fieldViolations[0]?.field).toBe(field);
      expect(requests).toEqual([]);
    },
  );

  it('is what the service does not offer', async () => {
    const { client, requests } = setUp();
    const update = client.update(groupInvite, CHILD, { email: 'a@b.c' } as never);
    await expect(update).rejects.toMatchObject({ code: 'UNIMPLEMENTED', outcome: 'notSent' });
    expect(requests).toEqual([]);
  });

  it('is a base URL that cannot be right', () => {
    expect(() => createClient({ baseUrl: 'example.com', token: TOKEN })).toThrow('baseUrl: "example.com" is not a URL');
  });
});

describe('what is answered', () => {
  it('is read in each representation of the service, and filled with zero values', async () => {
    const { client } = setUp([
      {
        body: {
          uid: CHILD,
          name: 'a',
          create_time: '2026-01-02T03:04:05.123456789Z',
          resource_limits: { clusters_max: '7' },
          verified: null,
          new_field: { a: 1 },
        },
      },
    ]);
    expect(await client.get(group, CHILD)).toEqual({
      uid: CHILD,
      name: 'a',
      description: '',
      verified: false,
      resourceLimits: { clusters_max: 7 },
      createTime: '2026-01-02T03:04:05.123456789Z',
    });
  });

  it('is found where the service keeps it', async () => {
    const { client } = setUp([
      { body: { uid: GRANDCHILD, identity: { uid: ROOT, name: 'i' }, role: { uid: CHILD }, group: {} } },
    ]);
    expect(await client.get(roleBinding, GRANDCHILD)).toMatchObject({ identityUid: ROOT, roleUid: CHILD });
  });

  it('is a page with its counts, also when the service leaves them out', async () => {
    const { client } = setUp([
      { body: { groups: [{ uid: CHILD, name: 'a' }], nextPageToken: 't', totalCount: '14', skipped: 10 } },
      { body: {} },
      { body: { role_bindings: [], next_page_token: '', total_count: 0 } },
    ]);
    expect(await client.page(group)).toMatchObject({
      items: [{ uid: CHILD }],
      nextPageToken: 't',
      totalCount: 14,
      skipped: 10,
    });
    expect(await client.page(group)).toEqual({
      items: [],
      malformed: [],
      nextPageToken: undefined,
      totalCount: undefined,
      skipped: undefined,
    });
    expect(await client.page(roleBinding)).toMatchObject({ items: [], nextPageToken: undefined, totalCount: 0 });
  });

  it.each(['nextPageToken', 'next_page_token', 'totalCount', 'total_count', 'skipped'])(
    'is an empty page with %s alone, but not with a member of another response',
    async (name) => {
      const body = { [name]: name.startsWith('next') ? '' : 0 };
      const { client } = setUp([{ body }, { body: { ...body, objects: [] } }]);
      expect(await client.page(group)).toMatchObject({ items: [], nextPageToken: undefined });
      await expect(client.page(group)).rejects.toMatchObject({ name: 'ResponseShapeError' });
    },
  );

  it('may be nothing after a delete, or an empty object', async () => {
    const { client } = setUp([{ body: '' }, { body: {} }]);
    await client.delete(group, CHILD);
    await client.delete(group, CHILD);
  });

  it('tells who we are', async () => {
    const capabilities = [
      { group: ROOT, role: 'viewer', capabilities: ['CAP_IAM_GROUPS_LIST', 'repo.list'] },
      { group: CHILD, role: '', capabilities: [] },
    ];
    const { client } = setUp([{ body: { subject: CHILD, capabilities } }, { body: { subject: CHILD } }]);
    expect(await client.whoami()).toEqual({
      subject: CHILD,
      capabilities: [
        { group: ROOT, role: 'viewer', capabilities: ['groups.list', 'repo.list'] },
        { group: CHILD, role: undefined, capabilities: [] },
      ],
    });
    expect(await client.whoami()).toEqual({ subject: CHILD, capabilities: [] });
  });

  it.each(['uid', 'id'])('tells who we are, with groups and roles as objects that have a %s', async (uid) => {
    const role = { [uid]: CHILD, name: 'viewer', capabilities: ['CAP_IAM_GROUPS_LIST', 'figs.list'] };
    const capabilities = [
      { group: { [uid]: ROOT, name: 'acme' }, role, capabilities: [] },
      { group: { [uid]: ROOT }, role: { [uid]: CHILD, name: 'none' } },
      { group: { [uid]: CHILD, name: '' }, role: null, capabilities: ['CAP_TAG_LIST'] },
    ];
    const { client } = setUp([{ body: { subject: CHILD, capabilities } }]);
    expect((await client.whoami()).capabilities).toEqual([
      { group: ROOT, role: CHILD, capabilities: ['groups.list', 'figs.list'] },
      { group: ROOT, role: CHILD, capabilities: [] },
      { group: CHILD, role: undefined, capabilities: ['tag.list'] },
    ]);
  });
});

describe('a response that cannot be understood', () => {
  it.each([
    ['no list', 'all', 'capabilities: expected a list'],
    [
      'an entry without a group',
      [{ capabilities: [] }],
      'capabilities[0].group: expected a uid, or an object with one',
    ],
    ['null as an entry', [null], 'capabilities[0].group: expected a uid, or an object with one'],
    ['a role with a text', [{ group: ROOT, capabilities: 'all' }], 'capabilities[0].capabilities: expected a list'],
  ])('is %s of capabilities', async (_, capabilities, problem) => {
    const { client } = setUp([{ body: { subject: CHILD, capabilities } }]);
    await expect(client.whoami()).rejects.toMatchObject({ name: 'ResponseShapeError', problem });
  });

  const wrongAddress = "Is https://api.test the API's base URL?";
  it.each<[string, CannedResponse, string]>([
    [
      'a page where JSON should be',
      { body: '<!doctype html><title>Sign in</title>' },
      `expected JSON, found a page titled "Sign in". ${wrongAddress}`,
    ],
    ['nothing', { body: '' }, 'expected JSON, found an empty response'],
    ['half of the JSON', { body: '{"uid": "c0f' }, 'expected JSON, found "{\\"uid\\": \\"c0f"'],
    ['a list', { body: '[]' }, 'expected a JSON object'],
    ['null', { body: 'null' }, 'expected a JSON object'],
    [
      'a field of another type',
      { body: { uid: CHILD, name: 7 } },
      'name: Invalid input: expected string, received number',
    ],
    ['no uid', { body: { name: 'a' } }, 'uid: expected a uid'],
    ['a uid that is none', { body: { uid: '../x', name: 'a' } }, 'uid: expected a uid'],
    ['another object', { body: { uid: ROOT, name: 'a' } }, `it describes another object, ${ROOT}`],
  ])('is %s', async (_, body, problem) => {
    const { client } = setUp([body]);
    const error = await client.get(group, CHILD).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ResponseShapeError);
    expect(error).toMatchObject({
      method: 'GET',
      url: `/iam/v2beta1/groups/${CHILD}`,
      status: 200,
      outcome: 'unknown',
    });
    expect((error as Error).message).toContain(problem);
  });

  it.each<[string, unknown, string]>([
    ['another list', { items: [] }, 'expected a list "groups"'],
    ['no list', { groups: {} }, 'expected a list "groups"'],
    ['a count that is none', { groups: [], totalCount: 'many' }, 'totalCount: expected a whole number'],
    ['a token that is none', { groups: [], nextPageToken: 7 }, 'nextPageToken: expected a string'],
  ])('is %s where a list should be', async (_, body, problem) => {
    const { client } = setUp([{ body }]);
    const error = await client.page(group).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ResponseShapeError);
    expect((error as Error).message).toContain(problem);
  });

  it('does not pass for a delete that was done', async () => {
    const { client } = setUp([{ body: '<title>Welcome</title>' }]);
    await expect(client.delete(group, CHILD)).rejects.toThrow('expected JSON, found a page titled "Welcome"');
    await expect(client.ping()).rejects.toThrow(ResponseShapeError);
  });

  it('after a create leaves open what was done', async () => {
    const { client, requests } = setUp([{ body: { uid: GRANDCHILD, name: 'a' } }]);
    await expect(client.create(group, ROOT, { name: 'a' })).rejects.toMatchObject({ outcome: 'unknown' });
    expect(requests).toHaveLength(1);
  });

  it('is shown by its first 200 characters at most, and never with the token', async () => {
    const { client } = setUp([{ body: `${TOKEN} ${'x'.repeat(1000)}` }]);
    const error = (await client.get(group, CHILD).catch((thrown: unknown) => thrown)) as Error;
    expect(error.message).not.toContain(TOKEN);
    expect(error.message).toContain(`(secret) ${'x'.repeat(191)}"`);
    expect(error.message).not.toContain('x'.repeat(192));
  });
});

describe('the rest of a chain', () => {
  it('is read by the tokens that the pages carry, with the same query', async () => {
    const { client, requests } = setUp([
      { body: { groups: [{ uid: CHILD, name: 'a' }], nextPageToken: 't&1', totalCount: '2' } },
      { body: { groups: [{ uid: GRANDCHILD, name: 'b' }], totalCount: '2' } },
    ]);
    const names: string[] = [];
    for await (const { name } of client.list(group, { descendantsOf: ROOT, pageSize: 1 })) names.push(name);
    expect(names).toEqual(['a', 'b']);
    expect(requests.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
      { 'uidp.descendants_of': ROOT, page_size: '1' },
      { 'uidp.descendants_of': ROOT, page_size: '1', page_token: 't&1' },
    ]);
  });

  it('fails as a whole when a page fails', async () => {
    const { client } = setUp([
      { body: { groups: [{ uid: CHILD, name: 'a' }], nextPageToken: 't' } },
      apiError(403, 7, 'no'),
    ]);
    const list = client.list(group);
    await list.next();
    await expect(list.next()).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });
});
