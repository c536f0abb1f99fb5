/** The libraries in Jest's VM: in a project as `cdktf init --template=typescript` makes it (CommonJS, ts-jest). */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installedProject } from './installed-project';

jest.setTimeout(180_000);

test('client, emulator, constructs and ./testing work under ts-jest in a project of cdktf init', () => {
  const program = join(installedProject(), 'node_modules/jest/bin/jest.js');
  // Other tests create projects next to this one, which may not use Jest.
  const { status, stderr } = spawnSync(process.execPath, [program, '--ci', '--no-color', '__tests__'], {
    cwd: installedProject(),
    env: { ...process.env, JEST_WORKER_ID: undefined, NODE_OPTIONS: undefined },
    encoding: 'utf8',
    timeout: 170_000,
  });
  expect(stderr).toContain('6 passed, 6 total');
  expect(stderr).not.toContain('did not exit');
  // Only the output of Jest shows a failure after its last test.
  expect(status === 0 ? '' : stderr).toBe('');
});
