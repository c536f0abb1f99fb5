/** Tests that each loop over patterns and languages spends steps, so that no input takes an unlimited time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loopsWithoutStep } from './loops';

/** Two files read results and props only: their loops run over what the others return. */
const readers = ['decision.ts', 'find-trust-data.ts'];
const files = ['src/access/claims', 'src/access/trust'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !readers.includes(file))
    .map((file) => join(folder, file)),
);

test('every loop spends a step, or a comment gives the reason', () => {
  expect(files.length).toBeGreaterThan(10);
  expect(files.flatMap((file) => loopsWithoutStep(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test('nothing that decides reads a clock', () => {
  const decisive = [
    'src/access/claims',
    'src/review/access',
    'src/review/findings',
    'src/access/trust',
    'src/access/rules',
    'src/access/graph',
  ];
  const sources = decisive.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  );
  expect(sources.length).toBeGreaterThan(60);
  expect(
    sources.filter((file) => /Date\.now|performance\.|hrtime|setTimeout/.test(readFileSync(file, 'utf8'))),
  ).toEqual([]);
});

test.each([
  ['for (const state of states) reached.add(state);', 1],
  ['for (let at = 0; at < 9; at++) states.push(at);', 1],
  ['while (queue.length > 0) queue.pop();', 1],
  ['do { queue.pop(); } while (queue.length > 0);', 1],
  ['for (;;) { if (done()) break; }', 1],
  ['return states.flatMap((state) => next(state));', 1],
  ['return states.some(isFinal);', 1],
  ['const list = Array.from(states, (state) => state + 1);', 1],
  ['for (const state of states) { for (const each of next(state)) reached.add(each); budget.spend(); }', 1],
  ['for (const state of states) budget.spend();', 0],
  ['for (const state of states) follow(state, budget);', 0],
  ['budget.spend(states.length); return states.map((state) => state + 1);', 0],
  ['// Bounded: there are two at most.\nfor (const state of states) reached.add(state);', 0],
  ['const [budget] = []; for (const state of states) reached.add(state);', 1],
])('the loop %j has %d problem', (planted, problems) => {
  const text = `export function planted(states: number[], budget: Budget) {\n${planted}\n}\n`;
  expect(loopsWithoutStep('planted.ts', text)).toHaveLength(problems);
});
