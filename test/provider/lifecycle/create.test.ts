import { HostGoneError, UNKNOWN } from '../../../src/plugin';
import { toWire } from '../../../src/plugin/testing/connection';
import type { ResourceInstance } from '../../../src/plugin/testing';
import { resourceSchema } from '../../../src/provider/convert/resource-schema';
import { group } from '../../../src/model/kinds';
import { startWorld, type World, type WorldOptions } from '../world';

let world: World;
afterEach(() => world.close());

type Between = NonNullable<WorldOptions['between']>;

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };
const post = (request: Request) => request.method === 'POST';

/** Loses the first `times` responses after the service has executed the requests. */
function losingAnswers(times: number): Between {
  let lost = 0;
  return async (request, service) => {
    const response = await service(request);
    if (!post(request) || lost++ >= times) return response;
    throw new Error('the connection was reset');
  };
}

test('an existing object stops the create before the POST, with the import block to paste', async () => {
  world = await startWorld();
  const uid = await existing('engineering');
  const group = (await world.again()).resource('platform_group');
  world.requests();
  const block = `import {\n  to = platform_group.ADDRESS\n  id = "${uid}"\n}\n`;
  const withConstructs = `With constructs, if the group is x: x.importFrom('${uid}')\n`;
  await expect(group.apply({ parent_uid: world.root, name: 'engineering' })).rejects.toThrow(
    `${block}\n${withConstructs}`,
  );
  expect(world.requests().filter((line) => !line.startsWith('GET'))).toEqual([]);
  expect(group.state).toBeNull();
});

test('the message about an existing object shows how a renamed resource keeps its object', async () => {
  world = await startWorld();
  await existing('engineering');
  const group = (await world.again()).resource('platform_group');
  const error = await failure(group.apply({ parent_uid: world.root, name: 'engineering' }));
  expect(error).toContain(
    "moved {\n  from = platform_group.FORMER_ADDRESS\n  to   = platform_group.ADDRESS\n}\n\nWith constructs, if the group is x: x.wasAt('platform_group.FORMER_ADDRESS')\n",
  );
});

describe('an object that another resource of the run has', () => {
  /** Creates a resource with the name of another one. `act` runs while the create waits for the other resource. */
  async function meeting(config: Record<string, unknown>, meanwhile: (other: ResourceInstance) => Promise<unknown>) {
    let begun: Promise<unknown> | undefined;
    world = await startWorld({
      sleep: (ms) => {
        begun ??= ms === 10_000 ? meanwhile(other) : undefined;
        // Waits until the other resource has completed.
        return new Promise(() => undefined);
      },
    });
    const uid = await existing('x');
    const host = await world.again(config);
    const other = host.resource('platform_group');
    await other.import(uid);
    world.requests();
    const group = host.resource('platform_group');
    const work = group.apply({ parent_uid: world.root, name: 'x' });
    return { group, other, uid, work };
  }

  it.each([['error'], ['adopt']])('and renames stays its object (on_existing = "%s")', async (on_existing) => {
    const { group, other, uid, work } = await meeting({ on_existing }, (instance) =>
      instance.apply({ parent_uid: world.root, name: 'y' }),
    );
    await work;
    expect(other.state).toMatchObject({ uid, name: 'y' });
    expect(group.state).toMatchObject({ name: 'x' });
    expect(group.state!['uid']).not.toBe(uid);
  });

  it.each([['error'], ['adopt']])('and deletes is deleted first (on_existing = "%s")', async (on_existing) => {
    const { group, uid, work } = await meeting({ on_existing }, (instance) => instance.destroy());
    await work;
    expect(group.state!['uid']).not.toBe(uid);
    expect(world.requests().filter((line) => !line.startsWith('GET'))).toEqual([
      `DELETE /iam/v2beta1/groups/${uid}`,
      `POST /iam/v2beta1/groups/${world.root}`,
    ]);
  });

  it('and changes in another way still conflicts', async () => {
    const { work } = await meeting({}, (instance) =>
      instance.apply({ parent_uid: world.root, name: 'x', description: 'new' }),
    );
    await expect(work).rejects.toThrow('Two resources declare the same group "x"');
  });

  it('delays the create for at most ten seconds', async () => {
    const waits: number[] = [];
    world = await startWorld({ sleep: async (ms) => void waits.push(ms) });
    await existing('x');
    const group = (await world.again()).resource('platform_group');
    await expect(group.apply({ parent_uid: world.root, name: 'x' })).rejects.toThrow('it already exists');
    expect(waits).toEqual([10_000]);
  });

  it('no longer delays the create after an interruption', async () => {
    world = await startWorld({
      sleep: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          void host.connection.call('StopProvider', {});
        }),
    });
    await existing('x');
    const host = await world.again();
    const group = host.resource('platform_group');
    await expect(group.apply({ parent_uid: world.root, name: 'x' })).rejects.toThrow('Terraform was interrupted');
  });
});

