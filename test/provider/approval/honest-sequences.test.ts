// @slow
/**
 * Honest sequences: a change is approved, others are merged and applied, the apply of the approved one may be interrupted, and
 * the rest is planned and applied. The approval is always valid. A long search (`SEARCH`) plays 1,000 sequences.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Values } from '../../../src/model/api';
import { executesBeyond } from '../../../src/model/approval';
import { unlistedWrites } from '../../../src/cli/plan/unlisted-writes';
import { createClient } from '../../../src/client';
import { createEmulator } from '../../../src/emulator';
import { startHost } from '../../../src/plugin/testing';
import { createProvider } from '../../../src/provider/provider';
import { createReview, formatJson, readPlan, reasonsAgainst, type Review } from '../../../src/review';
import { changed, type Choice, type Configuration, type Declared, planOf, ROOT } from './honest-change';
import { search } from '../../support/search';

const sequences = search > 1 ? 1_000 : 8;
jest.setTimeout(60_000 + sequences * 3_000);

const choice = fc.record({
  what: fc.nat({ max: 99 }),
  one: fc.nat({ max: 99 }),
  other: fc.nat({ max: 99 }),
  text: fc.constantFrom('a', 'b', 'c', 'd'),
});
const sequence = fc.record({
  base: fc.array(choice, { minLength: 4, maxLength: 12 }),
  approved: fc.array(choice, { minLength: 1, maxLength: 6 }),
  merged: fc.array(fc.array(choice, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
  /** The number of writes before the interruption of the apply; none: it is not interrupted. */
  interruptedAfter: fc.option(fc.nat({ max: 5 }), { nil: undefined }),
  isInterruptedFirst: fc.boolean(),
});
type Sequence = typeof sequence extends fc.Arbitrary<infer T> ? T : never;

const folder = mkdtempSync(join(tmpdir(), 'honest-'));
afterAll(() => rmSync(folder, { recursive: true }));

class Interrupted extends Error {}

/** The sequences with a later plan whose digest differs from the approved one. */
let differing = 0;

async function play({ base, approved, merged, interruptedAfter, isInterruptedFirst }: Sequence): Promise<string[]> {
  const emulator = createEmulator();
  const token = await emulator.administratorToken();
  const root = emulator.rootGroupUid;
  const client = createClient({ baseUrl: 'http://localhost', token, fetch: (request) => emulator.handle(request) });
  const state = new Map<string, Values>();
  const grow = (
    from: Configuration,
    choices: readonly Choice[],
    prefix: string,
    isFree: (address: string) => boolean = () => true,
  ) => choices.reduce((grown, one, index) => changed(grown, one, `${prefix}${index}`, isFree), from);
  const review = (configuration: Configuration): Review =>
    createReview([readPlan(planOf(configuration, state, root), 'plan')]);

  /** Applies in the order of references, in a new process of the provider. */
  async function apply(configuration: Configuration, report: string | undefined, limit = Infinity): Promise<void> {
    const env = {
      PLATFORM_BASE_URL: 'http://localhost',
      PLATFORM_TOKEN: token,
      ...(report !== undefined && { PLATFORM_APPROVED_REPORT: report }),
    };
    const host = await startHost(
      createProvider({ env, fetch: (request) => emulator.handle(request) }),
      {},
      { terraformVersion: 'in-process' },
    );
    let left = limit;
    const count = () => {
      if (left-- <= 0) throw new Interrupted();
    };
    for (const address of [...state.keys()].reverse())
      if (!configuration.has(address)) {
        count();
        const instance = host.resource(address.split('.')[0] ?? '');
        await instance.import(String(state.get(address)?.['uid']));
        await instance.destroy();
        state.delete(address);
      }
    for (const [address, declared] of ordered(configuration)) {
      const uids = Object.entries(declared.references).map(([name, to]) => [
        name,
        to === ROOT ? root : state.get(to)?.['uid'],
      ]);
      const written = { ...declared.values, ...Object.fromEntries(uids) } as Values;
      const instance = host.resource(declared.type);
      const uid = state.get(address)?.['uid'];
      if (typeof uid === 'string') await instance.import(uid);
      if ((await instance.plan(written)).action === 'no-op') continue;
      count();
      await instance.apply(written);
      state.set(address, instance.state ?? {});
    }
  }

  try {
    const first = grow(new Map(), base, 'base');
    await apply(first, undefined);
    const own = grow(first, approved, 'own');
    const touched = touchedBy(first, own);
    const reviewed = review(own);
    const report = join(folder, 'report.json');
    writeFileSync(report, formatJson(reviewed.report));
    const interrupt = async (configuration: Configuration) => {
      if (interruptedAfter !== undefined)
        await apply(configuration, report, interruptedAfter).catch((error: unknown) => {
          if (!(error instanceof Interrupted)) throw error;
        });
    };
    if (isInterruptedFirst) await interrupt(own);
    let others: Configuration = first;
    for (const [index, choices] of merged.entries())
      others = grow(others, choices, `other${index}-`, (address) => !touched.has(address));
    const together = merge(first, own, others);
    // Changes merged by others are applied with their own approval, before or after an interruption of ours.
    await apply(keepingOurs(others, own, first, state), undefined);
    if (!isInterruptedFirst) await interrupt(together);
    const later = review(together);
    if (later.report.digest !== reviewed.report.digest && reviewed.writes.length > 0) differing++;
    const reasons = await reasonsAgainst(reviewed.report, later, client);
    if (reasons.length > 0) return reasons;
    const unlisted = unlistedWrites(reviewed.report.approvedWrites, later.writes);
    if (unlisted.length > 0) return unlisted.map(({ listed }) => `refused first: ${listed.action} ${listed.path}`);
    const beyond = executesBeyond(reviewed.report.executes, later.report.executes);
    if (beyond.length > 0) return beyond;
    await apply(together, report);
    const rest = review(together);
    return rest.writes.map(({ listed }) => `left over: ${listed.action} ${listed.path}`);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await client.close();
    emulator.close();
  }
}

