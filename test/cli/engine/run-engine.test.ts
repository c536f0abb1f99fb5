/** The environment of the engine that commands run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngineAt } from '../../../src/cli/engine/run-engine';

const folder = mkdtempSync(join(tmpdir(), 'run-engine-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['collects its garbage later', {}, '200'],
  ['keeps the setting of the environment', { GOGC: '50' }, '50'],
])('the engine %s', async (_, env, expected) => {
  const command = join(folder, 'engine');
  writeFileSync(command, '#!/bin/sh\nprintf %s "$GOGC"\n', { mode: 0o755 });
  const { TERRAFORM_BINARY_NAME: before } = process.env;
  process.env['TERRAFORM_BINARY_NAME'] = command;
  const engine = startEngineAt(() => ({ dir: folder, env }));
  try {
    expect((await engine.run(['plan'])).stdout).toBe(expected);
  } finally {
    engine.close();
    if (before === undefined) delete process.env['TERRAFORM_BINARY_NAME'];
    else process.env['TERRAFORM_BINARY_NAME'] = before;
  }
});