test('with on_existing = "adopt", an existing object is adopted and patched', async () => {
  world = await startWorld({ config: { on_existing: 'adopt' } });
  const uid = await existing('engineering', 'old');
  const group = (await world.again()).resource('platform_group');
  world.requests();
  await group.apply({ parent_uid: world.root, name: 'engineering', description: 'new' });
  expect(group.state).toMatchObject({ uid, description: 'new' });
  expect(world.requests().filter((line) => !line.startsWith('GET'))).toEqual([
    `PATCH /iam/v2beta1/groups/${uid}?updateMask=description`,
  ]);
});

test.each([['error'], ['adopt']])(
  'a deleted object that a list still shows does not stop a create (on_existing = "%s")',
  async (on_existing) => {
    let now = Date.parse('2026-01-02T03:04:05Z');
    world = await startWorld({ clock: () => now });
    const config = { parent_uid: world.root, name: 'engineering' };
    const former = world.host.resource('platform_group');
    await former.apply(config);
    now += 3_600_000;
    world.emulator.faults.add({ effect: 'lag', lagMs: 20_000, reads: 'lists' });
    await former.destroy();
    const group = (await world.again({ on_existing })).resource('platform_group');
    await group.apply(config);
    world.emulator.faults.clear();
    await group.refresh();
    expect(group.state).toMatchObject({ name: 'engineering' });
  },
);

test('an object is adopted with its current values, even if a list still shows others', async () => {
  let now = Date.parse('2026-01-02T03:04:05Z');
  world = await startWorld({ clock: () => now, config: { on_existing: 'adopt' } });
  const config = { parent_uid: world.root, name: 'engineering', description: 'as declared' };
  const other = (await world.again()).resource('platform_group');
  await other.apply(config);
  now += 3_600_000;
  world.emulator.faults.add({ effect: 'lag', lagMs: 20_000, reads: 'lists' });
  await other.apply({ ...config, description: 'changed elsewhere' });
  const group = world.host.resource('platform_group');
  await group.apply(config);
  world.emulator.faults.clear();
  expect((await group.plan(config)).action).toBe('no-op');
  await group.refresh();
  expect(group.state).toMatchObject({ description: 'as declared' });
});

test('an identity with another kind of trust is not adopted, and nothing is sent', async () => {
  world = await startWorld({ config: { on_existing: 'adopt' } });
  const first = world.host.resource('platform_identity');
  const config = { group_uid: world.root, name: 'ci' };
  await first.apply({ ...config, claim_match: { issuer: 'https://issuer.example', subject: 'me' } });
  const second = (await world.again()).resource('platform_identity');
  world.requests();
  const error = await failure(second.apply({ ...config, service_principal: 'SERVICE_PRINCIPAL_COSIGNED' }));
  expect(error).toContain(
    `(uid ${String(first.state!['uid'])}) with claim_match, but is declared with service_principal`,
  );
  expect(world.requests().filter((line) => !line.startsWith('GET'))).toEqual([]);
});

test('with on_existing = "adopt", two candidates are an error', async () => {
  world = await startWorld();
  const [one, two] = [await existing('twin'), await existing('twin')];
  const group = (await world.again({ on_existing: 'adopt' })).resource('platform_group');
  const error = await failure(group.apply({ parent_uid: world.root, name: 'twin' }));
  expect(error).toContain(one);
  expect(error).toContain(two);
  expect(error).not.toContain('"adopt"');
});

