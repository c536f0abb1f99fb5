/** The ways to apply a configuration, with faults. Each run ends all its faults. */
import { setTimeout } from 'node:timers/promises';
import type { Meets } from '../../../support/fault-proxy';
import type { Random } from '../../../support/random';
import { descendantsOf } from '../process-stage';
import { getAddresses, collections, type Collection, type Configuration } from './configuration';
import { expectedOf, isSameKey } from './expected';
import { ask, changeSomething, endSignIn, roleUid } from './organization';
import type { Passing, World } from './world';

/** @param touched called with the kind of an object that changes outside of the apply */
export type Run = (world: World, configuration: Configuration, random: Random, touched: Touched) => Promise<void>;
export type Touched = (kind: Collection | undefined) => void;

const isWrite = ({ method }: Passing): boolean => method !== 'GET';
const busy = (seconds?: number): Meets => ({
  status: 429,
  ...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }),
  body: JSON.stringify({ code: 8, message: 'slow down', details: [] }),
});

/** Mostly no fault, so that an apply completes. */
const accidents: readonly Meets[] = [
  undefined,
  undefined,
  undefined,
  'cut before',
  'cut after',
  busy(1),
  busy(),
  { compressed: 'br' },
  { status: 500, body: '{"code":13,"message":"chaos","details":[]}' },
  { status: 503, body: '{"code":14,"message":"chaos","details":[]}' },
  { status: 502, body: '<html>', contentType: 'text/html' },
  { heldBackMs: 500 },
  { rewritten: (body) => body.slice(0, body.length / 2) },
];

/** The only run that may create an object twice. */
export const WITHIN_LAG = 'kill -9 of the provider after a write, and apply within the lag of lists';

export const runs = {
  apply: async (world) => {
    await world.apply();
  },

  'apply -target': async (world, configuration, random) => {
    const address = random.pick(getAddresses(configuration));
    await world.apply(...(address === undefined ? [] : [`-target=${address}`]));
  },

  'apply a saved plan': async (world) => {
    if (await plan(world)) await world.apply('plan.bin');
  },

  'apply a saved plan after others changed something': async (world, _, random, touched) => {
    const isPlanned = await plan(world);
    touched(await changeSomething(world.emulator, await world.existing(), random));
    if (isPlanned) await world.apply('plan.bin');
  },

  'apply over a bad network': async (world, _, random) => {
    const course = Array.from({ length: 25 }, () => random.pick(accidents));
    world.meet(() => course.shift());
    await world.apply();
  },

  /** Lost after the service has executed the write, so that the outcome is unknown. */
  'apply while responses to writes are lost': async (world, _, random) => {
    let left = 6;
    world.meet(({ method }) => {
      const isMeant = method === 'POST' || (method !== 'GET' && random.chance(30));
      return isMeant && left-- > 0 ? 'cut after' : undefined;
    });
    await world.apply();
  },

  /** Every request is first rejected. */
  'apply in a storm of 429': async (world) => {
    let left = 20;
    world.meet(() => (left-- > 0 ? busy(1) : undefined));
    await world.apply();
  },

  'apply with a limit of requests': async (world, _, random) => {
    const { faults } = world.emulator;
    const limit = { effect: 'rateLimit', requestsPerSecond: 20, burst: 1, retryAfter: random.chance(50) } as const;
    const { id } = await faults.add(limit);
    await world.apply();
    await faults.remove(id);
  },

  'apply while tokens expire': async (world, _, random) => {
    const { faults } = world.emulator;
    const added = [];
    for (const path of ['/iam/*', '/iam/v2beta1/groups*'])
      added.push(await faults.add({ effect: 'expiredTokens', path, after: random.below(25), times: 1 }));
    await world.apply();
    for (const { id } of added) await faults.remove(id);
  },

  /** A list then starts again (contract L6). */
  'apply while page tokens expire': async (world, _, random) => {
    let left = 4;
    const restarted = (path: string): string => path.replace(/&page_token=[^&]*/, '');
    world.meet(({ path }) =>
      path.includes('page_token=') && random.chance(60) && left-- > 0 ? { forwarded: restarted } : undefined,
    );
    await world.apply();
  },

  'apply after others changed something': async (world, _, random, touched) => {
    for (let left = 1 + random.below(4); left > 0; left -= 1)
      touched(await changeSomething(world.emulator, await world.existing(), random));
    await world.apply();
  },

  'apply after others ended a sign-in or its mappings': async (world, _, random, touched) => {
    touched(await endSignIn(world.emulator, await world.existing(), random));
    await world.apply();
  },

  /** Contract K9. The stored scope stays, so nothing is replaced. */
  'apply while the service hides the scopes of mappings': async (world) => {
    const hidden = (body: string): string => body.replaceAll(/,"scope":"[^"]*"/g, '');
    world.meet(({ method, path }) =>
      method === 'GET' && path.includes('/externalGroupRoleMappings') ? { rewritten: hidden } : undefined,
    );
    await world.apply();
  },

  'apply after others made the same': async (world, configuration, random, touched) => {
    touched(await makeTheSame(world, configuration, random));
    await world.apply();
  },

  'take out of the state, and apply': async (world, configuration, random, touched) => {
    await forget(world, configuration, random, touched);
    await world.apply();
  },

  'take out of the state, and import by a block': async (world, configuration, random, touched) => {
    const forgotten = await forget(world, configuration, random, touched);
    const blocks = forgotten.map(([address, uid]) => `import {\n  to = ${address}\n  id = "${uid}"\n}`);
    world.configure(configuration, blocks);
    await world.apply();
  },

  'take out of the state, and import by a command': async (world, configuration, random, touched) => {
    const forgotten = await forget(world, configuration, random, touched);
    for (const [address, uid] of forgotten) await world.run('import', '-no-color', address, uid);
    await world.apply();
  },

  'apply with a token that cannot list': (world, _, random) =>
    world.whileBlind(
      collections.filter(() => random.chance(50)),
      async () => void (await world.apply()),
    ),

  'take out of the state, and apply with a token that cannot list': async (world, configuration, random, touched) => {
    await forget(world, configuration, random, touched);
    await world.whileBlind(collections, async () => void (await world.apply()));
  },

  'Ctrl-C while a write is on its way': (world) =>
    interrupt(world, { heldBackMs: 1_500 }, (run) => run.signal('SIGINT')),

  'Ctrl-C while a 429 is waited out': (world) => interrupt(world, busy(3), (run) => run.signal('SIGINT')),

  'kill -9 of Terraform while a write is on its way': (world) =>
    interrupt(world, { heldBackMs: 1_500 }, (run) => run.signal('SIGKILL', 'terraform')),

  'kill -9 of Terraform while a 429 is waited out': (world) =>
    interrupt(world, busy(3), (run) => run.signal('SIGKILL', 'terraform')),

  'kill -9 of the provider while a write is on its way': (world) =>
    interrupt(world, { heldBackMs: 1_500 }, ({ child }) => {
      for (const pid of descendantsOf(child.pid!)) process.kill(pid, 'SIGKILL');
    }),

  [WITHIN_LAG]: async (world) => {
    const { faults } = world.emulator;
    const { id } = await faults.add({ effect: 'lag', lagMs: 120_000, reads: 'lists' });
    await interrupt(world, { heldBackMs: 5_000 }, async ({ child }) => {
      // The service executes the write in the meantime.
      await setTimeout(300);
      for (const pid of descendantsOf(child.pid!)) process.kill(pid, 'SIGKILL');
    });
    world.meet(undefined);
    await world.apply();
    await faults.remove(id);
  },
} satisfies Record<string, Run>;

