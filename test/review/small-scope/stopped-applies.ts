/**
 * The report of two edits of a small organization, compared with the emulator after every part of an apply: in every order that the
 * engine may choose, stopped anywhere.
 */
import { createEmulator, type Emulator, type SeedObject } from '../../../src/emulator';
import { readPlan, reviewPlans } from '../../../src/review';
import { randomFrom } from '../../support/random';
import { questions } from '../random-access';
import type { Version } from './edits';
import { CAPABILITIES, toKey, smallOrganizations, type State } from './organizations';
import { createPaths, expandRows, pairsOf } from './pairs';
import { actionsOf, objectsOf, planText, type PlanObject, type PlanObjects } from './plan-text';

/** The counts of a comparison. */
export interface ComparedApplies {
  pairs: number;
  /** Pairs whose report shows access of an apply that stops early. */
  early: number;
  /** Parts of applies that the emulator was asked about. */
  parts: number;
}

export const noApplies = (): ComparedApplies => ({ pairs: 0, early: 0, parts: 0 });

/** With more writes, the parts are too many. */
const MOST_WRITES = 7;

/** Returns random pairs of edits. Half of them are edits of roles, bindings and trust policies, which more often have early access. */
export function* drawPairs(count: number, seed: number): Generator<readonly [State, readonly [string, Version]]> {
  const all = smallOrganizations();
  const random = randomFrom(seed);
  const draw = <T>(some: readonly T[]): T => some[random.below(some.length)] as T;
  for (let drawn = 0; drawn < count;) {
    const state = draw(all);
    const was = objectsOf({ state });
    const pairs = [...pairsOf(state)];
    const likely = pairs.filter(([name]) => name.split('; ').every((edit) => LIKELY.test(edit)));
    for (const some of [pairs, likely.length > 0 ? likely : pairs]) {
      const pair = draw(some);
      if (drawn === count || writesBySide(was, objectsOf(pair[1], was, 'one')).length > MOST_WRITES) continue;
      drawn++;
      yield [state, pair];
    }
  }
}

const LIKELY = /binding|role \d has|subject/;

interface Write {
  readonly address: string;
  /** Absent for a deletion. */
  readonly to: PlanObject | undefined;
  /** The write that the engine makes first: a replacement begins with the deletion. */
  readonly after?: number;
}

/** A holder of an identity by its subject, its capability and the group. */
type Access = ReadonlySet<string>;

export class StoppedApplies {
  private readonly known = new Map<string, Access>();
  private readonly emulator: Emulator = createEmulator({ seed: { groups: [] } });

  close(): void {
    this.emulator.close();
  }

  /** Compares a pair. Throws an `Error` that names it. */
  async check(state: State, [name, version]: readonly [string, Version], compared: ComparedApplies): Promise<void> {
    const was = objectsOf({ state });
    const is = objectsOf(version, was, 'one');
    const writes = writesBySide(was, is);
    const paths = createPaths(was, is);
    const groups = [
      ...new Set([...was.values(), ...is.values()].filter(isGroup).map(({ values }) => paths(values.uid))),
    ];
    const [before, after] = [
      withBeneath(await this.ask(was, paths), groups),
      withBeneath(await this.ask(is, paths), groups),
    ];
    const union = new Set<string>();
    for (const part of partsOf(was, writes)) {
      for (const one of await this.ask(part, paths)) union.add(one);
      compared.parts++;
    }
    const expected = [...union].filter((one) => !before.has(one) && !after.has(one)).sort();
    const report = reviewPlans([{ ...readPlan(planText(was, is), 'plan'), reviews: [] }]);
    const subjects = subjectsOf(was, is, paths);
    const rows = new Set(
      (report.access.early?.rows ?? []).flatMap((row) => {
        const { before: first = [], after: last = [] } = subjects.get(row.identity) ?? {};
        const holders = { before: first, after: last, all: [...first, ...last] }[row.holders];
        return holders.flatMap((subject) => expandRows([row], groups).map((expandRow) => `${subject} as ${expandRow}`));
      }),
    );
    const found = [...rows].filter((row) => !before.has(row) && !after.has(row)).sort();
    if (found.join() !== expected.join())
      throw new Error(`${toKey(state)}, ${name}: ${found.join('; ')}, and should be ${expected.join('; ')}`);
    compared.pairs++;
    if (expected.length > 0) compared.early++;
  }

