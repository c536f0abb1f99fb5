/** One object of a kind, its declaration, and the rest of its organization. */
import { snakeCase } from '../../../src/model/api';
import { createClient } from '../../../src/client';
import { type Host, HostError, type ResourceInstance } from '../../../src/plugin/testing';
import { isDistinct, keyOfAttributes } from '../../../src/provider/keys/key-text';
import { containerKind } from '../../../src/model/kinds';
import { type Declaration, identifierField, isPresent, isUpdatable, offers, typeName } from '../../../src/model/schema';
import type { Random } from '../../support/random';
import { createWatch } from '../../support/watch';
import { startRun, startWorld, withoutCapabilities } from '../world';
import { accidents, limitRequests } from './accidents';
import { differences, everything, inputOf, isInRoots, toKey, threeOfEach, threePlaces } from './organization';
import { type Config, sampleConfig, type Source, unitsOf } from './samples';

const hourMs = 60 * 60 * 1000;
/** The number of times that a user runs Terraform again before asking for help. */
const patience = 3;

/** The edits change the declaration or the organization. `meet` selects the faults of the provider's requests. */
export async function startObject(declaration: Declaration, random: Random) {
  let now = Date.parse('2026-01-02T03:04:05Z');
  let named = 0;
  /** Sets the faults of the next requests. */
  let course: string[] = [];
  /** The object before a rotation, which must replace it. */
  let rotated: string | undefined;
  /** True while the token may do everything but list the kind. */
  let isBlind = false;
  /** True while reads lag, also those of this program. */
  let isLagging = false;
  /** Returns the refusal of a request of the provider beyond a limit. */
  let refuse: () => Response | undefined = () => undefined;
  const watch = createWatch();
  const { secrets } = watch;
  const printed: string[] = [];
  const world = await startWorld({
    clock: () => now,
    between: async (request, serve) => {
      const service: typeof serve = async (sent) => serve(isBlind ? await withBlindToken(sent) : sent);
      const refused = refuse();
      if (refused !== undefined) return refused;
      const accident = accidents[course.shift() ?? 'nothing'] ?? service;
      const sent = await request.clone().text();
      const { pathname, search } = new URL(request.url);
      const response = await accident(request, service);
      const received = await response.clone().text();
      watch.served({ method: request.method, path: `${pathname}${search}`, sent, status: response.status, received });
      return response;
    },
  });
  async function withBlindToken(request: Request): Promise<Request> {
    const blind = await withoutCapabilities(request, world.emulator, [`${declaration.capability}.list`]);
    secrets.add(blind.headers.get('authorization')!.replace('Bearer ', ''));
    return blind;
  }
  const token = await world.emulator.administratorToken();
  secrets.add(token);
  const fetch = (request: Request) => world.emulator.handle(request);
  const client = createClient({ baseUrl: 'http://localhost', token, fetch });
  const places = await threePlaces(client, declaration, world);
  const referable = await threeOfEach(client, declaration, places);
  /** The first two are for the object, and the third is for another one. */
  const sourceAt = (place: string, isOther = false): Source => ({
    random,
    now,
    next: () => (named += 1),
    referable: (kind) => referable(kind, place).slice(...(isOther ? [2] : [0, 2])),
    secret: (text) => secrets.add(text),
  });
  const otherPlace = declaration.uidScheme === 'parentUid' || isInRoots(declaration) ? places[2]! : places[0]!;
  await client.create(
    declaration,
    otherPlace,
    inputOf(declaration, sampleConfig(sourceAt(otherPlace, true), declaration, otherPlace)),
  );
  const others = await everything(client);

  let config = sampleConfig(sourceAt(places[0]!), declaration, places[0]!);
  let host: Host = world.host;
  let instance: ResourceInstance = host.resource(typeName(declaration));
  const uidIn = (state: Config | null): string | undefined =>
    state === null ? undefined : String(state[snakeCase(identifierField(declaration))]);
  const hasEnded = (): boolean => {
    const state = instance.state?.[snakeCase(declaration.terraform?.expiry?.state ?? '')];
    return state === 'expired' || state === 'used_or_withdrawn';
  };

  async function importAgain(uid: string): Promise<void> {
    // Without the state, nothing knows of a rotation.
    rotated = undefined;
    const another = await world.again();
    const imported = another.resource(typeName(declaration));
    await imported.import(uid);
    host = another;
    instance = imported;
  }

  /** Acts like a user who reads the errors. */
  async function react(error: unknown): Promise<void> {
    printed.push(String(error));
    const uid = /id = "([0-9a-f/]+)"/.exec(String(error))?.[1];
    if (uid !== undefined) return importAgain(uid).catch((why: unknown) => void printed.push(String(why)));
    if (!String(error).includes('deletion_protection is true')) return;
    // First applies the current values without protection, and then the configuration.
    const current = Object.keys(config).map((name) => [name, instance.state?.[name] ?? null]);
    for (const step of [Object.fromEntries(current) as Config, config])
      await run(() => instance.apply({ ...step, deletion_protection: false })).catch(
        (why: unknown) => void printed.push(String(why)),
      );
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    await startRun(host);
    return work();
  }

  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await run(work);
      return true;
    } catch (error) {
      await react(error);
      return false;
    }
  }

  const apply = (): Promise<boolean> => attempt(() => instance.apply(config));

  async function atMostThree(work: () => Promise<boolean>): Promise<void> {
    for (let left = patience; left > 0; left -= 1) if (await work()) return;
    throw new Error(`It does not converge:\n${printed.slice(-6).join('\n')}`);
  }

  /** Refreshes the state and plans. Throws if the plan is not empty. */
  async function planNothing(): Promise<void> {
    const { action, planned } = await run(async () => {
      await instance.refresh();
      return instance.plan(config);
    });
    if (action !== 'no-op')
      throw new Error(`The next plan is not empty: ${action} ${JSON.stringify([instance.state, planned])}`);
  }

  /** Plans while requests meet faults. Returns false if the plan fails; throws if it is not empty. */
  async function plan(): Promise<boolean> {
    const before = instance.state;
    try {
      await planNothing();
      return true;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      await react(error);
      if (JSON.stringify(instance.state) !== JSON.stringify(before))
        throw new Error('A failed plan changed the state.');
      return false;
    }
  }

  /** Completes without faults, and checks that the object is as declared and that nothing else has changed. */
  async function settle(): Promise<void> {
    course = [];
    await atMostThree(apply);
    await planNothing();
    await verify();
  }

  /** Checks that the service has the object as declared and that nothing else has changed. */
  async function verify(): Promise<void> {
    const key = toKey(declaration, uidIn(instance.state));
    if (rotated !== undefined && uidIn(instance.state) === rotated) throw new Error('The rotation is lost.');
    rotated = undefined;
    const found = await everything(client);
    const object = found.get(key);
    found.delete(key);
    // Lists show expired objects, but no used ones.
    if (!hasEnded()) {
      const different = object === undefined ? ['not found'] : differences(declaration, config, object);
      if (different.length > 0) throw new Error(`Not as declared: ${different.join('\n')}`);
    }
    compare(found, others);
    refuseSecrets();
    if (watch.needless.length > 0) throw new Error(`Needless requests:\n${watch.needless.join('\n')}`);
  }

  function compare(found: Map<string, Config>, expected: Map<string, Config>): void {
    for (const [uid, object] of found)
      if (!expected.has(uid)) throw new Error(`Nobody declares ${JSON.stringify(object)}`);
    for (const [uid, object] of expected)
      if (JSON.stringify(found.get(uid)) !== JSON.stringify(object))
        throw new Error(`Touched: ${JSON.stringify([object, found.get(uid)])}`);
  }

  function refuseSecrets(): void {
    const stored = [JSON.stringify(instance.state), Buffer.from(instance.private).toString(), ...printed].join('\n');
    if ([...secrets].some((secret) => stored.includes(secret))) throw new Error('A secret is stored or printed.');
  }

  /** Checks that an object of others in a group prevents its deletion, and stays. */
  async function refuseWhileFilled(uid: string): Promise<void> {
    course = [];
    const inside = await client.create(containerKind, uid, { name: 'of others' }).catch(() => undefined);
    if (inside === undefined) return;
    if (await attempt(() => instance.destroy())) throw new Error('An object that exists counts as deleted.');
    await client.delete(containerKind, String((inside as Config)['uid']));
  }

  return {
    settle,
    verify,
    apply,
    plan,
    /** Lets the reads of the provider lag for less than its propagation timeout. Returns a function that stops it. */
    lag(reads: 'gets' | 'lists'): () => void {
      const { id } = world.emulator.faults.add({
        effect: 'lag',
        lagMs: 20_000,
        reads,
        path: '/*/v2beta1/*',
        optional: true,
      });
      isLagging = true;
      return () => {
        world.emulator.faults.remove(id);
        isLagging = false;
      };
    },
    requests: watch.requests,
    close: () => world.close(),
    meet: (next: string[]) => void (course = next),
    edits: {
      nothing: () => undefined,
      'change some values': () => {
        const source = sourceAt(String(config[snakeCase(declaration.parent!.name)]));
        config = { ...config, ...random.pick(unitsOf(declaration))!(source) };
      },
      'change all values': () => {
        const place = random.pick(places.slice(0, 2))!;
        config = sampleConfig(sourceAt(place), declaration, place);
      },
      'remove it and declare it again': async () => {
        const uid = uidIn(instance.state);
        if (declaration === containerKind && uid !== undefined) await refuseWhileFilled(uid);
        await attempt(() => instance.destroy());
        course = [];
        await atMostThree(() => attempt(() => instance.destroy()));
        if (!isLagging) compare(await everything(client), others);
        instance = host.resource(typeName(declaration));
      },
      'remove it from the state and import it': async () => {
        course = [];
        if (instance.state !== null && !hasEnded() && !instance.tainted) {
          const uid = uidIn(instance.state)!;
          if ((await everything(client)).has(toKey(declaration, uid))) await importAgain(uid);
        }
      },
      'change it elsewhere': async () => {
        const uid = uidIn(instance.state);
        if (uid === undefined || !offers(declaration, 'update')) return;
        const source = sourceAt(String(config[snakeCase(declaration.parent!.name)]));
        const drawn = inputOf(declaration, sampleConfig(source, declaration, ''));
        const ruled = (declaration.rules ?? []).flatMap(({ fields }) => fields);
        const object = (await everything(client)).get(toKey(declaration, uid));
        const fields = Object.keys(drawn).filter(
          (name) => isUpdatable(declaration.fields[name]!) && (!ruled.includes(name) || isPresent(object?.[name])),
        );
        const field = random.pick(fields);
        if (field === undefined || object === undefined) return;
        await client.update(declaration, uid, { [field]: drawn[field] });
      },
      'delete it elsewhere': async () => {
        const uid = uidIn(instance.state);
        if (uid !== undefined) await client.delete(declaration, uid).catch(() => undefined);
      },
      'apply without the state, with a token that cannot list the kind': async () => {
        course = [];
        const key = keyOfAttributes(declaration, config);
        if (key === undefined || !isDistinct(declaration, key)) return;
        isBlind = true;
        try {
          await run(() => host.resource(typeName(declaration)).apply(config));
        } catch {
          return;
        } finally {
          isBlind = false;
        }
        throw new Error('A token that cannot see the object has created it again.');
      },
      'rotate it': () => {
        if (declaration.access?.assumable !== true) return;
        const rotate_on = { cause: `rotation-${(named += 1)}` };
        // The first values replace nothing.
        if (isPresent(instance.state?.['rotate_on'])) rotated = uidIn(instance.state);
        config = { ...config, rotate_on };
      },
      'limit the requests': () => void (refuse = limitRequests(1 + random.below(10), random.chance(50), world.time)),
      'let an hour pass': () => void (now += hourMs),
    } satisfies Record<string, () => unknown>,
  };
}
