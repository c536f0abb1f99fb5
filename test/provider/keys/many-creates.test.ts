// @slow
/** Creates check with few requests that their objects do not exist, and create no duplicates. */
import type { Host, ResourceInstance } from '../../../src/plugin/testing';
import { startWorld, type World, type WorldOptions } from '../world';

let world: World;
afterEach(() => world.close());

jest.setTimeout(60_000);

type Config = Record<string, unknown>;

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };
const names = (count: number, prefix = 'n'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const groupsIn = (parent_uid: unknown, ...all: string[]): Config[] => all.map((name) => ({ parent_uid, name }));
const identitiesIn = (group_uid: unknown, ...all: string[]): Config[] =>
  all.map((name) => ({ group_uid, name, claim_match }));

/** Creates each object as a separate resource, with the parallelism of Terraform. */
async function createAll(type: string, configs: readonly Config[], host: Host = world.host, atOnce = 10) {
  const left = [...configs.entries()];
  const made: ResourceInstance[] = [];
  const walk = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, config] = next;
      made[index] = host.resource(type);
      await made[index].apply(config);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, walk));
  return made;
}

const getUid = (instance: ResourceInstance | undefined): string => String(instance?.state?.['uid']);
const lists = (lines: readonly string[]) => lines.filter((line) => line.includes('descendants_of'));
const lookups = (lines: readonly string[]) => lines.filter((line) => line.includes('children_of'));
/** Returns the methods of all requests except the reads of the host's refresh. */
const lookupsAndWrites = (lines: readonly string[]) =>
  lines.filter((line) => !/^GET [^?]*$/.test(line)).map((line) => line.split(' ')[0]);
const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => String(error),
  );

/** Creates an object like another run or a person. */
async function others(type: string, config: Config): Promise<string> {
  const [instance] = await createAll(type, [config], await world.again({ on_existing: 'create' }));
  return getUid(instance);
}

/** Starts a world with a clock that a test can advance. */
async function timedWorld(options: WorldOptions = {}) {
  let now = Date.parse('2026-01-02T03:04:05Z');
  world = await startWorld({ ...options, clock: () => now });
  return { pass: (ms: number) => void (now += ms) };
}

