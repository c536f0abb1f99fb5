/** Each decision of a run is one line of debug output with its reason. */
import { createLog } from '../../../src/plugin/goplugin/log';
import { startWorld, type World, type WorldOptions } from '../world';

let world: World;
afterEach(() => world.close());

let lines: string[] = [];
beforeEach(() => {
  lines = [];
});
const logAt = (level: string) =>
  createLog({ name: 'platform', env: { TF_LOG: level }, write: (line) => void lines.push(line) });

/** Returns the decisions since the last call: `wait (…reason)`. */
function decisions(): string[] {
  return lines.splice(0).flatMap((line) => {
    const { '@message': message, reason } = JSON.parse(line) as Record<string, string>;
    const [, decision] = /^Decision: (.+)$/.exec(message ?? '') ?? [];
    if (decision !== undefined) expect(reason).toMatch(/./);
    return decision === undefined ? [] : [`${decision} (${reason ?? ''})`];
  });
}

async function start(options: WorldOptions = {}) {
  world = await startWorld({ log: logAt('debug'), ...options });
  return world.host.resource('platform_group');
}
const team = () => ({ parent_uid: world.root, name: 'team' });
const reply = (status: number, code: number, message = 'no') => Response.json({ code, message }, { status });

test('a create says why it looks the key up, and what it found', async () => {
  await (await start()).apply(team());
  expect(decisions()).toEqual([
    'look up the key (A few creates read no list)',
    'create (The look-up found no object with the key)',
  ]);
});

test('a create in a new group says why its key is free', async () => {
  const group = await start();
  await group.apply(team());
  decisions();
  await world.host.resource('platform_group').apply({ parent_uid: group.state!['uid'], name: 'inner' });
  expect(decisions()[0]).toBe('key is free (This run has just created its parent, and has not used the key there)');
});

test('a denied create in a new group says how long it waits, and why it ends', async () => {
  const group = await start({
    between: async (request, service) =>
      request.method === 'POST' && request.url.includes('/identities') ? reply(403, 7, 'denied') : service(request),
  });
  await group.apply(team());
  decisions();
  const claim_match = { issuer: 'https://issuer.example', subject: 'me' };
  const identity = world.host
    .resource('platform_identity')
    .apply({ group_uid: group.state!['uid'], name: 'ci', claim_match });
  await expect(identity).rejects.toThrow('denied');
  const told = decisions();
  expect(told).toContain(
    'wait (PERMISSION_DENIED: an object of the request is younger than 30 s (propagation_timeout_seconds))',
  );
  expect(told.at(-1)).toBe(
    'do not wait (PERMISSION_DENIED is final: no object of the request is younger than 30 s (propagation_timeout_seconds))',
  );
});

test('a create whose object exists says whether it is refused or adopted', async () => {
  await (await start()).apply(team());
  decisions();
  const refused = (await world.again()).resource('platform_group').apply(team());
  await expect(refused).rejects.toThrow('already exists');
  const told = decisions();
  expect(told.some((line) => line.startsWith('wait (An object has the key (uid '))).toBe(true);
  expect(told.at(-1)).toMatch(/^refuse \(Cannot create group "team".*: it already exists\)$/);
  await (await world.again({ on_existing: 'adopt' })).resource('platform_group').apply(team());
  expect(decisions()).toContain('adopt (One object has the key, and on_existing is "adopt")');
});

test.each([
  ['executed', 'adopt (The response was lost. One new object has the key'],
  ['not executed', 'repeat (The request failed, and no such object has appeared'],
])('a create that was %s without a response says how it ends', async (what, expected) => {
  let isLost = false;
  const group = await start({
    between: async (request, service) => {
      if (request.method !== 'POST' || isLost) return service(request);
      isLost = true;
      if (what === 'executed') await service(request);
      return reply(500, 13, 'broken');
    },
  });
  await group.apply(team());
  expect(decisions().filter((line) => line.startsWith(expected))).toHaveLength(1);
});

test('a read says why it is a single one, and that its object is gone', async () => {
  const group = await start({ config: { propagation_timeout_seconds: 0 } });
  await group.apply(team());
  decisions();
  await group.refresh();
  expect(decisions()).toEqual(['single read (This run has changed it, so lists may be older)']);
  const { emulator } = world;
  const authorization = `Bearer ${await emulator.administratorToken()}`;
  const url = `http://localhost/iam/v2beta1/groups/${String(group.state!['uid'])}`;
  await emulator.handle(new Request(url, { method: 'DELETE', headers: { authorization } }));
  await group.refresh();
  expect(decisions().map((line) => line.split(' (')[0])).toEqual(['single read', 'do not wait', 'gone']);
});

