import type { Fetch } from '../../../src/client';
import { DiagError, Diags, UNKNOWN, type Diagnostic, type Log } from '../../../src/plugin';
import { configure, validateConfiguration } from '../../../src/provider/configuration/configure';
import { providerBlockSchema } from '../../../src/provider/configuration/provider-schema';
import { createProvider } from '../../../src/provider/provider';
import { startHost } from '../../../src/plugin/testing';
import { readDiagnostics, toWire } from '../../../src/plugin/testing/connection';
import { group } from '../../../src/model/kinds';
import { ownTime } from '../../client/canned';

const ROOT = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
const IDENTITY = `${ROOT}/0123456789abcdef`;
const TOKEN = 'a-token-that-nobody-may-see';
const OIDC = 'an-oidc-token-that-nobody-may-see';

const silent: Log = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

type Block = Record<string, unknown>;
type Env = Record<string, string>;

const nothing = Object.fromEntries(Object.keys(providerBlockSchema.attributes).map((name) => [name, null]));

function configured(block: Block, env: Env = {}, fetch?: Fetch, log: Log = silent) {
  const context = { config: { ...nothing, ...block }, log, terraformVersion: '1.11.4' };
  return configure(context, { env, fetch });
}

function problems(block: Block, env: Env = {}): readonly Diagnostic[] {
  try {
    configured(block, env);
  } catch (error) {
    if (error instanceof DiagError) return error.diagnostics;
    throw error;
  }
  return [];
}

/** Responds to every read, and records the requests with their tokens. */
function recorder(): { fetch: Fetch; requested: { url: string; token: string | null; agent: string | null }[] } {
  const requested: { url: string; token: string | null; agent: string | null }[] = [];
  return {
    requested,
    fetch: async ({ url, headers }) => {
      requested.push({ url, token: headers.get('authorization'), agent: headers.get('user-agent') });
      if (url.includes('/sts/exchange')) return Response.json({ token: TOKEN });
      if (url.includes('/oidc')) return Response.json({ value: OIDC });
      return Response.json({ uid: ROOT, name: 'acme' });
    },
  };
}

test('a service that limits requests is one warning for a run, with the rate to set', async () => {
  let left = 3;
  const fetch: Fetch = async () =>
    left-- % 3 === 0
      ? Response.json({ uid: ROOT, name: 'acme' })
      : Response.json({ code: 8, message: 'slow down', details: [] }, { status: 429 });
  const context = {
    config: { ...nothing, base_url: 'https://api.test', token: TOKEN },
    log: silent,
    terraformVersion: '1.11.4',
  };
  const { client, warnings } = configure(context, { env: {}, fetch, ...ownTime() });
  for (let calls = 4; calls > 0; calls--) await client!.get(group, ROOT);
  expect(warnings).toEqual([
    {
      severity: 'warning',
      code: 'RATE_LIMITED',
      summary: 'The service limits requests',
      detail: expect.stringMatching(
        /this run slowed down to ([\d.]+) per second\. Set requests_per_second = \1 in the provider block/,
      ),
    },
  ]);
});

test('only disabled certificate verification is a warning', async () => {
  const warnings = async (value?: string) => {
    const env = {
      PLATFORM_BASE_URL: 'https://api.test',
      PLATFORM_TOKEN: TOKEN,
      ...(value !== undefined && { NODE_TLS_REJECT_UNAUTHORIZED: value }),
    };
    const { connection } = await startHost(createProvider({ env }));
    const config = toWire(nothing, providerBlockSchema);
    return readDiagnostics((await connection.call('ConfigureProvider', { config })).diagnostics);
  };
  expect(await warnings('0')).toEqual([
    {
      severity: 'warning',
      summary: 'TLS certificates are not verified',
      detail: expect.stringMatching(/NODE_TLS_REJECT_UNAUTHORIZED.*NODE_EXTRA_CA_CERTS/),
      path: [],
    },
  ]);
  for (const value of [undefined, '', '1', 'false']) expect(await warnings(value)).toEqual([]);
});

const base = { base_url: 'https://api.test' };

