/**
 * Tier 3: independent changes of one configuration, each in a root group of its own, planned, reviewed and applied together with
 * the real engine.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createClient } from '../../src/client';
import type { SeedObject } from '../../src/emulator';
import { type BoundRounds, createBoundRounds, PlanFailedError, type Round } from '../acceptance/binding/bound-rounds';
import { readAll } from '../acceptance/binding/explained';
import { beyondReport, stoppedBy } from './beyond';
import { changeKinds } from './changes';
import { builtInRoles } from './changes/organization';
import { formatHcl } from './configuration-text';
import { type Blocks, type DrawnChange, joinBlocks, type Slot, slotAt } from './drawn-change';
import { foreignProvider } from './foreign-provider';
import { observe } from './organization';
import { APPLIED, type Tally } from './tally';
import type { Tier } from './tier';
import { startTrapService } from './trap-service';

const CHANGES = 20;

/**
 * The report of a proved plan shows everything that the plan can do, and its findings are no excuse. The exception is access through
 * grants that no plan contains, which the finding reports as hidden.
 */
const HIDDEN: ReadonlySet<string> = new Set(['import-overwrites']);

interface Drawn {
  readonly kind: string;
  readonly slot: Slot;
  readonly change: DrawnChange;
}

interface Manner {
  readonly syntax: 'hcl' | 'json';
  /** True if the provider is bound to the report. */
  readonly isBound: boolean;
  /** True if somebody applies a review plan first. */
  readonly isReviewApplied: boolean;
}

/** @param isDrawn selects the kinds of changes by their name */
export async function createEngineRounds(isDrawn: (kind: string) => boolean): Promise<Tier> {
  const kinds = changeKinds.filter(({ name }) => isDrawn(name));
  const rounds = await createBoundRounds(foreignProvider);
  const marks = mkdtempSync(join(tmpdir(), 'attack-'));
  const trap = await startTrapService(marks);
  const weighted = kinds.flatMap((kind) => Array.from({ length: kind.weight ?? 1 }, () => kind));
  return {
    async play(random, tally) {
      const manner: Manner = {
        syntax: random.pick(['hcl', 'json'])!,
        isBound: random.chance(30),
        isReviewApplied: random.chance(10),
      };
      const all = Array.from({ length: CHANGES }, (_, index): Drawn => {
        const slot = slotAt(index, marks, trap.url);
        const kind = random.pick(weighted)!;
        return { kind: kind.name, slot, change: kind.draw(random, slot) };
      });
      for (const one of all.filter(({ change }) => change.isAlone)) await together(rounds, [one], manner, tally);
      await together(
        rounds,
        all.filter(({ change }) => change.isAlone !== true),
        manner,
        tally,
      );
    },
    async close() {
      trap.close();
      rmSync(marks, { recursive: true });
      await rounds.close();
    },
  };
}

/** Plays the changes in one configuration. If their plan fails or is inconclusive, plays each half alone. */
async function together(rounds: BoundRounds, all: readonly Drawn[], manner: Manner, tally: Tally): Promise<void> {
  if (all.length === 0) return;
  const outcomes = await playOnce(rounds, all, manner);
  if (typeof outcomes === 'string' && all.length > 1) {
    const half = all.length >> 1;
    await together(rounds, all.slice(0, half), manner, tally);
    await together(rounds, all.slice(half), manner, tally);
    return;
  }
  for (const [index, one] of all.entries()) {
    const outcome = typeof outcomes === 'string' ? { result: outcomes, beyond: [] } : outcomes[index]!;
    const isFailure = outcome.beyond.length > 0;
    tally.record({
      ...outcome,
      kind: one.kind,
      ...(isFailure && { reproduction: await reproduce(rounds, one, manner) }),
    });
  }
}

interface Outcome {
  readonly result: string;
  readonly beyond: readonly string[];
}

