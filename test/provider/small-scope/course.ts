/** One change of one or two objects, with faults at chosen requests, and the check of its result. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ResourceInstance } from '../../../src/plugin/testing';
import { accidents } from '../chaos/accidents';
import { type Config, type Declared, type Existing, type Uids } from './scenarios';
import { startRun, startWorld, withoutCapabilities, type World, type WorldOptions } from '../world';

export const faults = [
  ...(['lost request', 'lost response', 'unreadable response', '503', '429', '429 without a time'] as const),
  ...(['lag of gets', 'lag of lists', 'rate limit'] as const),
] as const;
/** The whole run has a token that may do everything but list: an event only at the first request of a run. */
export const BLIND = 'blind token';
const HIDDEN = ['groups.list', 'identity.list', 'identity_providers.list'];
export const kills = ['kill before', 'kill after'] as const;
/** An event at the request with this index. */
export interface Event {
  readonly at: number;
  readonly what: (typeof faults)[number] | (typeof kills)[number] | typeof BLIND;
}

const atRequest: Readonly<Record<string, string>> = {
  'lost request': 'cut',
  'lost response': 'cut *',
  '503': 'unavailable',
  'unreadable response': 'unreadable response *',
  '429': 'too many requests',
  '429 without a time': 'too many requests, and no time',
};

/** The lag of reads: shorter than the propagation timeout of the provider. */
const LAG_MS = 20_000;
const PROPAGATION_MS = 30_000;
const HOUR_MS = 3_600_000;
/** More requests than this are refused, from the event on. */
const REQUESTS_PER_SECOND = 2;
/** The number of times that a user runs Terraform again. */
const MAX_RUNS = 8;

class Killed extends Error {}

/** One service for many courses: its start takes longer than a course. */
export interface Stage {
  readonly world: World;
  readonly existing: Existing;
  /** The uids of all objects before the courses. */
  readonly first: ReadonlySet<string>;
  /** Handles the next request of the current course. */
  between: Between | undefined;
  now: number;
  /** The running process of the provider. */
  living: symbol | undefined;
}

type Between = NonNullable<WorldOptions['between']>;

/** The process of asynchronous work. The remaining work of a killed process must have no effect. */
const processes = new AsyncLocalStorage<symbol>();

export async function openStage(): Promise<Stage> {
  const stage: Omit<Stage, 'world' | 'existing' | 'first'> = {
    now: Date.parse('2026-01-02T03:04:05Z'),
    between: undefined,
    living: undefined,
  };
  const unlessKilled = (): void => {
    if (processes.getStore() !== stage.living) throw new Killed();
  };
  const world = await startWorld({
    seed: {
      groups: [
        {
          name: 'acme',
          identityProviders: [signIn('first'), signIn('second')],
          groups: [{ name: 'one' }, { name: 'two' }],
        },
      ],
    },
    clock: () => stage.now,
    async sleep(ms, signal) {
      unlessKilled();
      signal.throwIfAborted();
      stage.now += ms;
    },
    async between(request, service) {
      unlessKilled();
      return (stage.between ?? ((same) => service(same)))(request, service);
    },
  });
  const [acme] = world.emulator.snapshot()['groups'] as unknown as readonly [SeededRoot];
  const uidsOf = (objects: readonly { readonly uid: string }[]) => objects.map(({ uid }) => uid);
  const existing: Existing = {
    places: uidsOf(acme.groups),
    providers: uidsOf(acme.identityProviders),
    root: acme.uid,
    role: acme.identityProviders[0]!.defaultRole,
  };
  return Object.assign(stage, { world, existing, first: new Set(uidsIn(world.emulator)) });
}

interface SeededRoot {
  readonly uid: string;
  readonly groups: readonly { readonly uid: string }[];
  readonly identityProviders: readonly { readonly uid: string; readonly defaultRole: string }[];
}

function signIn(name: string): object {
  return {
    name,
    defaultRole: 'viewer',
    oidc: { issuer: `https://${name}.example`, clientId: 'x', pkceEnabled: true },
  };
}

function uidsIn(emulator: World['emulator']): string[] {
  return [...JSON.stringify(emulator.snapshot()).matchAll(/"uid":"([0-9a-f/]+)"/g)].map(([, uid = '']) => uid);
}

/** A request of the provider at which an event may occur. */
export interface Met {
  readonly isRead: boolean;
  /** Method and URL. */
  readonly line: string;
  /** True if the service returned an empty list. */
  readonly isEmptyList: boolean;
  /** True for the first request of a run. */
  readonly startsRun: boolean;
}

