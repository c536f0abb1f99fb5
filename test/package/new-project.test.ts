/** A project that the packed `platform-iac init` writes: compiled, tested and synthesized with the installed package. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { rootUid } from '../constructs/synthesized';
import { installedProject, repository } from './installed-project';

jest.setTimeout(180_000);

describe.each(['cdktn', 'cdktf'])('a new project with %s', (cdk) => {
  const dir = join(installedProject(), `new-${cdk}`, 'globex');
  const modules = join(installedProject(), 'node_modules');

  function node(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: dir,
      env: {
        ...process.env,
        JEST_WORKER_ID: undefined,
        NODE_OPTIONS: undefined,
        NODE_TEST_CONTEXT: undefined,
        MANAGED_GROUP_UID: undefined,
        ROOT_GROUP_UID: undefined,
        ...env,
      },
      encoding: 'utf8',
      timeout: 170_000,
    });
    return { status, output: `${stdout}${stderr}` };
  }
  // The installed project has no tsx.
  const tsx = ['--import', join(repository, 'node_modules/tsx/dist/loader.mjs')];

  beforeAll(() => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        join(modules, 'cdktf-provider-platform/dist/platform-iac.js'),
        'init',
        dir,
        '--cdk',
        cdk,
        '--pipeline',
        'github',
      ],
      { encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    symlinkSync(modules, join(dir, 'node_modules'));
  });

  it('compiles, its pipeline included', () => {
    expect(node([join(modules, 'typescript/bin/tsc')])).toEqual({ status: 0, output: '' });
  });

  it('passes its own tests', () => {
    const { status, output } = node([...tsx, '--test', '--test-reporter', 'tap', 'organization/organization.test.ts']);
    expect(output).toMatch(/^# pass 2$/m);
    expect(status).toBe(0);
    expect(existsSync(join(dir, 'cdktf.out'))).toBe(false);
  });

  it('synthesizes the stack that its pipeline accepts', () => {
    expect(node([...tsx, 'main.ts'], { MANAGED_GROUP_UID: rootUid })).toEqual({ status: 0, output: '' });
    const stack = join(dir, 'cdktf.out/stacks/organization/cdk.tf.json');
    expect(readFileSync(stack, 'utf8')).toContain('repo:globex@1234/shop@7890:ref:refs/heads/main');
    const command = join(modules, 'cdktf-provider-platform/dist/platform-iac.js');
    expect(node([command, 'check-stack', stack, '--settings', 'settings.tf.json'])).toMatchObject({ status: 0 });
  });

  it('reports a missing group with the line of the program', () => {
    const { status, output } = node([...tsx, 'main.ts']);
    expect(status).toBe(1);
    expect(output).toMatch(/main\.ts:\d+[^]*No group to manage[^]*set ROOT_GROUP_UID/);
  });
});
