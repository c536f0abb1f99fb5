/**
 * Every example, each against an API of its own: applied, planned again (nothing may differ), destroyed. A folder with
 * `build.mjs` builds a provider of its own for its `main.tf`. One with `main.ts` alone is synthesized first, or the programs of
 * its sequence in turn, and one process of the provider serves its commands. One with `main.tf` alone gets our provider installed
 * in its folder. `pipelines` needs several jobs in sequence: `test/acceptance/pipelines` runs it. `adopt` is the output of a
 * command: `test/adopt/example.test.ts` compares it. `pull-request` is a record: a test of `pipelines` compares it.
 */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalEmulator } from '../demo/local-emulator.mjs';
import { ensureAll, root } from '../ensure.mjs';
import { expectedErrors, missingErrors, sequences, writesAmong } from './example-sequences.mjs';
import { postgresPrograms, startPostgres } from '../postgres.mjs';
import { run, runOk } from '../run.mjs';
import { serveProvider } from '../terraform/served-provider.mjs';
import { main, Refusal, say } from '../say.mjs';
import { createSteps } from './steps.mjs';
import { FailedCommandError, synth } from '../terraform/synth.mjs';
import { terraformEnvironment } from '../terraform/terraform.mjs';

const folder = join(root, 'examples');
const REVIEW_CONFIGURATION = 'review.config.json';
const testedElsewhere = ['adopt', 'emulator-service', 'gitlab-component', 'pipelines', 'pull-request'];

await main(async () => {
  const { path } = await ensureAll();
  const wanted = process.argv.slice(2);
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !testedElsewhere.includes(entry.name))
    .map(({ name }) => name)
    .filter((name) => wanted.length === 0 || wanted.includes(name));
  const steps = createSteps();
  const all = names.map((name) => [`Example ${name}`, () => tryOut(name, path)]);
  await steps.inLanes([0, 1].map((lane) => all.filter((_, index) => index % 2 === lane)));
  return steps.hasFailed() ? 1 : 0;
});

async function tryOut(name, terraform) {
  const example = join(folder, name);
  const database = sequences[name]?.[0].database;
  const programs = postgresPrograms();
  if (database !== undefined && programs === undefined) {
    say(`The example ${name} is skipped: it needs PostgreSQL. Run "apt-get install postgresql".`);
    return;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'example-'));
  const api = await startLocalEmulator();
  let server;
  let provider;
  try {
    if (database !== undefined) server = startPostgres(programs, database);
    writeFileSync(join(scratch, 'terraform.rc'), '');
    const variables = {
      ...terraformEnvironment(join(scratch, 'terraform.rc')),
      PLATFORM_BASE_URL: api.baseUrl,
      PLATFORM_AUTH_URL: api.authUrl,
      PLATFORM_TOKEN: api.token,
      ...server?.env,
      ROOT_GROUP_UID: api.rootGroupUid,
      TF_VAR_root_group_uid: api.rootGroupUid,
    };
    const isProgram = existsSync(join(example, 'main.ts')) && !existsSync(join(example, 'build.mjs'));
    // Two applies at the same time need two processes, which Terraform starts.
    if (isProgram && database === undefined) provider = await serveProvider(variables);
    const env = { ...variables, ...provider?.env };
    const steps = isProgram ? (sequences[name] ?? [{ program: 'main.ts' }]) : [{}];
    const initialized = new Set();
    for (const step of steps) {
      const stepEnv = { ...env, ...step.env };
      const dirs = await configurations(example, step, { scratch, env: stepEnv });
      await api.requestLog.clear();
      for (const dir of dirs) {
        if (!initialized.has(dir)) await runOk(terraform, ['init', '-no-color'], { cwd: dir, env });
        initialized.add(dir);
        // The example of another provider declares none of ours.
        if (!existsSync(join(example, 'build.mjs'))) await requireProof(dir, { scratch, env });
        await applyStack(terraform, dir, { env, times: database === undefined ? 1 : 2 });
      }
      await requireWrites(step, api);
      for (const dir of dirs) await requireEmptyPlan(terraform, dir, env);
    }
    // The last stack refers to those before it.
    for (const dir of [...initialized].reverse())
      await runOk(terraform, ['destroy', '-no-color', '-auto-approve'], { cwd: dir, env });
  } finally {
    provider?.close();
    server?.close();
    await api.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Returns the folders of the configurations of a step. A synthesis that must fail has none. */
async function configurations(example, { program, errors }, { scratch, env }) {
  if (program !== undefined) {
    const file = join(example, program);
    // A program reads its rules from the working directory.
    if (existsSync(join(example, REVIEW_CONFIGURATION)))
      copyFileSync(join(example, REVIEW_CONFIGURATION), join(scratch, REVIEW_CONFIGURATION));
    if (errors) return requireErrors(file, { scratch, env });
    const stacks = await synth(file, { cwd: scratch, env });
    return stacks.map(({ dir }) => dir);
  }
  for (const file of readdirSync(example)) {
    if (/\.(tf|tf\.json|tfvars)$/.test(file)) copyFileSync(join(example, file), join(scratch, file));
  }
  if (existsSync(join(example, 'build.mjs')))
    await runOk(process.execPath, [join(example, 'build.mjs')], { cwd: scratch, env });
  else await runOk(process.execPath, [join(root, 'dist/platform-iac.js'), 'install', scratch]);
  return [scratch];
}

async function requireErrors(file, { scratch, env }) {
  const output = await synth(file, { cwd: scratch, env }).then(
    () => '',
    (error) => {
      if (error instanceof FailedCommandError) return error.message;
      throw error;
    },
  );
  const missing = missingErrors(output, expectedErrors(readFileSync(file, 'utf8')));
  if (missing.length === 0) return [];
  const list = missing.map(({ line, rule }) => `${rule} in line ${line}`).join(', ');
  throw new Refusal(`The synthesis of ${file} does not report ${list}:\n\n${output}`);
}

/** Every example shows a stack whose apply does what its report shows. */
async function requireProof(dir, { scratch, env }) {
  const file = join(scratch, 'report.json');
  const command = [join(root, 'dist/platform-iac.js'), 'plan', '--no-synth', '--dir', dir, '--save', `json=${file}`];
  await runOk(process.execPath, command, { cwd: scratch, env });
  const { proof = { proved: false, places: [] } } = JSON.parse(readFileSync(file, 'utf8'));
  const places = proof.places.map(({ place, why }) => `\n${place}: ${why}.`);
  if (!proof.proved) throw new Refusal(`The plan of ${dir} is not proved:${places.join('')}`);
}

/** Several applies at the same time wait for the lock of the state. */
async function applyStack(terraform, dir, { env, times }) {
  const args = ['apply', '-no-color', '-auto-approve', ...(times > 1 ? ['-lock-timeout=60s'] : [])];
  await Promise.all(Array.from({ length: times }, () => runOk(terraform, args, { cwd: dir, env })));
}

async function requireWrites({ writes, database }, api) {
  if (writes === undefined) return;
  const inOrder = (list) => (database === undefined ? list : list.toSorted()).join(', ');
  const sent = inOrder(writesAmong(await api.requestLog.entries()));
  if (sent !== inOrder(writes)) throw new Refusal(`The apply must send [${inOrder(writes)}]. It sent [${sent}].`);
}

async function requireEmptyPlan(terraform, dir, env) {
  const { code, output } = await run(terraform, ['plan', '-no-color', '-detailed-exitcode'], { cwd: dir, env });
  if (code !== 0) throw new Refusal(`The plan after the apply is not empty:\n\n${output}`);
}