/** Sorts referenced resources first. */
function ordered(configuration: Configuration): [string, Declared][] {
  const done = new Map<string, Declared>();
  const visit = (address: string): void => {
    const declared = configuration.get(address);
    if (declared === undefined || done.has(address)) return;
    Object.values(declared.references).forEach(visit);
    done.set(address, declared);
  };
  for (const address of configuration.keys()) visit(address);
  return [...done];
}

/** Returns the addresses that a change adds, changes, removes or refers to: others do not touch them. */
function touchedBy(before: Configuration, after: Configuration): ReadonlySet<string> {
  const addresses = new Set([...before.keys(), ...after.keys()]);
  const touched = [...addresses].filter(
    (address) => JSON.stringify(before.get(address)) !== JSON.stringify(after.get(address)),
  );
  return new Set(
    touched.flatMap((address) => [
      address,
      ...Object.values({ ...before.get(address), ...after.get(address) }.references ?? {}),
    ]),
  );
}

/** Returns both changes together, like a merge of their branches. */
function merge(base: Configuration, own: Configuration, others: Configuration): Configuration {
  const merged = new Map(others);
  for (const [address, declared] of own)
    if (JSON.stringify(base.get(address)) !== JSON.stringify(declared)) merged.set(address, declared);
  // Others do not touch what this change deletes, so nothing refers to it.
  for (const address of base.keys()) if (!own.has(address)) merged.delete(address);
  return merged;
}

/** Returns the configuration of others, with the effects of an interrupted apply of ours. */
function keepingOurs(
  others: Configuration,
  own: Configuration,
  base: Configuration,
  state: ReadonlyMap<string, Values>,
): Configuration {
  const kept = new Map(others);
  for (const [address, declared] of own) if (state.has(address) && !base.has(address)) kept.set(address, declared);
  for (const address of base.keys()) if (!state.has(address)) kept.delete(address);
  return kept;
}

test('an approval is valid in every honest sequence', async () => {
  let played = 0;
  await fc.assert(
    fc.asyncProperty(sequence, async (one) => {
      expect(await play(one)).toEqual([]);
      played++;
    }),
    { numRuns: sequences, seed: Number(process.env['SEED'] ?? 3), endOnFailure: true },
  );
  expect(played).toBe(sequences);
  expect(differing).toBeGreaterThan(0);
});