  private async ask(objects: PlanObjects, paths: (uid: string) => string): Promise<Access> {
    const all = [...objects.values()];
    const key = JSON.stringify(all.map(({ type, text, values }) => [type, text, paths(values.uid)]));
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const { emulator } = this;
    emulator.reset();
    emulator.seed({ groups: seedOf(all) });
    const held = new Set<string>();
    for (const { type, values } of all) {
      if (type !== 'platform_identity') continue;
      const { subject } = values['claim_match'] as { readonly subject: string };
      const headers = {
        authorization: `Bearer ${await emulator.tokenFor(values.uid)}`,
        'content-type': 'application/json',
      };
      for (const { values: group } of all.filter(isGroup))
        for (const what of CAPABILITIES) {
          const [method, path, body = '{"name":"?"}'] = questions[what]?.(group.uid) ?? ['GET', ''];
          const url = `http://localhost/iam/v2beta1/${path}`;
          const { status } = await emulator.handle(new Request(url, { method, headers, body }));
          if (status !== 400 && status !== 403) throw new Error(`${what}: HTTP ${status}`);
          if (status === 400) held.add(`${subject} as ${paths(values.uid)} ${what} ${paths(group.uid)}`);
        }
    }
    this.known.set(key, held);
    return held;
  }
}

/** Access applies in all groups beneath, also in one that the change creates or deletes. */
function withBeneath(access: Access, groups: readonly string[]): Access {
  const beneath = (scope: string) => groups.filter((path) => path.startsWith(`${scope}/`));
  return new Set(
    [...access].flatMap((one) => {
      const end = one.lastIndexOf(' ') + 1;
      return [one, ...beneath(one.slice(end)).map((path) => `${one.slice(0, end)}${path}`)];
    }),
  );
}

const isGroup = ({ type }: PlanObject) => type === 'platform_group';

function writesBySide(was: PlanObjects, is: PlanObjects): Write[] {
  const writes: Write[] = [];
  for (const address of new Set([...was.keys(), ...is.keys()])) {
    const actions = actionsOf(was.get(address), is.get(address));
    if (actions.includes('no-op')) continue;
    const isReplaced = actions.length > 1;
    if (actions[0] === 'delete') writes.push({ address, to: undefined });
    if (actions[0] !== 'delete' || isReplaced)
      writes.push({ address, to: is.get(address), ...(isReplaced && { after: writes.length - 1 }) });
  }
  return writes;
}

/** Returns the objects after each part of the writes: every order of writes that the API accepts. */
function partsOf(was: PlanObjects, writes: readonly Write[]): PlanObjects[] {
  const found = new Map<number, PlanObjects>([[0, was]]);
  const waiting = [0];
  for (let done = waiting.pop(); done !== undefined; done = waiting.pop())
    for (const [at, { address, to, after }] of writes.entries()) {
      const next: number = done | (1 << at);
      if (next === done || found.has(next) || (after !== undefined && (done & (1 << after)) === 0)) continue;
      const objects = new Map(found.get(done));
      if (to === undefined) objects.delete(address);
      else objects.set(address, to);
      if (!isComplete(objects)) continue;
      found.set(next, objects);
      waiting.push(next);
    }
  return [...found.values()];
}

/** Returns false if an object refers to a missing one: the API refuses such a write. */
function isComplete(objects: PlanObjects): boolean {
  const uids = new Set([...objects.values()].map(({ values }) => values.uid));
  const names = ['parent_uid', 'group_uid', 'identity_uid', 'role_uid'];
  return [...objects.values()].every(({ values }) =>
    names.every((name) => typeof values[name] !== 'string' || uids.has(values[name])),
  );
}

function seedOf(all: readonly PlanObject[], parent: string | null = null): SeedObject[] {
  const text = (value: unknown) => value as string;
  return all
    .filter((object) => isGroup(object) && object.values['parent_uid'] === parent)
    .map(({ values: { uid, name } }): SeedObject => {
      const own = (type: string) =>
        all
          .filter((object) => object.type === `platform_${type}` && object.values['group_uid'] === uid)
          .map(({ values }) => values);
      return {
        ...{ uid, name: text(name), groups: seedOf(all, uid) },
        roles: own('role').map((role) => ({
          ...{ uid: role.uid, name: text(role['name']), capabilities: role['capabilities'] as string[] },
        })),
        identities: own('identity').map((identity) => ({
          ...{ uid: identity.uid, name: text(identity['name']), claimMatch: identity['claim_match'] as object },
        })),
        roleBindings: own('role_binding').map((binding) => ({
          ...{ uid: binding.uid, identityUid: text(binding['identity_uid']), roleUid: text(binding['role_uid']) },
        })),
      };
    });
}

interface Subjects {
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** Returns the subjects of each identity before and after, by its path in rows. */
function subjectsOf(was: PlanObjects, is: PlanObjects, paths: (uid: string) => string): ReadonlyMap<string, Subjects> {
  const found = new Map<string, Subjects>();
  for (const [objects, side] of [
    [was, 'before'],
    [is, 'after'],
  ] as const)
    for (const { type, values } of objects.values()) {
      if (type !== 'platform_identity') continue;
      const path = paths(values.uid);
      const { subject } = values['claim_match'] as { readonly subject: string };
      found.set(path, { ...found.get(path), [side]: [subject] });
    }
  return found;
}