test('with on_existing = "create", a second object is created, and no list is read before', async () => {
  world = await startWorld({ config: { on_existing: 'create' } });
  const uid = await existing('twin');
  world.requests();
  const host = await world.again();
  for (const name of ['twin', ...Array.from({ length: 9 }, (_, index) => `team ${index}`)]) {
    const group = host.resource('platform_group');
    await group.apply({ parent_uid: world.root, name });
    expect(group.state!['uid']).not.toBe(uid);
  }
  expect(world.requests().filter((line) => line.startsWith('GET ') && line.includes('?'))).toEqual([]);
});

test('with on_existing = "create", the object of a lost response is found among older equal objects', async () => {
  let isLosing = false;
  let now = Date.parse('2026-01-02T03:04:05Z');
  world = await startWorld({
    config: { on_existing: 'create' },
    clock: () => now,
    between: async (request, service) => {
      const response = await service(request);
      if (post(request) && isLosing) throw new Error('the connection was reset');
      return response;
    },
  });
  const uid = await existing('twin');
  now += 60_000;
  isLosing = true;
  const group = (await world.again()).resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'twin' });
  expect(group.state!['uid']).not.toBe(uid);
  expect(posts()).toHaveLength(2);
});

test('if two resources declare the same object, one is created, and the other is an error', async () => {
  world = await startWorld();
  const config = { parent_uid: world.root, name: 'same' };
  const [one, two] = [world.host.resource('platform_group'), world.host.resource('platform_group')];
  const results = await Promise.allSettled([one.apply(config), two.apply(config)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const rejected = results.find((result) => result.status === 'rejected');
  expect(String(rejected?.reason)).toContain('Two resources declare the same group "same"');
  expect(posts()).toHaveLength(1);
});

test('after a lost response, one object exists, and it is in the state', async () => {
  world = await startWorld({ between: losingAnswers(1) });
  const group = world.host.resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'a', description: 'mine' });
  expect(group.state).toMatchObject({ name: 'a', description: 'mine' });
  expect(posts()).toHaveLength(1);
  await group.refresh();
  expect(await group.plan({ parent_uid: world.root, name: 'a', description: 'mine' })).toMatchObject({
    action: 'no-op',
  });
});

test('the same object twice in one run, both responses lost: each resource gets its own object', async () => {
  world = await startWorld({ config: { on_existing: 'create' }, between: losingAnswers(2) });
  const config = { parent_uid: world.root, name: 'twin' };
  const [one, two] = [world.host.resource('platform_group'), world.host.resource('platform_group')];
  await Promise.all([one.apply(config), two.apply(config)]);
  expect(one.state!['uid']).not.toBe(two.state!['uid']);
  expect(posts()).toHaveLength(2);
});

test('after a lost response while someone else created a duplicate, both are named, and neither is adopted', async () => {
  let theirs: Promise<unknown> | undefined;
  world = await startWorld({
    between: async (request, service) => {
      const response = await service(request.clone());
      if (!post(request) || theirs !== undefined) return response;
      theirs = service(request);
      await theirs;
      throw new Error('the connection was reset');
    },
  });
  const group = world.host.resource('platform_group');
  const error = await failure(group.apply({ parent_uid: world.root, name: 'a' }));
  const uids = world.emulator.snapshot();
  expect(error).toMatch(/Cannot determine whether group "a" in .* was created/);
  expect(error).toMatch(
    /These have appeared since: [0-9a-f/]+, [0-9a-f/]+\. The provider cannot determine which of them/,
  );
  expect(group.state).toBeNull();
  expect(JSON.stringify(uids).match(/"name":"a"/g)).toHaveLength(2);
});

test('a lost request is not sent again, and the error names the next step', async () => {
  world = await startWorld({
    between: (request, service) => (post(request) ? Promise.reject(new Error('reset')) : service(request)),
  });
  const group = world.host.resource('platform_group');
  const error = await failure(group.apply({ parent_uid: world.root, name: 'a' }));
  expect(error).toMatch(/It was not sent again.*Run again/s);
  expect(posts()).toHaveLength(0);
});