/** Runs the change until it succeeds. Returns its requests; throws if the result is wrong. */
export async function runCourse(
  stage: Stage,
  scenario: readonly Declared[],
  events: readonly Event[],
  config: Config = {},
): Promise<readonly Met[]> {
  function inNewProcess<T>(work: () => Promise<T>): Promise<T> {
    stage.living = Symbol('process');
    return processes.run(stage.living, async () => {
      await startRun(host, config);
      return work();
    });
  }
  const at = new Map(events.map((event) => [event.at, event.what]));
  const met: Met[] = [];
  let isCounting = false;
  let startsRun = false;
  let isBlind = false;
  let kill: (error: Error) => void = () => undefined;
  const { world, existing } = stage;
  const { host, emulator } = world;
  emulator.reset();
  emulator.requestLog.clear();
  stage.now += HOUR_MS;
  stage.between = async (request, serve) => {
    if (!isCounting) return serve(request);
    const service: typeof serve = async (sent) =>
      serve(isBlind ? await withoutCapabilities(sent, emulator, HIDDEN) : sent);
    const index = met.length;
    const { method, url } = request;
    met.push({ isRead: method === 'GET', line: `${method} ${url}`, isEmptyList: false, startsRun });
    startsRun = false;
    const what = at.get(index);
    isBlind ||= what === BLIND;
    if (what === undefined || what === BLIND) {
      const response = await service(request);
      const isEmptyList = method === 'GET' && (await response.clone().text()).includes('"totalCount":"0"');
      met[index] = { ...met[index]!, isEmptyList };
      return response;
    }
    if (what === 'rate limit') {
      emulator.faults.add({
        effect: 'rateLimit',
        requestsPerSecond: REQUESTS_PER_SECOND,
        burst: 1,
        retryAfter: false,
        optional: true,
      });
      return service(request);
    }
    if (what === 'lag of gets' || what === 'lag of lists') {
      emulator.faults.add({
        effect: 'lag',
        lagMs: LAG_MS,
        reads: what === 'lag of gets' ? 'gets' : 'lists',
        optional: true,
      });
      return service(request);
    }
    if (what === 'kill before' || what === 'kill after') {
      if (what === 'kill after') await service(request);
      stage.living = undefined;
      kill(new Killed());
      return new Promise<never>(() => undefined);
    }
    return accidents[atRequest[what]!]!(request, service);
  };
  try {
    const instances = scenario.map(({ type }) => host.resource(type));
    const uids = (): Uids => ({ ...existing, parent: String(instances[0]!.state?.['uid']) });

    async function change(form: 'before' | 'after'): Promise<void> {
      const isReplaced = scenario[0]![form]?.(uids())['parent_uid'] !== instances[0]!.state?.['parent_uid'];
      for (let last = instances.length - 1; last >= 0; last--)
        if (scenario[last]![form] === undefined || (last > 0 && isReplaced)) await instances[last]!.destroy();
      for (const [order, instance] of instances.entries()) {
        const config = scenario[order]![form];
        if (config !== undefined) await instance.apply(config(uids()));
      }
    }

    /** Runs Terraform once. Returns the error, if any. */
    async function run(): Promise<unknown> {
      const killed = new Promise<never>((_, reject) => (kill = reject));
      [startsRun, isBlind] = [true, false];
      try {
        await Promise.race([inNewProcess(() => change('after')), killed]);
        return undefined;
      } catch (error) {
        // A user who restarts a killed run waits for the propagation timeout.
        if (error instanceof Killed) stage.now += PROPAGATION_MS;
        return error;
      }
    }

    /** Follows the import block of an error. */
    async function react(error: unknown): Promise<void> {
      const uid = /id = "([0-9a-f/]+)"/.exec(String(error))?.[1];
      const missing = instances.findIndex(({ state }, order) => state === null && scenario[order]!.after !== undefined);
      if (uid === undefined || missing < 0) return;
      await inNewProcess(() => instances[missing]!.import(uid)).catch(() => undefined);
    }

    await inNewProcess(() => change('before'));
    const uidsBefore = instances.map(({ state }) => state?.['uid']);
    stage.now += HOUR_MS;
    isCounting = true;
    const errors: unknown[] = [];
    for (let left = MAX_RUNS; ; left--) {
      const error = await run();
      if (error === undefined) break;
      errors.push(error);
      if (left === 0) throw new Error(`It does not converge: ${errors.join('\n')}`);
      isCounting = false;
      await react(error);
      isCounting = true;
    }
    isCounting = false;
    const requests = [...met];
    // Applies again immediately, while reads lag.
    const again = await run();
    if (again !== undefined) throw new Error('The next apply fails.', { cause: again });
    emulator.faults.clear();
    stage.now += HOUR_MS;
    await inNewProcess(() => check(scenario, instances, uidsBefore, uids, stage));
    return requests;
  } finally {
    // Not undefined, which is the process of work outside of any process.
    stage.living = Symbol('ended');
    emulator.faults.clear();
  }
}

/** Checks that the service has each declared object once, and that the states contain it. */
async function check(
  scenario: readonly Declared[],
  instances: readonly ResourceInstance[],
  uidsBefore: readonly unknown[],
  uids: () => Uids,
  { world: { emulator }, first }: Stage,
): Promise<void> {
  const states: string[] = [];
  for (const [order, instance] of instances.entries()) {
    await instance.refresh();
    const config = scenario[order]!.after?.(uids());
    if (config === undefined) {
      if (instance.state !== null) throw new Error('A deleted object is in the state.');
      continue;
    }
    if (instance.state === null) throw new Error('The state is lost.');
    states.push(String(instance.state['uid']));
    const isRotated =
      JSON.stringify(scenario[order]!.before?.(uids())['rotate_on']) !== JSON.stringify(config['rotate_on']);
    if (isRotated && instance.state['uid'] === uidsBefore[order]) throw new Error('The rotation is lost.');
    const { action } = await instance.plan(config);
    if (action !== 'no-op') throw new Error(`The next plan is not empty: ${action}`);
  }
  const found = uidsIn(emulator).filter((uid) => !first.has(uid));
  if (found.sort().join() !== states.sort().join())
    throw new Error(`The service has ${found.join()}, but the states have ${states.join()}.`);
}
