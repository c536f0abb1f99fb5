/**
 * Tier 2: several processes of the provider, bound to one report. They send its writes in random order, some of them changed, repeated or
 * missing, to a service that fails. The API then differs by approved writes alone.
 */
import type { Values } from '../../src/model/api';
import type { Host } from '../../src/plugin/testing';
import type { Report } from '../../src/review';
import { mixed, readAll, unexplained } from '../acceptance/binding/explained';
import { accidents } from '../provider/chaos/accidents';
import type { Random } from '../support/random';
import { deletions } from './changes/deletions';
import { honest } from './changes/honest';
import { claimMatch, subjects } from './changes/organization';
import { type DrawnChange, type Slot, slotAt } from './drawn-change';
import { type Declared, evaluated, ordered } from './in-process-engine';
import { APPLIED, type Attempted, type Tally } from './tally';
import type { Tier } from './tier';
import { createInProcess } from './world';

/** The faults of requests. Most requests have none. */
const EVENTS = [undefined, undefined, undefined, undefined, 'cut', 'cut *', 'unavailable'];

/** The second creation of an object fails, changes the first object, or is sent. */
const ON_EXISTING = ['error', 'adopt', 'create'];

export function createProcessRounds(isDrawn: (kind: string) => boolean): Promise<Tier> {
  const kinds = [...honest, ...deletions].filter(({ name }) => isDrawn(name));
  return Promise.resolve({
    async play(random: Random, tally: Tally) {
      const kind = random.pick(kinds)!;
      const slot = slotAt(random.below(200), '');
      const change = kind.draw(random, slot);
      const outcome = await play(change, slot, random);
      const reproduction = `  before: ${JSON.stringify(change.before)}\n  after: ${JSON.stringify(change.after)}`;
      tally.record({
        kind: `${kind.name}, by several processes`,
        ...outcome,
        ...(outcome.beyond.length > 0 && { reproduction }),
      });
    },
    close: () => Promise.resolve(),
  });
}

async function play(change: DrawnChange, slot: Slot, random: Random): Promise<Pick<Attempted, 'result' | 'beyond'>> {
  let isFailing = false;
  const world = await createInProcess(slot, change.seed, (request, service) => {
    const event = isFailing && random.chance(20) ? random.pick(EVENTS) : undefined;
    return event === undefined ? service(request) : accidents[event]!(request, service);
  });
  try {
    await world.apply(world.input(change, change.before));
    const input = world.input(change, change.after);
    const { text, report } = await world.review(input, 'seed');
    if (report.digest === undefined) return { result: 'inconclusive', beyond: [] };
    const before = await readAll(world);
    isFailing = true;
    const previous = new Map(ordered(world.input(change, change.before)).map(({ address, body }) => [address, body]));
    const objects = new Map(world.state);
    let sent = 0;
    const work = async (host: Host): Promise<void> => {
      const kept = ordered(input);
      const gone = [...world.state.keys()].filter((address) => kept.every((one) => one.address !== address));
      const deleted = gone.map((address) => ({ address, type: address.split('.')[0] ?? '', body: {}, needs: [] }));
      const declared = shuffled([...kept, ...deleted], random);
      // A second pass, because a referenced object can come later in this order.
      for (const one of [...declared, ...declared]) {
        const old = previous.get(one.address) ?? {};
        const body = evaluated(changed(one, old, slot, random), input, objects, 'applied') as Values;
        if (random.chance(15) || JSON.stringify(body).includes('"?"')) continue;
        const instance = host.resource(one.type);
        const uid = random.chance(10) ? anotherUid(one, objects, random) : objects.get(one.address)?.['uid'];
        try {
          if (typeof uid === 'string') await instance.import(uid);
          await (gone.includes(one.address) || random.chance(10) ? instance.destroy() : instance.apply(body));
          if (instance.state !== null) objects.set(one.address, instance.state);
          sent++;
        } catch {
          // Rejected, or the service failed.
        }
      }
    };
    // A lock of the state keeps the processes apart. The operations of one process are parallel.
    const repeated: Report['approvedWrites'][number][] = [];
    for (let left = 1 + random.below(3); left > 0; left--) {
      const onExisting = random.pick(ON_EXISTING)!;
      // This process creates an object again whose creation another one has not noticed.
      if (onExisting === 'create') repeated.push(...report.approvedWrites.filter(({ action }) => action === 'create'));
      const host = await world.host(world.bindTo(text), { on_existing: onExisting });
      await Promise.all([work(host), work(host)]);
    }
    isFailing = false;
    const after = await readAll(world);
    const approved = { ...report, approvedWrites: [...report.approvedWrites, ...repeated] };
    const beyond = [...unexplained(before, after, approved), ...mixed(before, after, report)];
    return { result: sent > 0 ? APPLIED : 'refused', beyond };
  } finally {
    await world.close();
  }
}

/** Returns the uid of any object of the same kind. */
function anotherUid({ type }: Declared, objects: ReadonlyMap<string, Values>, random: Random): unknown {
  const same = [...objects].filter(([address]) => address.startsWith(`${type}.`));
  return random.pick(same)?.[1]['uid'];
}

/** Sometimes returns the resource with a value that the report does not show, with a previous one, or in another group. */
function changed({ type, body }: Declared, old: Values, { root }: Slot, random: Random): Values {
  if (random.chance(60)) return body;
  const different = Object.keys(old).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(body[name]));
  if (different.length > 0 && random.chance(40)) {
    const name = random.pick(different)!;
    return { ...body, [name]: old[name] };
  }
  if (random.chance(20)) return { ...body, [type === 'platform_group' ? 'parent_uid' : 'group_uid']: root };
  const others: Readonly<Record<string, Values>> = {
    platform_role_binding: { role_uid: '${data.platform_role.owner.uid}' },
    platform_identity: { claim_match: claimMatch(subjects.theirs) },
    platform_role: { capabilities: ['groups.list', 'role_bindings.create'] },
    platform_group: { description: 'another' },
  };
  // A field that the approved write may lack.
  if (type !== 'platform_role_binding' && random.chance(50)) return { ...body, description: 'another' };
  return { ...body, ...others[type] };
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => [random.below(1_000_000), one] as const)
    .sort(([one], [other]) => one - other)
    .map(([, one]) => one);
}