describe('with on_existing = "create", where another run looks up nothing,', () => {
  it('a lost request must not be repeated blindly: the error says what to check', async () => {
    let isLosing = false;
    let now = Date.parse('2026-01-02T03:04:05Z');
    world = await startWorld({
      config: { on_existing: 'create' },
      clock: () => now,
      between: (request, service) =>
        post(request) && isLosing ? Promise.reject(new Error('reset')) : service(request),
    });
    const before = await existing('a');
    now += 60_000;
    isLosing = true;
    const group = (await world.again()).resource('platform_group');
    const error = await failure(group.apply({ parent_uid: world.root, name: 'a' }));
    expect(error).toContain('No such group has appeared so far.\nDo not run again yet: with on_existing = "create"');
    expect(error).toContain(
      `check whether such a group exists in addition to those that existed before (uid ${before})`,
    );
    expect(error).toContain('  id = "UID"\n');
    expect(error).not.toContain('The next run looks up');
  });

  it('ambiguous candidates are named, with a warning that a run creates another one', async () => {
    let theirs: Promise<unknown> | undefined;
    world = await startWorld({
      config: { on_existing: 'create' },
      between: async (request, service) => {
        const response = await service(request.clone());
        if (!post(request) || theirs !== undefined) return response;
        theirs = service(request);
        await theirs;
        throw new Error('the connection was reset');
      },
    });
    const group = world.host.resource('platform_group');
    const error = await failure(group.apply({ parent_uid: world.root, name: 'a' }));
    expect(error).toMatch(
      /appeared since: [0-9a-f/]+, [0-9a-f/]+\..*\nDo not run again yet: with on_existing = "create"/,
    );
  });

  async function bindings(between?: Between) {
    world = await startWorld({ config: { on_existing: 'create' }, between });
    const identity = world.host.resource('platform_identity');
    await identity.apply({ group_uid: world.root, name: 'ci', claim_match });
    const role_uid = (await world.host.data('platform_role', { name: 'viewer' }))['uid'];
    const config = { group_uid: world.root, identity_uid: identity.state!['uid'], role_uid };
    return { config, first: world.host.resource('platform_role_binding') };
  }

  it('an existing binding, which the service rejects as a duplicate, gets its import block', async () => {
    const { config, first } = await bindings();
    await first.apply(config);
    const second = (await world.again()).resource('platform_role_binding');
    const error = await failure(second.apply(config));
    expect(error).toContain('the service rejects duplicates');
    expect(error).toContain(`  to = platform_role_binding.ADDRESS\n  id = "${String(first.state!['uid'])}"\n`);
    expect(error).not.toContain('"create" creates another one');
  });

  it('a binding of another resource of the run is reported as that, without an import block', async () => {
    const { config, first } = await bindings();
    await first.apply(config);
    const error = await failure(world.host.resource('platform_role_binding').apply(config));
    expect(error).toContain('Two resources declare the same role binding');
    expect(error).not.toMatch(/import \{|on_existing/);
  });

  it('a binding that another resource of the run deletes is created afterwards', async () => {
    let refused = (): void => undefined;
    const refusal = new Promise<void>((resolve) => (refused = resolve));
    const { config, first } = await bindings(async (request, service) => {
      if (request.method === 'DELETE') await refusal;
      const response = await service(request);
      if (response.status === 409) refused();
      return response;
    });
    await first.apply(config);
    const second = world.host.resource('platform_role_binding');
    await Promise.all([first.destroy(), second.apply(config)]);
    await second.refresh();
    expect(second.state).toMatchObject({ role_uid: config.role_uid });
  });
});

test('a created object is found despite an interruption between two lookups', async () => {
  let looks = 0;
  let posted = false;
  world = await startWorld({
    between: async (request, service) => {
      if (post(request)) {
        posted = true;
        await service(request);
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
      }
      // The first lookup occurs before the service shows the object, and Ctrl-C right after it.
      if (!posted || looks++ > 0) return service(request);
      await world.host.connection.call('StopProvider', {});
      return Response.json({ groups: [], totalCount: '0' });
    },
  });
  const group = world.host.resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'a' });
  expect(group.state).toMatchObject({ name: 'a' });
  expect(posts()).toHaveLength(1);
  expect(looks).toBeGreaterThan(1);
});

