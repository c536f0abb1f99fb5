/** What happens while a configuration is applied. Each run leaves the service as it should be: no fault outlasts it. */
import type { Meets } from '../../../support/fault-proxy';
import { descendantsOf } from '../process-stage';
import { addressesOf, type Configuration } from './configuration';
import { changeSomething } from './organization';
import type { Random } from '../../../support/random';
import type { Passing, World } from './world';

export type Run = (world: World, configuration: Configuration, random: Random) => Promise<void>;

const isWrite = ({ method }: Passing): boolean => method !== 'GET';
const busy = (seconds: number): Meets => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  body: JSON.stringify({ code: 8, message: 'slow down', details: [] }),
});

/** Mostly nothing, so that an apply comes to its end. */
const accidents: readonly Meets[] = [
  undefined,
  undefined,
  undefined,
  'cut before',
  'cut after',
  busy(1),
  { status: 500, body: '{"code":13,"message":"chaos","details":[]}' },
  { status: 503, body: '{"code":14,"message":"chaos","details":[]}' },
  { status: 502, body: '<html>', contentType: 'text/html' },
  { heldBackMs: 500 },
  { rewritten: (body) => body.slice(0, body.length / 2) },
];

export const runs = {
  apply: async (world) => {
    await world.apply();
  },

  'apply -target': async (world, configuration, random) => {
    const address = random.pick(addressesOf(configuration));
    await world.apply(...(address === undefined ? [] : [`-target=${address}`]));
  },

  'apply over a bad network': async (world, _, random) => {
    const course = Array.from({ length: 25 }, () => random.pick(accidents));
    world.meet(() => course.shift());
    await world.apply();
  },

  'apply after others changed something': async (world, _, random) => {
    await changeSomething(world.emulator, random);
    await world.apply();
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
} satisfies Record<string, Run>;

export type RunName = keyof typeof runs;

/**
 * After the others nobody knows what was done: what was created may not be in the state. So the same is applied again before
 * it is edited further; an object whose resource is renamed or removed before that would be nobody's.
 */
export const calm: readonly RunName[] = ['apply', 'apply -target', 'apply after others changed something'];

/** As soon as the first write has met that; one that writes nothing is left alone. */
async function interrupt(
  world: World,
  meets: Meets,
  how: (run: ReturnType<World['startApply']>) => void,
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
  if (happened) how(run);
  await run.done;
}
