/**
 * A large organization in stacks: adopted with `--stack-size`, synthesized, planned stack by stack with the real engine, and reviewed
 * in one report. `npm run bench -- large 5000` selects the number of objects.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedPackages, linkPackages } from '../../src/cli/adopt/packages';
import { startEmulator } from '../../src/emulator';
import { largeOrganization } from './large-organization';
import type { Bench, Row } from './report';
import { timed, type Timed } from './timed';

const STACK_SIZE = 2_500;
/** The limit for the adoption of 5,000 objects, before the proof. */
const SECONDS_PER_5_000 = 10;

/** @param executable the built command */
export function large(executable: string, total = 50_000): Bench {
  return {
    name: 'large',
    onlyByName: true,
    async run() {
      const folder = mkdtempSync(join(tmpdir(), 'bench-large-'));
      const running = await startEmulator({ thread: true, seed: largeOrganization(total) });
      const env = { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token, CHECKPOINT_DISABLE: '1' };
      const cli = (...args: readonly string[]) => timed(process.execPath, [executable, ...args], { cwd: folder, env });
      try {
        await running.requestLog.clear();
        const project = join(folder, 'project');
        const flags = ['--stack-size', String(STACK_SIZE), '--cdk', 'cdktf', '--no-verify'];
        const adopted = await cli('adopt', '--root', 'acme', '--out', project, ...flags);
        const requests = Object.values(await running.requestLog.counts()).reduce((sum, count) => sum + count, 0);
        const [, objects = '', stacks = '1'] = /declare (\d+) objects(?: in (\d+) stacks)?/.exec(adopted.stdout) ?? [];
        linkPackages(project, installedPackages('cdktf', process.cwd())!);
        const synthesized = await timed(process.execPath, ['--import', 'tsx', 'main.ts'], { cwd: project, env });
        const plans: Plan[] = [];
        const files: string[] = [];
        const out = join(project, 'cdktf.out/stacks');
        for (const name of readdirSync(out)) {
          const plan = await planned(join(out, name), env);
          plans.push({ ...plan, name });
          files.push(join(folder, `${name}.json`));
          writeFileSync(files.at(-1) ?? '', plan.json);
        }
        const reviewed = await cli('review', ...files, '--format', 'markdown');
        const [largest] = [...plans].sort((one, other) => other.objects - one.objects);
        return [
          { what: `${objects} objects, stacks: ${stacks}`, value: '' },
          ...budgeted('  adopt', adopted, SECONDS_PER_5_000 * Math.max(1, total / 5_000)),
          { what: '  adopt, requests', value: `${requests} (accept ${Math.floor(total / 200 + 15)})` },
          { what: '  synthesis', value: inSeconds(synthesized) },
          { what: '  plan of all stacks, one after another', value: inSeconds(sum(plans)) },
          ...(largest === undefined
            ? []
            : [{ what: `  plan of the largest stack, ${largest.objects} imports`, value: inSeconds(largest) }]),
          ...budgeted('  review of all plans in one report', reviewed, 2.5 * Math.max(1, total / 5_000)),
          { what: '  size of the report', value: `${(reviewed.stdout.length / 1_000).toFixed(0)} kB` },
        ];
      } finally {
        await running.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

interface Plan extends Pick<Timed, 'seconds' | 'cpu'> {
  readonly name: string;
  readonly objects: number;
}

async function planned(cwd: string, env: NodeJS.ProcessEnv): Promise<Omit<Plan, 'name'> & { readonly json: string }> {
  const engine = process.env['TERRAFORM_BINARY_NAME'] ?? 'terraform';
  await timed(engine, ['init', '-input=false'], { cwd, env });
  const plan = await timed(engine, ['plan', '-input=false', '-out=tfplan'], { cwd, env });
  const { stdout: json } = await timed(engine, ['show', '-json', 'tfplan'], { cwd, env });
  const { import: imports = [] } = JSON.parse(readFileSync(join(cwd, 'cdk.tf.json'), 'utf8')) as { import?: unknown[] };
  return { seconds: plan.seconds, cpu: plan.cpu, objects: imports.length, json };
}

/** CPU decides, because other work on the machine delays a command. */
function budgeted(what: string, { seconds, cpu }: Timed, accept: number): Row[] {
  return [{ what, value: `${seconds.toFixed(1)} s, CPU ${cpu.toFixed(1)} s`, ratio: cpu / accept, accept: 1 }];
}

function sum(all: readonly Pick<Timed, 'seconds' | 'cpu'>[]): Pick<Timed, 'seconds' | 'cpu'> {
  return {
    seconds: all.reduce((total, one) => total + one.seconds, 0),
    cpu: all.reduce((total, one) => total + one.cpu, 0),
  };
}

function inSeconds({ seconds, cpu }: Pick<Timed, 'seconds' | 'cpu'>): string {
  return `${seconds.toFixed(1)} s, CPU ${cpu.toFixed(1)} s`;
}
