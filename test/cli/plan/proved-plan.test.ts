/** `apply --proved` refuses a plan without a readable configuration, and reads the plan once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../../src/cli/engine/run-engine';
import { findUnproved } from '../../../src/cli/plan/proved-plan';
import { readSavedPlan } from '../../../src/cli/plan/saved-plan';
import { corpusTexts } from '../../review/corpus';

const [{ text: shown } = { text: '' }] = corpusTexts('owner-added');

test('a plan without a readable configuration is not proved, and the engine shows it once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'proved-'));
  const plan = join(folder, 'tfplan');
  writeFileSync(plan, '{"remote_plan_format":1}');
  const runs: (readonly string[])[] = [];
  const engine: Engine = {
    run: (args) => {
      runs.push(args);
      return Promise.resolve({ code: 0, stdout: shown, text: shown });
    },
    interrupted: () => undefined,
    close: () => undefined,
  };
  const saved = await readSavedPlan(engine, { plan: join(folder, 'given'), copy: plan }, folder);
  rmSync(folder, { recursive: true });
  expect(runs).toEqual([['show', '-json', plan]]);
  if (typeof saved === 'string') throw new Error(saved);
  expect(findUnproved(saved)).toMatch(/^Cannot prove .*given: it contains no configuration/);
  expect(saved.review.report.executes).toContainEqual(
    expect.objectContaining({ kind: 'part', address: 'the hidden configuration' }),
  );
});
