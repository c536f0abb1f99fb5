/**
 * Recreates the plans of the corpus: `npx tsx test/review/corpus/make.ts [NAME…]`. It needs `terraform`. Some cases need the `tofu` in
 * TOFU (otherwise in PATH), or the newer Terraform in NEWER.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { REVIEW_VARIABLE, VERSION } from '../../../src/model/api';
import { unmarkedSeed } from '../../../src/model/api/placeholder-uid';
import { startEmulator, type SeedTree } from '../../../src/emulator';
import { installProvider } from '../../../src/install/install-provider';
import { reportedArguments, withNote } from '../../../src/review';
import { builtProvider } from '../../support/built';
import { terraform, type Terraform } from '../../support/terraform';
import { corpus } from './cases';
import { configure, DEFAULT_SEED } from './configure';
import { type Call, type CorpusCase, type Stack } from './parts';

const names = process.argv.slice(2);
const provider = builtProvider();

void makeAll();

async function makeAll(): Promise<void> {
  for (const corpusCase of corpus)
    if (names.length === 0 || names.includes(corpusCase.name)) {
      try {
        await make(corpusCase);
        process.stdout.write(`${corpusCase.name}\n`);
      } catch (error) {
        process.exitCode = 1;
        process.stderr.write(`${corpusCase.name}: ${String(error)}\n`);
      }
    }
}

/** The review plans of a plan: the part of their file names, and the seeds of their placeholders. */
const REVIEWS = { review: 'corpus', review2: unmarkedSeed('corpus') };

async function make(corpusCase: CorpusCase): Promise<void> {
  const {
    name,
    seed,
    elsewhere,
    stacks,
    meanwhile,
    engine = 'terraform',
    fails = false,
    isReviewed = false,
  } = corpusCase;
  const organization = await startEmulator({
    seed: seed ?? DEFAULT_SEED,
    // Every run must create the same uids.
    random: pseudoRandom(),
  });
  process.env['TERRAFORM_BINARY_NAME'] = {
    terraform: 'terraform',
    newer: process.env['NEWER'] ?? 'terraform',
    tofu: process.env['TOFU'] ?? 'tofu',
  }[engine];
  const other = elsewhere && (await serveAnybody(elsewhere));
  const env = {
    ...{ PLATFORM_BASE_URL: organization.baseUrl, PLATFORM_TOKEN: organization.token },
    ...(other && { TF_VAR_elsewhere: other.baseUrl }),
  };
  const opened = Object.entries(stacks).map(([stack, described]) => ({ stack, described, tf: terraform({ env }) }));
  const call: Call = async (method, path, body) => {
    const response = await fetch(`${organization.baseUrl}/iam/v2beta1/${path}`, {
      method,
      headers: { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as { readonly [field: string]: never };
  };
  try {
    for (const { described, tf } of opened) await apply(tf, described);
    await organization.faults.add({ effect: 'error', code: 'FAILED_PRECONDITION', method: 'DELETE', optional: true });
    for (const { described, tf } of opened) await applyInPart(tf, described);
    await organization.faults.clear();
    await meanwhile?.(organization, call);
    for (const { stack, described, tf } of opened) {
      const keep = (part: string, text: string) =>
        writeFileSync(
          join(__dirname, `${name}${part}.${engine === 'tofu' ? 'tofu' : 'terraform'}-${version(tf)}.json`),
          `${text}\n`,
        );
      keep(stack === 'main' ? '' : `.${stack}`, await plan(tf, described, fails));
      for (const [part, value] of isReviewed ? Object.entries(REVIEWS) : []) {
        tf.env[REVIEW_VARIABLE] = value;
        const args = ['-refresh=false', '-lock=false', ...(described.args ?? [])];
        keep(`.${part}`, await plan(tf, { ...described, args }, fails));
      }
    }
  } finally {
    for (const { tf } of opened) tf.close();
    await organization.close();
    await other?.close();
  }
}

/** Starts a service that accepts any token. */
async function serveAnybody(
  seed: SeedTree,
): Promise<{ readonly baseUrl: string; readonly close: () => Promise<void> }> {
  const emulator = await startEmulator({ seed });
  const server = createServer((request, response) => {
    const headers = { authorization: `Bearer ${emulator.token}` };
    void fetch(`${emulator.baseUrl}${request.url}`, { headers }).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      await emulator.close();
    },
  };
}

async function apply(tf: Terraform, { applied, planned, modules = {} }: Stack): Promise<void> {
  tf.write(Object.fromEntries(Object.entries(modules).map(([folder, text]) => [`${folder}/main.tf`, text])));
  configure(tf, applied ?? planned);
  installProvider({ dir: tf.dir, executable: provider, version: VERSION, env: tf.env });
  await tf.init();
  if (applied !== undefined) await tf.apply('-parallelism=1');
}

async function applyInPart(tf: Terraform, { halfApplied }: Stack): Promise<void> {
  if (halfApplied === undefined) return;
  configure(tf, halfApplied);
  const run = await tf.run('apply', '-no-color', '-input=false', '-auto-approve');
  if (run.code === 0) throw new Error('The apply must fail halfway, but it succeeded.');
}

async function plan(tf: Terraform, { planned, args = [] }: Stack, fails: boolean): Promise<string> {
  configure(tf, planned);
  const run = await tf.run('plan', '-no-color', '-input=false', '-out=plan.bin', ...args);
  if ((run.code !== 0) !== fails) throw new Error(run.text);
  const text = (await tf.ok('show', '-json', 'plan.bin')).stdout.trim();
  return REVIEW_VARIABLE in tf.env ? text : withNote(text, { arguments: reportedArguments(args, {}) });
}

function version(tf: Terraform): string {
  const binary = process.env['TERRAFORM_BINARY_NAME'] ?? 'terraform';
  const answer = execFileSync(binary, ['version', '-json'], { cwd: tf.dir, env: { ...tf.env } });
  return (JSON.parse(answer.toString()) as { terraform_version: string }).terraform_version;
}

function pseudoRandom() {
  let count = 0;
  return (length: number): Uint8Array =>
    Uint8Array.from(createHash('shake256', { outputLength: length }).update(`corpus ${count++}`).digest());
}