test('an interruption before the request creates nothing, and the error does not claim otherwise', async () => {
  world = await startWorld();
  world.emulator.requestLog.clear();
  const diagnostics = await createGroup('a', AbortSignal.abort(new Error('Terraform was interrupted.')));
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]!.summary).toContain('Cannot create group "a"');
  expect(posts()).toHaveLength(0);
});

test('an interruption ends the wait after a 429, and nothing more is sent', async () => {
  let sent = 0;
  world = await startWorld({
    between: async (request, service) => {
      if (!post(request)) return service(request);
      sent++;
      await world.host.connection.call('StopProvider', {});
      const busy = { code: 8, message: 'slow down', details: [] };
      return Response.json(busy, { status: 429, headers: { 'retry-after': '60' } });
    },
  });
  const group = world.host.resource('platform_group');
  const error = await failure(group.apply({ parent_uid: world.root, name: 'a' }));
  expect(error).toContain('The run was interrupted');
  expect(sent).toBe(1);
});

test('after an interruption, the object of a lost response is looked up once, immediately', async () => {
  const seen: string[] = [];
  world = await startWorld({
    between: async (request, service) => {
      seen.push(request.method);
      if (!post(request)) return service(request);
      await world.host.connection.call('StopProvider', {});
      throw new Error('the connection was reset');
    },
  });
  const group = world.host.resource('platform_group');
  const error = await failure(group.apply({ parent_uid: world.root, name: 'a' }));
  expect(error).toContain('Cannot determine whether group "a"');
  expect(seen.slice(seen.indexOf('POST'))).toEqual(['POST', 'GET']);
});

test('after an interruption, a lookup without a response ends after ten seconds', async () => {
  let reached = (): void => undefined;
  const looking = new Promise<void>((resolve) => (reached = resolve));
  let posted = false;
  world = await startWorld({
    between: async (request, service) => {
      if (posted) {
        reached();
        return new Promise<never>(() => undefined);
      }
      if (!post(request)) return service(request);
      posted = true;
      await world.host.connection.call('StopProvider', {});
      throw new Error('the connection was reset');
    },
  });
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
  try {
    const group = world.host.resource('platform_group');
    const failed = failure(group.apply({ parent_uid: world.root, name: 'a' }));
    await looking;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await failed).toContain('The lookup of the object failed, too');
  } finally {
    jest.useRealTimers();
  }
});

test('after the exit of Terraform nothing is sent, not even a lookup for a lost response', async () => {
  const seen: string[] = [];
  const host = new AbortController();
  world = await startWorld({
    between: async (request, service) => {
      seen.push(request.method);
      if (!post(request)) return service(request);
      host.abort(new HostGoneError('the program that started this provider is gone'));
      throw new Error('the connection was reset');
    },
  });
  await createGroup('a', host.signal);
  expect(seen.at(-1)).toBe('POST');
});

test('after a create whose process was killed, the next run stops, and the import block resolves it', async () => {
  world = await startWorld();
  const uid = await existing('a');
  const group = (await world.again()).resource('platform_group');
  await expect(group.apply({ parent_uid: world.root, name: 'a' })).rejects.toThrow(uid);
  await group.import(uid);
  expect(await group.plan({ parent_uid: world.root, name: 'a' })).toMatchObject({ action: 'no-op' });
});

test('a dropped part is an error at its attribute, and the object is kept', async () => {
  world = await startWorld({
    between: async (request, service) => {
      if (!post(request)) return service(request);
      const body = (await request.json()) as { claimMatch: Record<string, unknown> };
      delete body.claimMatch['audience'];
      return service(new Request(request, { body: JSON.stringify(body) }));
    },
  });
  const identity = world.host.resource('platform_identity');
  const config = { group_uid: world.root, name: 'ci', claim_match: { ...claim_match, audience: 'only-us' } };
  await expect(identity.apply(config)).rejects.toMatchObject({
    diagnostics: [{ path: ['claim_match', 'audience'], summary: 'The service did not keep claim_match.audience' }],
  });
  expect(identity.tainted).toBe(true);
  expect(identity.state).toMatchObject({ name: 'ci', claim_match: { audience: null } });
});