describe('many creates', () => {
  it('need one request each, and a few more', async () => {
    world = await startWorld();
    await createAll('platform_group', groupsIn(world.root, ...names(100)));
    const lines = world.requests();
    expect(lookups(lines)).toHaveLength(5);
    expect(lists(lines)).toEqual([`GET /iam/v2beta1/groups?uidp.descendants_of=${world.root}&page_size=200`]);
    // Plus the first request of every run, and the question what the token may do.
    expect(lines).toHaveLength(100 + 5 + 1 + 1 + 1);
  });

  it('of several kinds under one root share the additional requests', async () => {
    world = await startWorld();
    const role_uid = (await world.host.data('platform_role', { name: 'viewer' }))['uid'];
    const parent = await others('platform_group', { parent_uid: world.root, name: 'team' });
    world.requests();
    const groups = await createAll('platform_group', groupsIn(parent, ...names(30)));
    const identities = await createAll('platform_identity', identitiesIn(parent, ...names(60)));
    const bindings = identities.map((identity) => ({ group_uid: parent, identity_uid: getUid(identity), role_uid }));
    await createAll('platform_role_binding', bindings);
    const roles = names(20).map((name) => ({ group_uid: parent, name, capabilities: ['groups.list'] }));
    await createAll('platform_role', roles);
    expect(groups).toHaveLength(30);
    expect(world.requests().length).toBeLessThanOrEqual(30 + 60 + 60 + 20 + 10 + 1);
  });

  it('in new groups of this run need no lookup', async () => {
    world = await startWorld();
    const [team] = await createAll('platform_group', groupsIn(world.root, 'team'));
    world.requests();
    const inner = await createAll('platform_group', groupsIn(getUid(team), ...names(5)));
    const inside = inner.flatMap((group) => identitiesIn(getUid(group), 'a', 'b'));
    await createAll('platform_identity', inside);
    expect(world.requests().filter((line) => !line.startsWith('POST'))).toEqual([]);
  });

  it('in a new root group of this run look it up: a root group is not empty', async () => {
    world = await startWorld();
    const [root] = await createAll('platform_group', [{ name: 'another' }]);
    world.requests();
    await createAll('platform_identity', identitiesIn(getUid(root), 'ci'));
    expect(lookups(world.requests())).toHaveLength(1);
  });

  it('look again after ten seconds, also in groups of this run', async () => {
    const time = await timedWorld();
    const [team] = await createAll('platform_group', groupsIn(world.root, 'team'));
    await createAll('platform_group', groupsIn(world.root, ...names(20)));
    time.pass(10_000);
    world.requests();
    await createAll('platform_group', groupsIn(world.root, 'within'));
    expect(lists(world.requests())).toHaveLength(0);
    time.pass(1);
    await createAll('platform_group', groupsIn(world.root, ...names(20, 'after')));
    expect(lists(world.requests())).toHaveLength(1);
    await createAll('platform_identity', identitiesIn(getUid(team), 'ci'));
    expect(lists(world.requests())).toHaveLength(1);
  });

  it('stay within their budget, regardless of their duration', async () => {
    let pass: (ms: number) => void = () => undefined;
    const time = await timedWorld({
      between: (request, service) => {
        pass(200);
        return service(request);
      },
    });
    pass = time.pass;
    await createAll('platform_group', groupsIn(world.root, ...names(200)));
    const lines = world.requests();
    // 200 ms for each of about 200 requests.
    expect(lines.length).toBeLessThanOrEqual(200 + (200 / 200) * (40 / 10 + 1) + 10);
    expect(lists(lines).length).toBeGreaterThan(2);
  });

  it('in a large organization look up single keys until a list costs less', async () => {
    const groups = names(2_900).map((name) => ({ name }));
    world = await startWorld({ seed: { groups: [{ name: 'acme', groups }] } });
    await createAll('platform_group', groupsIn(world.root, ...names(40, 'new')));
    const lines = world.requests();
    // The first page reports fifteen pages. From the fifteenth create on, the list costs less.
    expect(lists(lines)).toHaveLength(1 + 15);
    expect(lookups(lines).length).toBeLessThan(30);
  });

  it('of a few objects never list more than a page', async () => {
    const groups = names(3_000).map((name) => ({ name }));
    world = await startWorld({ seed: { groups: [{ name: 'acme', groups }] } });
    await createAll('platform_group', groupsIn(world.root, ...names(5, 'new')));
    expect(lists(world.requests())).toHaveLength(0);
    await createAll('platform_group', groupsIn(world.root, ...names(5, 'more')));
    expect(lists(world.requests())).toHaveLength(1);
  });

  it('under one group list only that group, even after creates elsewhere', async () => {
    const [team, other] = ['team', 'other'].map((name) => ({ name, groups: names(250).map((one) => ({ name: one })) }));
    const rest = { name: 'rest', groups: names(5_000).map((name) => ({ name })) };
    world = await startWorld({ seed: { groups: [{ name: 'acme', groups: [team!, other!, rest] }] } });
    const host = await world.again();
    const uid = async (name: string) => (await host.data('platform_group', { name, parent_uid: world.root }))['uid'];
    const [here, there] = [await uid('team'), await uid('other')];
    world.requests();
    await createAll('platform_group', groupsIn(here, ...names(20, 'new')));
    await createAll('platform_group', groupsIn(there, 'elsewhere'));
    await createAll('platform_group', groupsIn(here, ...names(20, 'more')));
    const lines = world.requests();
    // Two pages under the team, and the first page of everything, which is too long.
    expect(lists(lines).map((line) => line.includes(`=${String(here)}`))).toEqual([true, true, false]);
    expect(lookups(lines)).toHaveLength(5 + 1);
  });

  it('with bulk_refresh = false look up single keys', async () => {
    world = await startWorld({ config: { bulk_refresh: false } });
    await createAll('platform_group', groupsIn(world.root, ...names(20)));
    expect(lists(world.requests())).toHaveLength(0);
  });
});

