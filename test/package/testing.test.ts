/** The packed `./testing` under Vitest and `node:test`; `jest.test.ts` runs it under Jest. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installedProject } from './installed-project';

jest.setTimeout(180_000);

const temporary = join(installedProject(), 'temporary');
mkdirSync(temporary, { recursive: true });

it.each([
  [
    'Vitest',
    ['node_modules/vitest/vitest.mjs', 'run', '--dir', 'testing', '--config', 'vitest.config.mjs'],
    /1 passed/,
  ],
  ['node:test', ['--test', '--test-reporter', 'tap', 'testing/organization.test.mjs'], /^# pass 1$/m],
])('an organization is tested under %s, and nothing is left behind', (_, args, passed) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: installedProject(),
    env: {
      ...process.env,
      TMPDIR: temporary,
      JEST_WORKER_ID: undefined,
      NODE_OPTIONS: undefined,
      NODE_TEST_CONTEXT: undefined,
    },
    encoding: 'utf8',
    timeout: 170_000,
  });
  expect(`${stdout}${stderr}`).toMatch(passed);
  expect(status).toBe(0);
  expect(readdirSync(temporary).filter((name) => name.startsWith('platform-testing-'))).toEqual([]);
  // Other tests create projects of their own here at the same time, so only traces of a synthesis or of Terraform count.
  const traces = /^(cdktf\.out|terraform\.d|\.terraform.*|.*\.tfstate.*|tfplan)$/;
  for (const folder of [installedProject(), join(installedProject(), 'testing')])
    expect(readdirSync(folder).filter((name) => traces.test(name))).toEqual([]);
});