describe('a setting', () => {
  it('comes from the block, and from the environment if the block does not set it', async () => {
    const { fetch, requested } = recorder();
    const { client } = configured(
      { ...base },
      { PLATFORM_BASE_URL: 'https://other.test', PLATFORM_TOKEN: `${TOKEN}\n` },
      fetch,
    );
    await client?.get(group, ROOT);
    expect(requested).toEqual([
      {
        url: `https://api.test/iam/v2beta1/groups/${ROOT}`,
        token: `Bearer ${TOKEN}`,
        agent: expect.stringMatching(/^Terraform\/1\.11\.4 cdktf-provider-platform\//),
      },
    ]);
  });

  it('never comes from the environment while the value in the block is unknown', () => {
    const env = { PLATFORM_BASE_URL: 'https://other.test', PLATFORM_TOKEN: TOKEN };
    expect(configured({ base_url: UNKNOWN }, env)).toMatchObject({ unknown: ['base_url'] });
    expect(configured({ ...base, token: UNKNOWN }, env)).toMatchObject({ unknown: ['token'] });
    for (const block of [{ base_url: UNKNOWN }, { ...base, token: UNKNOWN }, { ...base, max_retries: UNKNOWN }]) {
      expect(configured(block, env).client).toBeUndefined();
    }
    expect(configured({ base_url: UNKNOWN, token: UNKNOWN }, env).unknown).toEqual(['base_url', 'token']);
  });

  it('is checked if it is known, even if others are unknown', () => {
    expect(problems({ base_url: 'ftp://x', token: UNKNOWN })).toMatchObject([{ path: ['base_url'] }]);
  });
});

describe('the other attributes of the block', () => {
  it('have defaults', () => {
    expect(configured({ ...base, token: TOKEN })).toMatchObject({
      onExisting: 'error',
      bulkRefresh: true,
      unknown: [],
    });
  });

  it('configure the client and the session', async () => {
    const { fetch, requested } = recorder();
    const block = {
      ...base,
      token: TOKEN,
      on_existing: 'adopt',
      bulk_refresh: false,
      api_version: 'v2',
      request_timeout_seconds: 2.5,
    };
    const { client, ...rest } = configured(block, {}, fetch);
    await client?.get(group, ROOT);
    expect(rest).toMatchObject({ onExisting: 'adopt', bulkRefresh: false, unknown: [] });
    expect(requested[0]?.url).toBe(`https://api.test/iam/v2/groups/${ROOT}`);
  });

  it('select the version of the API in the block, else in the environment, else the default', async () => {
    const versionOf = async (block: Block, env: Env) => {
      const { fetch, requested } = recorder();
      await configured({ ...base, token: TOKEN, ...block }, env, fetch).client?.get(group, ROOT);
      return requested[0]?.url.split('/')[4];
    };
    expect(await versionOf({}, {})).toBe('v2beta1');
    expect(await versionOf({}, { PLATFORM_API_VERSION: 'v2' })).toBe('v2');
    expect(await versionOf({}, { PLATFORM_API_VERSION: '' })).toBe('v2beta1');
    expect(await versionOf({ api_version: 'v2beta1' }, { PLATFORM_API_VERSION: 'v2' })).toBe('v2beta1');
    const problem = { severity: 'error', code: 'INVALID_SETTING', detail: 'It must be v2beta1 or v2, and is "v1".' };
    expect(problems({ ...base, token: TOKEN, api_version: 'v1' })).toEqual([
      { ...problem, summary: 'Invalid api_version', path: ['api_version'] },
    ]);
    expect(problems({ ...base, token: TOKEN }, { PLATFORM_API_VERSION: 'v1' })).toEqual([
      { ...problem, summary: 'Invalid PLATFORM_API_VERSION' },
    ]);
  });

  it('are checked against their limits by the schema', () => {
    const check = (name: keyof typeof providerBlockSchema.attributes, value: unknown) => {
      const { validate } = providerBlockSchema.attributes[name] as { validate?: ((value: never) => unknown)[] };
      return validate?.map((one) => one(value as never)).find((problem) => problem !== undefined);
    };
    expect(check('on_existing', 'replace')).toBe('must be one of error, adopt, create');
    expect(check('max_retries', 1.5)).toBe('must be a whole number');
    expect(check('max_retries', -1)).toBe('must be between 0 and 100');
    expect(check('requests_per_second', 0)).toBe('must be between 0.01 and 10000');
    expect(check('request_timeout_seconds', 30)).toBeUndefined();
  });

  it('show no secrets: token attributes are sensitive', () => {
    const { token, identity_token } = providerBlockSchema.attributes;
    expect([token.sensitive, identity_token.sensitive]).toEqual([true, true]);
  });
});

describe('authentication', () => {
  const identity = { auth_url: 'https://auth.test', identity_uid: IDENTITY };
  const github = {
    ACTIONS_ID_TOKEN_REQUEST_URL: 'https://github.test/oidc?api-version=2.0',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
  };

  it.each<[string, Block, Env, string[]]>([
    ['an identity token in the block', { ...identity, identity_token: OIDC }, {}, [`Bearer ${OIDC}`]],
    ['an identity token in the environment', identity, { PLATFORM_IDENTITY_TOKEN: OIDC }, [`Bearer ${OIDC}`]],
    ['a file named in the environment', identity, { PLATFORM_IDENTITY_TOKEN_FILE: __filename }, []],
    ['the token of a GitHub Actions job', identity, github, ['Bearer request-token', `Bearer ${OIDC}`]],
    [
      'all settings in the environment',
      {},
      { PLATFORM_AUTH_URL: 'https://auth.test', PLATFORM_IDENTITY_UID: IDENTITY, PLATFORM_IDENTITY_TOKEN: OIDC },
      [`Bearer ${OIDC}`],
    ],
    [
      'an identity in the block, despite a token in the environment',
      { ...identity, identity_token: OIDC },
      { PLATFORM_TOKEN: 'other' },
      [`Bearer ${OIDC}`],
    ],
  ])('uses %s', async (_, block, env, tokens) => {
    const { fetch, requested } = recorder();
    const { client } = configured({ ...base, ...block }, env, fetch);
    if (tokens.length === 0) {
      // This file is no token. It must be read, but not presented.
      await expect(client?.get(group, ROOT)).rejects.toThrow(
        `presented: the file ${__filename}): the token contains a character that no token has`,
      );
      expect(requested).toEqual([]);
      return;
    }
    await client?.get(group, ROOT);
    expect(requested.map(({ token }) => token)).toEqual([...tokens, `Bearer ${TOKEN}`]);
    const exchange = new URL(requested.at(-2)!.url);
    expect(exchange.origin + exchange.pathname).toBe('https://auth.test/sts/exchange');
    expect(Object.fromEntries(exchange.searchParams)).toEqual({ aud: 'https://api.test', identity: IDENTITY });
  });

  it('requests the audience from GitHub that an identity without an audience of its own expects', async () => {
    const { fetch, requested } = recorder();
    await configured({ ...base, ...identity }, github, fetch).client?.get(group, ROOT);
    expect(requested[0]?.url).toBe('https://github.test/oidc?api-version=2.0&audience=auth.test');
  });

  it.each<[string, Block, Env, { summary: string; path?: string[]; detail: RegExp }]>([
    ['nothing', {}, {}, { summary: 'No token', detail: /PLATFORM_TOKEN[^]*PLATFORM_IDENTITY_UID/ }],
    [
      'a token and an identity in the block',
      { token: TOKEN, ...identity },
      {},
      {
        summary: 'Conflicting authentication settings',
        path: ['identity_uid'],
        detail: /^token and identity_uid are both set/,
      },
    ],
    [
      'both in the environment',
      {},
      { PLATFORM_TOKEN: TOKEN, PLATFORM_IDENTITY_UID: IDENTITY },
      {
        summary: 'Conflicting authentication settings',
        detail: /^PLATFORM_TOKEN and PLATFORM_IDENTITY_UID are both set/,
      },
    ],
    [
      'a token and a file to present',
      { ...identity, identity_token: OIDC, identity_token_file: 'x' },
      {},
      { summary: 'Conflicting authentication settings', path: ['identity_token_file'], detail: /both set/ },
    ],
    [
      'no identity',
      { auth_url: 'https://auth.test', identity_token: OIDC },
      {},
      { summary: 'No identity_uid', detail: /PLATFORM_IDENTITY_UID/ },
    ],
    [
      'no authentication service',
      { identity_uid: IDENTITY, identity_token: OIDC },
      {},
      { summary: 'No auth_url', detail: /PLATFORM_AUTH_URL/ },
    ],
    ['nothing to present', identity, {}, { summary: 'No identity token', detail: /permissions: id-token: write/ }],
  ])('reports %s', (_, block, env, { detail, ...expected }) => {
    expect(problems({ ...base, ...block }, env)).toMatchObject([
      { severity: 'error', ...expected, detail: expect.stringMatching(detail) },
    ]);
  });

  it('is undecided while a part of it is unknown', () => {
    expect(configured({ ...base, token: UNKNOWN, identity_uid: IDENTITY }).client).toBeUndefined();
    expect(
      configured({ ...base, auth_url: UNKNOWN, identity_uid: IDENTITY, identity_token: OIDC }).client,
    ).toBeUndefined();
  });
});

describe('an error', () => {
  it('is reported together with all others, each at its own line', () => {
    expect(
      problems({ identity_uid: '../x', auth_url: 'http://auth.example.com', identity_token: 'a b' }),
    ).toMatchObject([
      { summary: 'Invalid auth_url', path: ['auth_url'] },
      { summary: 'Invalid identity_uid', path: ['identity_uid'] },
      { summary: 'Invalid identity_token', path: ['identity_token'] },
      { summary: 'No base_url' },
    ]);
  });

  it('names the variable if the value comes from the environment', () => {
    const [problem] = problems({}, { PLATFORM_BASE_URL: 'example.com', PLATFORM_TOKEN: TOKEN });
    expect(problem).toMatchObject({ summary: 'Invalid PLATFORM_BASE_URL' });
    expect(problem?.path).toBeUndefined();
  });

  it('is reported for an empty attribute, but not for an empty variable', () => {
    expect(problems({ ...base, token: '' })).toMatchObject([
      { path: ['token'], detail: expect.stringContaining('Remove it, or set it to null') },
    ]);
    expect(problems({ ...base }, { PLATFORM_TOKEN: ' ' })).toMatchObject([{ summary: 'No token' }]);
  });

  it('names a variable that is set but empty, if the setting is missing', () => {
    const counts = 'set but empty, which counts as not set.';
    const empty = { PLATFORM_TOKEN: '', PLATFORM_IDENTITY_UID: '', PLATFORM_BASE_URL: '' };
    expect(problems({}, empty)).toMatchObject([
      { summary: 'No base_url', detail: expect.stringMatching(`^PLATFORM_BASE_URL is ${counts}`) },
      { summary: 'No token', detail: expect.stringMatching(`^PLATFORM_TOKEN and PLATFORM_IDENTITY_UID are ${counts}`) },
    ]);
    const identity = { auth_url: 'https://auth.test', identity_uid: IDENTITY };
    expect(problems({ ...base, ...identity }, { PLATFORM_IDENTITY_TOKEN_FILE: '' })).toMatchObject([
      { detail: expect.stringMatching(`^PLATFORM_IDENTITY_TOKEN_FILE is ${counts}`) },
    ]);
    expect(
      problems({ ...base, identity_token: OIDC }, { PLATFORM_IDENTITY_UID: '', PLATFORM_AUTH_URL: '' }),
    ).toMatchObject([
      { detail: expect.stringMatching(`^PLATFORM_IDENTITY_UID is ${counts}`) },
      { detail: expect.stringMatching(`^PLATFORM_AUTH_URL is ${counts}`) },
    ]);
    expect(problems({ ...base, token: TOKEN }, empty)).toEqual([]);
  });

  it('is reported for a token in quotes, in the block and in the environment', () => {
    const detail = expect.stringMatching(/^It is in quotes, which are not part of it: remove them .*\.$/);
    const quoted = `"${TOKEN}"`;
    expect(problems({ ...base, token: quoted })).toMatchObject([{ summary: 'Invalid token', detail }]);
    const found = problems(base, { PLATFORM_TOKEN: quoted });
    expect(found).toMatchObject([{ summary: 'Invalid PLATFORM_TOKEN', detail }]);
    expect(JSON.stringify(found)).not.toContain(TOKEN);
  });

  it('never repeats a secret', () => {
    const secret = 'hunter2 hunter2';
    for (const block of [
      { ...base, token: secret },
      { base_url: `https://u:${secret}@x`, token: 'x' },
      { ...base, identity_token: secret, token: secret },
    ]) {
      const found = problems(block);
      expect(found.length).toBeGreaterThan(0);
      expect(JSON.stringify(found)).not.toContain('hunter2');
    }
  });

  it('in the block is found by validate without the environment', () => {
    const found = (block: Block): readonly Diagnostic[] => {
      const diags = new Diags();
      validateConfiguration({
        config: { ...nothing, ...block },
        diags,
        log: silent,
        signal: new AbortController().signal,
      });
      return diags.items;
    };
    expect(found({})).toEqual([]);
    expect(found({ identity_uid: IDENTITY })).toEqual([]);
    expect(found({ base_url: 'x', token: TOKEN, identity_uid: IDENTITY })).toMatchObject([
      { path: ['base_url'] },
      { summary: 'Conflicting authentication settings', path: ['identity_uid'] },
    ]);
  });
});

describe('the log', () => {
  it('contains every request and no token', async () => {
    const lines: unknown[] = [];
    const debug: Log['debug'] = (message, fields) =>
      void lines.push([message, typeof fields === 'function' ? fields() : fields]);
    const log = { ...silent, debug };
    const { fetch } = recorder();
    const block = { ...base, auth_url: 'https://auth.test', identity_uid: IDENTITY, identity_token: OIDC };
    await configured(block, {}, fetch, log).client?.get(group, ROOT);
    expect(lines).toMatchObject([
      [expect.stringMatching(/^GET \/sts\/exchange\?/), { attempt: 1, status: 200 }],
      [`GET /iam/v2beta1/groups/${ROOT}`, { attempt: 1, status: 200 }],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${TOKEN}|${OIDC}`));
  });
});

describe('PLATFORM_CAPABILITIES', () => {
  const assumed = {
    PLATFORM_BASE_URL: 'https://api.test',
    PLATFORM_AUTH_URL: 'https://auth.test',
    PLATFORM_IDENTITY_UID: IDENTITY,
    PLATFORM_IDENTITY_TOKEN: OIDC,
  };

  test('narrows the token of an assumed identity, with either form of a capability', async () => {
    const { fetch, requested } = recorder();
    const PLATFORM_CAPABILITIES = 'groups.list, CAP_IAM_GROUPS_CREATE\n';
    await configured({}, { ...assumed, PLATFORM_CAPABILITIES }, fetch).client?.get(group, ROOT);
    const exchange = new URL(requested.find(({ url }) => url.includes('/sts/exchange'))?.url ?? '');
    expect(exchange.searchParams.getAll('cap')).toEqual(['groups.list', 'groups.create']);
  });

  test.each([
    ['', 'It is set but contains no capability.'],
    [' , ', 'It is set but contains no capability.'],
    ['groups.list,*', 'such as owner. A narrowed token cannot grant them'],
    ['groups.list,everything', 'Not a capability: "everything"'],
  ])('%j is an error: an invalid value never leads to a full token', (PLATFORM_CAPABILITIES, detail) => {
    expect(problems({}, { ...assumed, PLATFORM_CAPABILITIES })).toEqual([
      expect.objectContaining({
        summary: 'Invalid PLATFORM_CAPABILITIES',
        detail: expect.stringContaining(detail) as string,
      }),
    ]);
  });

  test('a configured token cannot be narrowed', () => {
    const env = { PLATFORM_BASE_URL: 'https://api.test', PLATFORM_TOKEN: TOKEN, PLATFORM_CAPABILITIES: 'groups.list' };
    expect(problems({}, env).map(({ detail }) => detail)).toEqual([
      expect.stringContaining('A configured token is used unchanged and cannot be narrowed.'),
    ]);
  });
});