describe('a list that cannot be read', () => {
  it.each([
    ['refused', (): Response => Response.json({ code: 7, message: 'no', details: [] }, { status: 403 })],
    ['failing', (): Response => Response.json({ code: 13, message: 'no', details: [] }, { status: 500 })],
    ['no list', (): Response => new Response('{"groups":')],
  ])('(%s) leads to single lookups', async (_, respond) => {
    world = await startWorld({
      config: { max_retries: 0 },
      between: async (request, service) => (request.url.includes('descendants_of') ? respond() : service(request)),
    });
    await createAll('platform_group', groupsIn(world.root, ...names(20)));
    const lines = world.requests();
    expect(lookups(lines)).toHaveLength(20);
    expect(lines.filter((line) => line.startsWith('POST'))).toHaveLength(20);
  });

  it('in time is abandoned', async () => {
    let pass: (ms: number) => void = () => undefined;
    const time = await timedWorld({
      between: async (request, service) => {
        if (request.url.includes('descendants_of')) pass(6_000);
        return service(request);
      },
    });
    pass = time.pass;
    await createAll('platform_group', groupsIn(world.root, ...names(30)));
    const lines = world.requests();
    expect(lists(lines)).toHaveLength(1);
    expect(lookups(lines)).toHaveLength(30);
  });

  it('does not delay an interrupted create, and is not read further when nobody waits', async () => {
    let reached = (): void => undefined;
    let release = (): void => undefined;
    const isReading = new Promise<void>((resolve) => (reached = resolve));
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const groups = names(300).map((name) => ({ name }));
    world = await startWorld({
      seed: { groups: [{ name: 'acme', groups }] },
      between: async (request, service) => {
        if (!request.url.includes('descendants_of')) return service(request);
        reached();
        await isReleased;
        return service(request);
      },
    });
    await createAll('platform_group', groupsIn(world.root, ...names(5, 'first')));
    const made = ['a', 'b'].map((name) => failure(createAll('platform_group', groupsIn(world.root, name))));
    await isReading;
    await world.host.connection.call('StopProvider', {});
    for (const error of await Promise.all(made)) expect(error).toContain('interrupted');
    release();
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(lists(world.requests())).toHaveLength(1);
  });
});

describe('a list that grows while it is read', () => {
  it('is complete without the objects created in between', async () => {
    const groups = names(450).map((name) => ({ name }));
    let waiting = 0;
    let allWait = (): void => undefined;
    let nextPage = (): void => undefined;
    let listed = (): void => undefined;
    const areWaiting = new Promise<void>((resolve) => (allWait = resolve));
    const isReading = new Promise<void>((resolve) => (nextPage = resolve));
    const isListed = new Promise<void>((resolve) => (listed = resolve));
    const created: Promise<Response>[] = [];
    const { pass } = await timedWorld({
      seed: { groups: [{ name: 'acme', groups }] },
      between: async (request, service) => {
        if (request.method === 'POST' && (await request.clone().text()).includes('"late')) {
          if (++waiting === 10) allWait();
          await isReading;
          const response = service(request);
          created.push(response);
          await isListed;
          return response;
        }
        if (waiting < 10 || !request.url.includes('page_token')) return service(request);
        nextPage();
        await new Promise((resolve) => setImmediate(resolve));
        await Promise.all(created);
        return service(request);
      },
    });
    // Their uids decide their place in the list: some are before the current page.
    const teams = await createAll('platform_group', groupsIn(world.root, ...names(10, 'team')), world.host, 1);
    const inside = teams.flatMap((team, index) => groupsIn(getUid(team), `late${index}`));
    const late = createAll('platform_group', inside);
    await areWaiting;
    pass(10_001);
    world.requests();
    await createAll('platform_group', groupsIn(world.root, ...names(20, 'new')), world.host, 1);
    listed();
    await late;
    expect(lists(world.requests())).toHaveLength(3);
  });
});

