/**
 * The time from a push to the comment on a runner that has nothing installed, and from the merge to the applied change.
 * The organization has `total` objects, the change adds a group, and the API answers after 100 ms. `npm run bench --
 * push-to-comment 10000` selects the number of objects. The packages come from the cache of npm. The share that is ours is
 * the time beyond the same steps with CDK for Terraform alone and `terraform_data`. As in `examples/pipelines`, the plan writes
 * the comment, and does not synthesize again.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SYNTHESIZE } from '../../src/cli/project/new-project';
import { startEmulator } from '../../src/emulator';
import { largeOrganization } from './large-organization';
import { measureBase } from './push-base';
import { inSteps, type Spent, type Step } from './push-steps';
import { inMb, type Bench } from './report';
import { timed, type Timed, timingCommand } from './timed';
import { importedState } from './written-state';

const latencyMs = 100;
const root = join(__dirname, '../..');

/** The limit for the packages of a project. */
const MAX_BYTES = 40_000_000;

export function pushToComment(total = 1_000): Bench {
  return {
    name: 'push-to-comment',
    onlyByName: true,
    async run() {
      const folder = mkdtempSync(join(tmpdir(), 'bench-push-'));
      const running = await startEmulator({ thread: true, seed: largeOrganization(total) });
      const env = {
        PLATFORM_BASE_URL: running.baseUrl,
        PLATFORM_TOKEN: running.token,
        CHECKPOINT_DISABLE: '1',
        CI: 'true',
      };
      const project = join(folder, 'project');
      const engine = process.env['TERRAFORM_BINARY_NAME'] ?? 'terraform';
      const installed = join(project, 'node_modules/cdktf-provider-platform/dist/platform-iac.js');
      const run = (command: string, ...args: readonly string[]) => timed(command, args, { cwd: project, env });
      const synthesize = () => run(process.execPath, ...SYNTHESIZE.split(' ').slice(1));
      try {
        const built = join(root, 'dist/platform-iac.js');
        await timed(process.execPath, [built, 'adopt', '--root', 'acme', '--out', project, '--no-verify'], {
          cwd: folder,
          env,
        });
        await installPackage(project);
        await synthesize();
        const out = join(project, 'cdktf.out/stacks');
        const stack = join(out, readdirSync(out)[0] ?? '');
        const inStack = (command: string, ...args: readonly string[]) => timed(command, args, { cwd: stack, env });
        // The state of the main branch. It is in the folder of the stack, which a synthesis keeps.
        const synthesized = readFileSync(join(stack, 'cdk.tf.json'), 'utf8');
        const [, state = 'terraform.tfstate'] = /"path": "([^"]*\.tfstate)"/.exec(synthesized) ?? [];
        writeFileSync(resolve(stack, state), await importedState(running, synthesized));
        addGroup(project);
        rmSync(join(project, 'node_modules'), { recursive: true });
        await running.faults.add({ effect: 'latency', latencyMs, optional: true });

        const steps: Step[] = [];
        const step = async (
          what: string,
          base: Spent | undefined,
          work: () => Promise<Timed>,
          readEngineCpu?: () => number,
        ): Promise<Timed> => {
          const done = await work();
          const engineCpu = readEngineCpu?.();
          const { seconds, cpu } = done;
          steps.push({ what, seconds, cpu, base: base ?? done, ...(engineCpu !== undefined && { engineCpu }) });
          return done;
        };
        const comment = join(folder, 'comment.md');
        const watched = timingCommand(join(folder, 'watched-terraform'), engine);
        await step('npm ci', undefined, () =>
          run('npm', 'ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'),
        );
        const base = await measureBase(project, engine, total);
        await step('synthesis', base.synthesis, synthesize);
        await step('terraform init', undefined, () => inStack(engine, 'init', '-input=false'));
        const planning = { cwd: stack, env: { ...env, TERRAFORM_BINARY_NAME: watched.command } };
        await step(
          'platform-iac plan, with the comment',
          base.plan,
          () => timed(process.execPath, [installed, 'plan', '--format=json', `--save=markdown=${comment}`], planning),
          watched.readCpu,
        );
        if (!readFileSync(comment, 'utf8').includes('bench-push')) throw new Error('The comment omits the change.');
        const pushed = steps.splice(0);
        const planned = await step('terraform plan', base.plan, () =>
          inStack(engine, 'plan', '-input=false', '-no-color', '-out=merged'),
        );
        if (!planned.stdout.includes('1 to add, 0 to change, 0 to destroy'))
          throw new Error('The plan contains more than the change.');
        await step('terraform apply', base.apply, () => inStack(engine, 'apply', '-input=false', 'merged'));
        const installedBytes = getSize(join(project, 'node_modules'));
        const cache = join(folder, 'cache');
        await run('npm', 'ci', '--omit=dev', '--cache', cache, '--no-audit', '--no-fund');
        const downloadedBytes = getSize(join(cache, '_cacache/content-v2'), isCompressed);
        return [
          ...inSteps(`${total} objects, from push to comment`, pushed),
          ...inSteps(`${total} objects, from merge to applied, after the same installation`, steps),
          { what: 'packages, downloaded', value: inMb(downloadedBytes), ratio: downloadedBytes / MAX_BYTES, accept: 1 },
          { what: 'packages, installed', value: inMb(installedBytes), ratio: installedBytes / MAX_BYTES, accept: 1 },
        ];
      } finally {
        await running.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Installs the packed package and the dependencies of the project: fills the cache of npm, and writes the lock file. */
async function installPackage(project: string): Promise<void> {
  await timed('npm', ['pack', '--pack-destination', project], { cwd: root });
  await timed('npm', ['install', '--no-audit', '--no-fund'], { cwd: project });
}

/** Writes the change of the pull request. */
function addGroup(project: string): void {
  const file = join(project, 'main.ts');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('app.synth()', "root.addGroup('bench-push');\napp.synth()"));
  // The main branch no longer has the imports that were applied.
  rmSync(join(project, 'imports.json'));
}

/** The packages, without what the registry says about them. */
function isCompressed(file: string): boolean {
  return readFileSync(file).subarray(0, 2).toString('hex') === '1f8b';
}

function getSize(path: string, counts: (file: string) => boolean = () => true): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(counts)
    .reduce((total, file) => total + statSync(file).size, 0);
}