test('a message that the service drops as a whole is shown with the names of a configuration', async () => {
  world = await startWorld({
    between: async (request, service) => {
      const response = await service(request);
      if (!post(request)) return response;
      const body = (await response.json()) as Record<string, unknown>;
      delete body['claimMatch'];
      return Response.json(body);
    },
  });
  const identity = world.host.resource('platform_identity');
  const wide = { issuer: 'https://issuer.example', subject_pattern: '^a$', claims: { repositoryOwner: 'acme' } };
  const error = await failure(identity.apply({ group_uid: world.root, name: 'ci', claim_match: wide }));
  expect(error).toContain(
    'claim_match was sent as {"issuer":"https://issuer.example","subject_pattern":"^a$","claims":{"repositoryOwner":"acme"}} and returned as nothing',
  );
});

test('calls in a new group of this run are retried while they are denied', async () => {
  let refused = 0;
  world = await startWorld({
    between: async (request, service) => {
      const isInside = post(request) && /groups\/.*\/[0-9a-f]{16}$/.test(new URL(request.url).pathname);
      if (!isInside || ++refused > 3) return service(request);
      return Response.json({ code: 7, message: 'not yet', details: [] }, { status: 403 });
    },
  });
  const [outer, inner] = [world.host.resource('platform_group'), world.host.resource('platform_group')];
  await outer.apply({ parent_uid: world.root, name: 'outer' });
  await inner.apply({ parent_uid: outer.state!['uid'], name: 'inner' });
  expect(refused).toBe(4);
});

test('a denial elsewhere is an error immediately', async () => {
  let refused = 0;
  world = await startWorld({
    between: async (request, service) => {
      if (!post(request)) return service(request);
      refused++;
      return Response.json({ code: 7, message: 'no', details: [] }, { status: 403 });
    },
  });
  const group = world.host.resource('platform_group');
  await expect(group.apply({ parent_uid: world.root, name: 'a' })).rejects.toThrow('PERMISSION_DENIED');
  expect(refused).toBe(1);
  expect(group.state).toBeNull();
});

test('with a wrong token no create is planned, and one of many resources reports why', async () => {
  world = await startWorld();
  const host = await world.again({ token: 'not.a.token' });
  const plans = ['a', 'b', 'c'].map((name) =>
    failure(host.resource('platform_group').plan({ parent_uid: world.root, name })),
  );
  const errors = (await Promise.all(plans)).filter((text) => text !== undefined);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(/UNAUTHENTICATED/);
  expect(errors[0]).not.toContain('not.a.token');
});

/** Creates a group like another run or a person. */
async function existing(name: string, description?: string): Promise<string> {
  const other = (await world.again({ on_existing: 'create' })).resource('platform_group');
  await other.apply({ parent_uid: world.root, name, description: description ?? null });
  return String(other.state!['uid']);
}

/** Creates a group for a caller that can abort. */
async function createGroup(name: string, signal: AbortSignal): Promise<readonly { readonly summary: string }[]> {
  const schema = resourceSchema(group);
  const config = { parent_uid: world.root, name, description: null };
  const computed = ['uid', 'verified', 'resource_limits', 'create_time'];
  const { diagnostics } = await world.host.connection.call(
    'ApplyResourceChange',
    {
      typeName: 'platform_group',
      priorState: toWire(null, schema),
      plannedState: toWire({ ...config, ...Object.fromEntries(computed.map((key) => [key, UNKNOWN])) }, schema),
      config: toWire({ ...config, ...Object.fromEntries(computed.map((key) => [key, null])) }, schema),
    },
    signal,
  );
  return diagnostics;
}

function posts(): unknown[] {
  return world.emulator.requestLog.entries.filter(({ method, status }) => method === 'POST' && status === 200);
}

async function failure(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => String(error),
  );
}