describe('an existing object', () => {
  it('is found as by a single lookup, which is always current', async () => {
    world = await startWorld();
    const uid = await others('platform_group', { parent_uid: world.root, name: 'taken' });
    const removed = await others('platform_group', { parent_uid: world.root, name: 'removed' });
    await createAll('platform_group', groupsIn(world.root, ...names(20)));
    const other = (await world.again()).resource('platform_group');
    await other.import(removed);
    await other.destroy();
    expect(await failure(createAll('platform_group', groupsIn(world.root, 'taken')))).toContain(`id = "${uid}"`);
    await createAll('platform_group', groupsIn(world.root, 'removed'));
  });

  it('is adopted with its current values', async () => {
    world = await startWorld({ config: { on_existing: 'adopt' } });
    const uid = await others('platform_group', { parent_uid: world.root, name: 'taken', description: 'old' });
    await createAll('platform_group', groupsIn(world.root, ...names(20)));
    const [adopted] = await createAll('platform_group', [
      { parent_uid: world.root, name: 'taken', description: 'declared' },
    ]);
    expect(adopted!.state).toMatchObject({ uid, description: 'declared' });
  });

  it('that is malformed is reported before anything is sent', async () => {
    world = await startWorld({
      between: async (request, service) => {
        const response = await service(request);
        if (request.method !== 'GET' || !request.url.includes('uidp.')) return response;
        const text = await response.text();
        return new Response(text.replace('"name":"odd"', '"name":7'), response);
      },
    });
    await others('platform_group', { parent_uid: world.root, name: 'odd' });
    await createAll('platform_group', groupsIn(world.root, ...names(20)));
    const made = createAll('platform_group', groupsIn(world.root, 'odd'));
    expect(await failure(made)).toContain('Cannot determine whether the group exists');
  });

  it('is found for every form of natural key', async () => {
    world = await startWorld();
    const role_uid = (await world.host.data('platform_role', { name: 'viewer' }))['uid'];
    const identities = await createAll('platform_identity', identitiesIn(world.root, ...names(20)));
    const bindings = identities.map((identity) => ({
      group_uid: world.root,
      identity_uid: getUid(identity),
      role_uid,
    }));
    const uid = await others('platform_role_binding', bindings.at(-1)!);
    world.requests();
    const error = await failure(createAll('platform_role_binding', bindings));
    expect(error).toContain(`id = "${uid}"`);
    expect(world.requests().filter((line) => line.startsWith('POST'))).toHaveLength(19);
  });

  it('that this run has created is found, too', async () => {
    world = await startWorld();
    await createAll('platform_group', groupsIn(world.root, ...names(20)));
    const again = failure(createAll('platform_group', groupsIn(world.root, 'n7')));
    expect(await again).toContain('Two resources declare the same group "n7"');
  });

  it('that this run has renamed is found, too', async () => {
    world = await startWorld();
    const made = await createAll('platform_group', groupsIn(world.root, ...names(20)));
    await made[7]!.apply({ parent_uid: world.root, name: 'renamed' });
    const again = failure(createAll('platform_group', groupsIn(world.root, 'renamed')));
    expect(await again).toContain('Two resources declare the same group "renamed"');
  });

  it('that this run replaces is not looked up', async () => {
    world = await startWorld();
    const taken = await Promise.all(
      ['a', 'b'].map(async (name) => {
        const instance = world.host.resource('platform_group');
        await instance.import(await others('platform_group', { parent_uid: world.root, name }));
        return instance;
      }),
    );
    await createAll('platform_group', groupsIn(world.root, ...names(20)));
    world.requests();
    await Promise.all(taken.map((instance) => instance.destroy()));
    await createAll('platform_group', groupsIn(world.root, 'a', 'b'));
    expect(lookupsAndWrites(world.requests())).toEqual(['DELETE', 'DELETE', 'POST', 'POST']);
  });
});