export type RunName = keyof typeof runs;

/**
 * After the other runs, the outcome is unknown: created objects may be missing in the state. So the same configuration is
 * applied again before the next edit. Otherwise an object whose resource is renamed or removed would be orphaned.
 */
export const calm: readonly RunName[] = [
  'apply',
  'apply -target',
  'apply a saved plan',
  'apply a saved plan after others changed something',
  'apply after others changed something',
  'apply after others ended a sign-in or its mappings',
];

async function plan(world: World): Promise<boolean> {
  return (await world.run('plan', '-no-color', '-input=false', '-out=plan.bin')).code === 0;
}

/**
 * Removes up to three resources of a kind from the state, and returns their addresses and uids. Skips resources that get
 * another name or place at the same time: their objects could not be found.
 */
async function forget(
  world: World,
  configuration: Configuration,
  random: Random,
  touched: Touched,
): Promise<[address: string, uid: string][]> {
  const uids = await uidsIn(world);
  const existing = await world.existing();
  const known = expectedOf(configuration, (address) => uids.get(address) ?? missing).filter((each) =>
    existing.some(
      ({ collection, uid, object }) =>
        collection === each.collection && uid === uids.get(each.address) && isSameKey(each, object),
    ),
  );
  const kind = random.pick([...new Set(known.map(({ collection }) => collection))]);
  touched(kind);
  const forgotten: [string, string][] = [];
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const address = random.pick(known.filter(({ collection }) => collection === kind))?.address;
    if (address === undefined || (await world.run('state', 'rm', address)).code !== 0) continue;
    forgotten.push([address, uids.get(address)!]);
  }
  return forgotten;
}

const missing = 'missing';

/** Returns the uids in the state, and those that are known without it. */
export async function uidsIn({ emulator, tf }: World): Promise<Map<string, string>> {
  const resources = (await tf.state()).values?.root_module.resources ?? [];
  const uids = new Map(resources.map(({ address, values }) => [address, String(values['uid'])]));
  return uids.set('root', emulator.rootGroupUid).set('viewer', await roleUid(emulator, 'viewer'));
}

/** Returns an object of the configuration that does not exist yet, although all its references do. */
async function makeTheSame(
  world: World,
  configuration: Configuration,
  random: Random,
): Promise<Collection | undefined> {
  const { emulator } = world;
  const uids = await uidsIn(world);
  const notMade = expectedOf(configuration, (address) => uids.get(address) ?? missing).filter(
    ({ address, fields, parent }) => !uids.has(address) && !JSON.stringify([fields, parent]).includes(`"${missing}"`),
  );
  const one = random.pick(notMade);
  if (one === undefined) return undefined;
  const { identity, role, ...fields } = one.fields as Record<string, { readonly uid: string } | null>;
  const references = {
    ...(identity && { identityUid: identity.uid }),
    ...(role && { roleUid: role.uid, ttl: '86400s' }),
  };
  const written = Object.fromEntries(
    Object.entries({ ...fields, ...references }).filter(([, value]) => value !== null),
  );
  if (one.collection === 'roleBindings') delete written['ttl'];
  await ask(emulator, 'POST', `${one.collection}/${one.parent}`, written);
  return one.collection;
}

/** Calls `act` after the first write has reached the fault. A run without writes is not interrupted. */
async function interrupt(
  world: World,
  meets: Meets,
  how: (run: ReturnType<World['startApply']>) => void | Promise<void>,
): Promise<void> {
  let met: () => void;
  const meeting = new Promise<void>((resolve) => (met = resolve));
  world.meet((request) => {
    if (!isWrite(request)) return undefined;
    met();
    return meets;
  });
  const run = world.startApply();
  const happened = await Promise.race([meeting.then(() => true), run.done.then(() => false)]);
  if (happened) await how(run);
  await run.done;
}