test('a delete reports that its object is gone already', async () => {
  const group = await start({
    config: { propagation_timeout_seconds: 0 },
    between: async (request, service) => {
      // Another token deletes the object first.
      if (request.method === 'DELETE') await service(request.clone());
      return service(request);
    },
  });
  await group.apply(team());
  await group.destroy();
  expect(decisions().at(-1)).toBe('gone (The service does not find the object to delete)');
});

test('a refresh of many objects reports which of them a list of this run contains', async () => {
  const group = await start();
  const uids: string[] = [];
  for (let count = 0; count < 7; count++) {
    await world.host.resource('platform_group').apply({ ...team(), name: `team-${count}` });
    uids.push(String((await world.host.data('platform_group', { ...team(), name: `team-${count}` }))['uid']));
  }
  const again = await world.again();
  decisions();
  for (const uid of uids) await again.resource('platform_group').import(uid);
  expect(group.state).toBeNull();
  const entries = lines.map((line) => JSON.parse(line) as Record<string, string>);
  const decided = entries.filter((entry) => entry['@message']?.startsWith('Decision: '));
  expect(decided.map(({ kind, uid }) => [kind, uid])).toEqual(uids.map((uid) => ['Group', uid]));
  expect(decisions()).toEqual([
    ...[1, 2, 3, 4, 5].map(
      (number) => `single read (No list covers it, and it is number ${number} of the first 5 objects of the kind)`,
    ),
    'list (A list that this run has read contains it)',
    'list (A list that this run has read contains it)',
  ]);
});

test.each(['adopted', 'tried to change'])('an object that this run has %s is read alone', async (what) => {
  let isBroken = false;
  await (
    await start({
      between: (request, service) =>
        Promise.resolve(isBroken && request.method === 'PATCH' ? reply(400, 9) : service(request)),
    })
  ).apply(team());
  const uid = String((await world.host.data('platform_group', team()))['uid']);
  const group = (await world.again({ on_existing: 'adopt' })).resource('platform_group');
  if (what === 'adopted') await group.apply(team());
  else {
    await group.import(uid);
    isBroken = true;
    await expect(group.apply({ ...team(), name: 'crew' })).rejects.toThrow();
  }
  decisions();
  await group.refresh();
  expect(decisions()).toEqual(['single read (This run has changed it, so lists may be older)']);
});

test('a create reads an existing object with the uid of its group once', async () => {
  await start();
  const clouds = { group_uid: world.root, name: 'clouds', google: { project_id: 'acme', project_number: '1' } };
  await world.host.resource('platform_account_association').apply(clouds);
  const again = (await world.again()).resource('platform_account_association');
  world.requests();
  await expect(again.apply(clouds)).rejects.toThrow('already exists');
  expect(world.requests().filter((line) => line.includes('/accountAssociations'))).toHaveLength(1);
});

test('a read without lists says why', async () => {
  const group = await start({ config: { bulk_refresh: false } });
  await group.apply(team());
  decisions();
  await group.refresh();
  expect(decisions()).toEqual(['single read (bulk_refresh is false)']);
});

test('a refused request says at which rate the run continues', async () => {
  let refused = 0;
  const group = await start({
    between: async (request, service) => (refused++ === 0 ? reply(429, 8, 'slow down') : service(request)),
  });
  await group.apply(team());
  expect(decisions()[0]).toMatch(/^slow down \(The service refused a request \(429\): [\d.]+ per second\)$/);
});

test('no line contains a secret or a control character that the service sends back', async () => {
  const secret = 'sEcret-1';
  await start({
    between: async (request, service) => {
      if (request.method !== 'POST') return service(request);
      return reply(403, 7, `\u001b[31m\n${await request.text()} ${request.headers.get('authorization') ?? ''}`);
    },
  });
  const role = (await world.host.data('platform_role', { name: 'viewer' }))['uid'];
  const provider = world.host.resource('platform_identity_provider').apply({
    group_uid: world.root,
    name: 'staff',
    default_role: role,
    oidc: {
      issuer: 'https://login.example.com',
      client_id: 'platform',
      client_secret: secret,
      client_secret_wo_version: 1,
    },
  });
  await expect(provider).rejects.toThrow();
  const text = lines.join('');
  expect(text).toContain('Decision: do not wait');
  expect(text).not.toContain(secret);
  expect(text).not.toMatch(/Bearer [^*\s[(]{8}/);
  expect(text).not.toMatch(/\u001b/);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ '@module': 'provider.platform' });
});

test('without the level, no fields are built', async () => {
  let built = 0;
  const log = logAt('info');
  const debug: typeof log.debug = (message, fields) =>
    log.debug(message, () => {
      built++;
      return typeof fields === 'function' ? fields() : (fields ?? {});
    });
  const group = await start({ log: { ...log, debug } });
  await group.apply(team());
  expect({ built, lines }).toEqual({ built: 0, lines: [] });
});
