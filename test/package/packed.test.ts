/** The package as users get it: packed, installed in a project of its own, compiled against and run. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootUid } from '../constructs/synthesized';
import { installedProject, repository } from './installed-project';

jest.setTimeout(180_000);

const project = join(installedProject(), 'quick-start');
const tsconfig = {
  compilerOptions: {
    ...{
      strict: true,
      module: 'Node16',
      moduleResolution: 'Node16',
      target: 'ES2022',
      types: ['node'],
      skipLibCheck: true,
    },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  },
  files: ['main.ts'],
};

beforeAll(() => {
  mkdirSync(project);
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(tsconfig));
  writeFileSync(join(project, 'package.json'), '{"name":"mine"}');
  copyFileSync(join(repository, 'examples/quick-start/main.ts'), join(project, 'main.ts'));
});

describe('the package', () => {
  it('compiles the quick start with its own types and synthesizes it, the provider in its place', () => {
    const tsc = spawnSync(process.execPath, [join(repository, 'node_modules/typescript/bin/tsc'), '-p', project], {
      encoding: 'utf8',
    });
    expect(tsc.stdout).toBe('');
    const run = spawnSync(process.execPath, ['main.js'], {
      cwd: project,
      env: { ...process.env, ROOT_GROUP_UID: rootUid },
      encoding: 'utf8',
    });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    const stack = join(project, 'cdktf.out/stacks/org');
    expect(
      ['cdk.tf.json', '.terraform.lock.hcl', 'terraform.d/plugins'].filter((path) => !existsSync(join(stack, path))),
    ).toEqual([]);
  });

  it('compiles every snippet of the README and of the pages', () => {
    const reference = join(repository, 'docs');
    const everything = readdirSync(reference, { recursive: true, encoding: 'utf8' });
    // `.vitepress` contains the packages that build the site.
    const pages = everything.filter((file) => file.endsWith('.md') && !file.startsWith('.'));
    // The example of the emulator page is a jest test; test/acceptance/threaded-emulator.test.ts runs it. The page about
    // adoption shows one file of a program; test/adopt/example.test.ts compiles all of them.
    const shown = pages.filter((file) => !['adopt.md', 'emulator.md', 'plugin.md'].includes(file));
    const texts = [join(repository, 'README.md'), ...shown.map((file) => join(reference, file))];
    const snippets = texts.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code),
    );
    expect(snippets.length).toBeGreaterThan(8);
    const names = snippets.map((code, index) => {
      writeFileSync(join(project, `snippet-${index}.mts`), code);
      return `snippet-${index}.mts`;
    });
    // The names of the quick start, and of earlier snippets of a page. `test/docs/snippets.test.ts` allows no others.
    writeFileSync(
      join(project, 'known.d.ts'),
      `declare const baseUrl: string, token: string;
       declare const Trust: typeof import('cdktf-provider-platform').Trust;
       declare const app: import('cdktn').App, stack: import('cdktf').TerraformStack;
       declare const acme: import('cdktf-provider-platform').IGroup, payments: import('cdktf-provider-platform').Group;
       declare const ci: import('cdktf-provider-platform').Identity;`,
    );
    const files = [...names, 'known.d.ts'];
    writeFileSync(join(project, 'snippets.json'), JSON.stringify({ ...tsconfig, files }));
    const tsc = spawnSync(
      process.execPath,
      [join(repository, 'node_modules/typescript-7/bin/tsc'), '--noEmit', '-p', join(project, 'snippets.json')],
      { encoding: 'utf8' },
    );
    expect(tsc.stdout).toBe('');
  });

  it('needs @cdktf/provider-null only for a null_resource, and says so', () => {
    const program = `
      const { App, TerraformStack } = require('cdktf');
      const { Rotation } = require('cdktf-provider-platform');
      const stack = new TerraformStack(new App(), 'org');
      new Rotation(stack, 'built-in', { rotateOn: { quarter: '1' }, anchor: 'terraform_data' });
      new Rotation(stack, 'downloaded', { rotateOn: { quarter: '1' } });`;
    writeFileSync(join(project, 'anchors.js'), program);
    const run = spawnSync(process.execPath, ['anchors.js'], { cwd: project, encoding: 'utf8' });
    expect(run.stderr).toBe(
      'Cannot create a null_resource in "org": @cdktf/provider-null is not installed. ' +
        "Run npm install @cdktf/provider-null, or pass anchor: 'terraform_data' to Settled and Rotation.\n    at anchors.js:6\n",
    );
    expect(run.status).toBe(1);
  });

  it('refuses at compile time what could not work', () => {
    const wrong = [
      `import { TerraformStack } from 'cdktf';`,
      `import { Group, Identity, Role, RoleBinding } from 'cdktf-provider-platform';`,
      `declare const stack: TerraformStack, group: Group, ci: Identity;`,
      `new Group(stack, 'a', { parent: group });`,
      `new Group(stack, 'b', { parent: ci, name: 'b' });`,
      `new Identity(stack, 'c', { group, name: 'c', claimMatch: { isuer: 'x' } });`,
      `new RoleBinding(stack, 'd', { group, identity: group, role: Role.named(stack, 'viewer') });`,
    ];
    writeFileSync(join(project, 'wrong.ts'), wrong.join('\n'));
    writeFileSync(join(project, 'wrong.json'), JSON.stringify({ ...tsconfig, files: ['wrong.ts'] }));
    const tsc = spawnSync(
      process.execPath,
      [join(repository, 'node_modules/typescript-7/bin/tsc'), '-p', join(project, 'wrong.json')],
      { encoding: 'utf8' },
    );
    expect(tsc.stdout.match(/^\S*wrong\.ts\(\d+/gm)?.map((line) => line.split('(')[1])).toEqual(['4', '5', '6', '7']);
  });
});