/** Returns the outcome of each change, or the reason why nobody can approve a plan of them. */
async function playOnce(
  rounds: BoundRounds,
  all: readonly Drawn[],
  { syntax, isBound, isReviewApplied }: Manner,
): Promise<Outcome[] | string> {
  const round = await rounds.begin({ groups: all.map(({ slot, change }) => rootGroup(slot, change.seed)) });
  for (const { change } of all) for (const file of change.marks ?? []) rmSync(file, { force: true });
  await configure(round, [builtInRoles, ...all.map(({ change }) => change.before)], {}, syntax);
  const prepared = await round.applyUnbound();
  if (prepared.code !== 0) return all.length > 1 ? 'not prepared' : notPlayed(all, prepared.text);
  const files = Object.assign({}, ...all.map(({ change }) => change.files)) as Record<string, string>;
  await configure(round, [builtInRoles, ...all.map(({ change }) => change.after)], files, syntax);
  const report = await round.plan().catch((error: unknown) => {
    if (error instanceof PlanFailedError) return `not planned (${/Error: (.*)/.exec(error.message)?.[1] ?? ''})`;
    throw error;
  });
  if (typeof report === 'string') return report;
  if (report.digest === undefined) return `inconclusive (${report.verdict.problems[0] ?? ''})`;
  if (isReviewApplied) {
    const beyond = await applyReviewPlan(round);
    return all.map(() => ({ result: 'a review plan is refused', beyond }));
  }
  // The plan itself can run programs. The oracle is about the apply.
  for (const { change } of all) for (const file of change.marks ?? []) rmSync(file, { force: true });
  if (isBound) for (const { change } of all) await change.meanwhile?.(round.call);
  const client = createClient(round);
  const asked = {
    ...round,
    client,
    send: (path: string, init: RequestInit) => fetch(`${round.baseUrl}/${path}`, init),
  };
  const before = await observe(asked);
  const { text } = isBound ? await round.apply() : await round.applyPlan();
  const after = await observe(asked);
  await client.close();
  const failures = failuresIn(text);
  const { moved = [], removed = [], import: imported = [] } = joinBlocks(all.map(({ change }) => change.after));
  const lists: Readonly<Record<string, readonly object[]>> = { moved, removed, import: imported };
  const explain = (place: string): string =>
    place.replace(/\b(moved|removed|import)\[(\d+)\]/g, (found, type: string, index: string) => {
      return JSON.stringify(lists[type]?.[Number(index)] ?? found);
    });
  return all.map(({ slot: { id, root }, change }): Outcome => {
    const isWhole = !new RegExp(`\\b${id}_`).test(failures);
    const programs = (change.marks ?? []).filter((file) => existsSync(file));
    const found = stoppedBy(report, id, explain);
    const stopped = report.proof?.proved === true ? found.filter((finding) => HIDDEN.has(finding)) : found;
    // The review has no owners here, and no identity has a role before the change: the first roles are a finding.
    const isFalse =
      change.isHonest === true &&
      stoppedBy(report, id, explain, true).some((finding) => finding !== 'undeclared-owner');
    const result = stopped.length > 0 ? stopped.join('+') : isWhole ? APPLIED : 'refused';
    const beyond = [
      ...(isFalse ? [`False finding: ${found.join(', ')}`] : []),
      ...(change.isHonest === true && !isWhole ? [`Refused: ${failures}`] : []),
      ...(stopped.length > 0 ? [] : beyondReport({ before, after, root, id, programs, isWhole }, report)),
    ];
    return { result, beyond };
  });
}

/** Returns the reason if a review plan creates or deletes an object. Its updates are those of the plan to apply. */
async function applyReviewPlan(round: Round): Promise<string[]> {
  const before = await readAll(round);
  await round.applyReviewPlan();
  const after = await readAll(round);
  return isDeepStrictEqual([...before.keys()].sort(), [...after.keys()].sort()) ? [] : ['A review plan was applied'];
}

function notPlayed(all: readonly Drawn[], text: string): never {
  throw new Error(
    `The organization of "${all[0]?.kind}" cannot be applied:\n${text}\n${JSON.stringify(all[0]?.change)}`,
  );
}

/** Returns the errors of the engine, without the lines of the configuration that they quote. */
function failuresIn(text: string): string {
  const [, ...errors] = text.split('Error: ');
  return errors.map((error) => error.replace(/^.*\b(?:on .* line \d+|\d+:).*$/gm, '')).join('\n');
}

function rootGroup({ id, root }: Slot, seed: SeedObject = {}): SeedObject {
  return { uid: root, name: id, ...seed };
}

async function configure(
  round: Round,
  blocks: readonly Blocks[],
  files: Readonly<Record<string, string>>,
  syntax: Manner['syntax'],
): Promise<void> {
  const { tf } = round;
  for (const name of ['attack.tf', 'attack.tf.json']) rmSync(join(tf.dir, name), { force: true });
  round.configure('');
  const joined = joinBlocks(blocks);
  tf.write({
    ...files,
    ...(syntax === 'json' ? { 'attack.tf.json': JSON.stringify(joined) } : { 'attack.tf': formatHcl(joined) }),
  });
  if (joined.module !== undefined) await tf.run('get', '-no-color');
}

/** Plays a failed change alone, with ever fewer blocks. Returns the smallest configurations that still fail. */
async function reproduce(rounds: BoundRounds, one: Drawn, manner: Manner): Promise<string> {
  const fails = async (change: DrawnChange): Promise<boolean> => {
    try {
      const outcomes = await playOnce(rounds, [{ ...one, change }], manner);
      return typeof outcomes !== 'string' && outcomes.some(({ beyond }) => beyond.length > 0);
    } catch {
      return false;
    }
  };
  let smallest = one.change;
  const isRepeated = await fails(smallest);
  if (isRepeated)
    for (const side of ['before', 'after'] as const)
      for (const [type, names] of resourcesOf(one.change[side]))
        for (const name of names) {
          const change = { ...smallest, [side]: without(smallest[side], type, name) };
          if (await fails(change)) smallest = change;
        }
  const { before, after, seed } = smallest;
  const { syntax, isBound } = manner;
  return [
    `  ${isBound ? 'Bound' : 'Not bound'} to the report, ${syntax}${isRepeated ? '' : ', fails only together with other changes'}`,
    ...(seed === undefined ? [] : [`  unmanaged: ${JSON.stringify(seed)}`]),
    `  before: ${JSON.stringify(before)}`,
    `  after: ${JSON.stringify(after)}`,
  ].join('\n');
}

function resourcesOf({ resource = {} }: Blocks): [string, string[]][] {
  return Object.entries(resource).map(([type, all]) => [type, Object.keys(all)]);
}

function without(blocks: Blocks, type: string, name: string): Blocks {
  const { [name]: _, ...rest } = blocks.resource?.[type] ?? {};
  return { ...blocks, resource: { ...blocks.resource, [type]: rest } };
}
