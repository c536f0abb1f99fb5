// @slow
/**
 * Random histories of an object of every kind: edits, faults, actions of others. In the end it exists exactly once, as
 * declared, and nothing else has changed. The seeds are always the same. CHAOS_SEED selects the first one, CHAOS_SEEDS their
 * number.
 */
import { createProvider } from '../../../src/provider/provider';
import { declarations } from '../../../src/model/kinds';
import { type Declaration, typeName } from '../../../src/model/schema';
import { randomFrom } from '../../support/random';
import { accidents } from './accidents';
import { startObject } from './object';
import { search } from '../../support/search';

const {
  CHAOS_SEED: first = '1',
  CHAOS_SEEDS: count = process.env.CHAOS_SEED === undefined ? String(2 * search) : '1',
} = process.env;
const seeds = Array.from({ length: Number(count) }, (_, index) => Number(first) + index);

const resources = Object.keys(createProvider().resources ?? {});
const managed = declarations.filter((declaration) => resources.includes(typeName(declaration)));

jest.setTimeout(180_000 * search);

test.each(managed.map((declaration) => [declaration.kind, declaration] as const))(
  '%s: after any edits and faults, it exists once and as declared',
  async (_, declaration) => {
    for (const seed of seeds) await history(declaration, seed);
  },
);

let histories = 0;
let requests = 0;
afterAll(() => console.log(`${histories} histories, ${requests} requests`));

async function history(declaration: Declaration, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const history: string[] = [];
  const object = await startObject(declaration, random);
  /** Mostly no fault, so that an apply completes. */
  const accident = (): string => (random.chance(60) ? 'nothing' : random.pick(Object.keys(accidents))!);
  try {
    await object.apply();
    await object.settle();
    for (let left = 5 + random.below(6); left > 0; left -= 1) {
      const edit = random.pick(Object.keys(object.edits) as (keyof typeof object.edits)[])!;
      object.meet(random.chance(70) ? Array.from({ length: 1 + random.below(30) }, accident) : []);
      history.push(edit);
      await object.edits[edit]();
      await object.apply();
      if (random.chance(70)) await object.settle();
    }
    await object.settle();
  } catch (error) {
    throw new Error(`CHAOS_SEED=${seed} repeats this history: ${history.join(' → ')}`, { cause: error });
  } finally {
    histories++;
    requests += object.requests();
    object.close();
  }
}