describe('an object that others create at the same time', () => {
  it('with the same name is an error that names both, once', async () => {
    const time = await timedWorld();
    const made = await createAll('platform_group', groupsIn(world.root, ...names(20)));
    const theirs = await others('platform_group', { parent_uid: world.root, name: 'n7' });
    time.pass(10_001);
    world.requests();
    const error = await failure(createAll('platform_group', groupsIn(world.root, 'next')));
    expect(error).toContain('Duplicate of group "n7"');
    expect(error).toContain(getUid(made[7]));
    expect(error).toContain(`import {\n  to = platform_group.ADDRESS\n  id = "${theirs}"\n}`);
    expect(world.requests().filter((line) => !line.startsWith('GET'))).toEqual([]);
    await createAll('platform_group', groupsIn(world.root, 'next'));
    time.pass(10_001);
    await createAll('platform_group', groupsIn(world.root, 'last'));
  });

  it('is also found in new groups of this run', async () => {
    const time = await timedWorld();
    const [team] = await createAll('platform_group', groupsIn(world.root, 'team'));
    await createAll('platform_identity', identitiesIn(getUid(team), ...names(250)));
    const theirs = await others('platform_identity', identitiesIn(getUid(team), 'n249')[0]!);
    time.pass(10_001);
    const error = await failure(createAll('platform_identity', identitiesIn(getUid(team), 'next')));
    expect(error).toContain('Duplicate of identity "n249"');
    expect(error).toContain(theirs);
  });

  it('and delete again is not an error', async () => {
    const time = await timedWorld();
    await createAll('platform_group', groupsIn(world.root, ...names(20)));
    const host = await world.again({ on_existing: 'create' });
    const [second] = await createAll('platform_group', groupsIn(world.root, 'n7'), host);
    time.pass(10_001);
    await createAll('platform_group', groupsIn(world.root, 'shows the second'), await world.again());
    await second!.destroy();
    await createAll('platform_group', groupsIn(world.root, 'next'));
  });

  it('is no conflict with on_existing = "create"', async () => {
    const time = await timedWorld({ config: { on_existing: 'create' } });
    await createAll('platform_group', groupsIn(world.root, ...names(20)));
    await others('platform_group', { parent_uid: world.root, name: 'n7' });
    time.pass(10_001);
    await createAll('platform_group', groupsIn(world.root, 'next'));
  });

  it('is never mistaken for an equal object whose response was lost', async () => {
    let isLosing = false;
    const time = await timedWorld({
      between: (request, service) =>
        isLosing && request.method === 'POST'
          ? Promise.reject(new Error('the connection was reset'))
          : service(request),
    });
    await createAll('platform_group', groupsIn(world.root, ...names(20)));
    time.pass(1_000);
    const theirs = await others('platform_group', { parent_uid: world.root, name: 'same' });
    time.pass(1_000);
    await createAll('platform_group', groupsIn(world.root, 'later'));
    isLosing = true;
    const error = await failure(createAll('platform_group', groupsIn(world.root, 'same')));
    expect(error).toContain('Cannot determine whether group "same"');
    expect(error).toContain(`These have appeared since: ${theirs}. The provider cannot determine which of them`);
  });
});

test('after a lost response among many creates, the object is looked up, and its group may not be empty', async () => {
  let isLosing = false;
  world = await startWorld({
    between: async (request, service) => {
      const response = await service(request);
      if (!isLosing || request.method !== 'POST') return response;
      isLosing = false;
      throw new Error('the connection was reset');
    },
  });
  await createAll('platform_group', groupsIn(world.root, ...names(20)));
  world.requests();
  isLosing = true;
  const [group] = await createAll('platform_group', groupsIn(world.root, 'lost'));
  expect(lookups(world.requests())).toHaveLength(1);
  await createAll('platform_identity', identitiesIn(getUid(group), 'ci'));
  expect(lists(world.requests())).toHaveLength(1);
});

test('deletions need no lookup', async () => {
  world = await startWorld();
  const groups = await createAll('platform_group', groupsIn(world.root, ...names(15)));
  const inside = groups.flatMap((group) => identitiesIn(getUid(group), 'a'));
  const identities = await createAll('platform_identity', inside);
  world.requests();
  await Promise.all(identities.map((identity) => identity.destroy()));
  await Promise.all(groups.map((group) => group.destroy()));
  expect(lookupsAndWrites(world.requests())).toEqual(Array.from({ length: 30 }, () => 'DELETE'));
});
