/** `apply --proved` refuses a file without a readable configuration before it starts an engine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../src/cli/engine';
import { findUnproved } from '../../src/cli/proved-plan';

test('a plan without a readable configuration is not proved, and no engine runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'proved-'));
  const plan = join(folder, 'tfplan');
  writeFileSync(plan, '{"remote_plan_format":1}');
  const engine: Engine = {
    run: () => Promise.reject(new Error('An engine runs.')),
    interrupted: () => undefined,
    close: () => undefined,
  };
  expect(await findUnproved(engine, plan, folder)).toMatch(/^Cannot prove .*tfplan: it contains no configuration/);
  rmSync(folder, { recursive: true });
});
