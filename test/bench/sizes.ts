/**
 * The cost of an apply and of a plan without changes, by the number of resources: time, requests, CPU and memory of the
 * built provider, compared with as many of Terraform's built-in `terraform_data`, in the same run. The API answers
 * after 20 ms. TERRAFORM_BINARY_NAME names another engine: Terraform 1.11 itself writes the whole state after each
 * object.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator, type RunningEmulator } from '../../src/emulator';
import { terraform, type Terraform } from '../support/terraform';
import { watchedProvider, type Watched } from './launcher';
import { dataConfig, organizationOf, platformConfig, type Counts } from './organization';
import { inMb, median, type Bench, type Row } from './report';
import { dataState, platformState, seedOf } from './written-state';

interface Size {
  readonly total: number;
  /** The number of plans. */
  readonly rounds: number;
  /** Neither applied nor planned with one request for each: the state is written. */
  readonly isWritten?: true;
  /** The costs of a plan, relative to `terraform_data`. */
  readonly budget?: Pick<Row, 'accept' | 'goal'>;
}

const everySize: readonly Size[] = [
  { total: 1, rounds: 5 },
  { total: 100, rounds: 5 },
  { total: 1_000, rounds: 3, budget: { accept: 3, goal: 2.3 } },
  { total: 10_000, rounds: 1, isWritten: true, budget: { accept: 2.5, goal: 2.1 } },
];

const latencyMs = 20;

/** @param executable the built provider */
export function sizes(executable: string, wanted = everySize): Bench {
  return {
    name: 'sizes',
    async run() {
      const rows: Row[] = [];
      for (const size of wanted) rows.push(...(await inStage(executable, size)));
      return rows;
    },
  };
}

interface Stage {
  readonly counts: Counts;
  readonly running: RunningEmulator;
  readonly provider: Watched;
  readonly ours: Terraform;
  readonly theirs: Terraform;
}

async function inStage(executable: string, size: Size): Promise<readonly Row[]> {
  const running = await startEmulator({ thread: true });
  const scratch = mkdtempSync(join(tmpdir(), 'bench-'));
  const provider = watchedProvider(join(scratch, 'provider'), executable);
  const env = {
    PLATFORM_BASE_URL: running.baseUrl,
    PLATFORM_TOKEN: running.token,
    TF_CLI_CONFIG_FILE: provider.cliConfig,
  };
  const ours = terraform({ env, timeoutMs: 900_000 });
  const theirs = terraform({ timeoutMs: 900_000 });
  const stage = { counts: organizationOf(size.total), running, provider, ours, theirs };
  try {
    theirs.write({ 'main.tf': dataConfig(stage.counts) });
    await theirs.init();
    return [
      { what: `${size.total.toLocaleString('en')} resources`, value: '' },
      ...(size.isWritten ? await write(stage) : await apply(stage)),
      ...(await plans(stage, size)),
      ...(size.isWritten ? [] : await singleReads(stage)),
    ];
  } finally {
    ours.close();
    theirs.close();
    await running.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The organization exists, and so do both states. */
async function write({ counts, running, ours, theirs }: Stage): Promise<readonly Row[]> {
  await running.seed(seedOf(counts, 'bench'));
  const response = await fetch(`${running.baseUrl}/iam/v2beta1/groups?name=bench`, {
    headers: { authorization: `Bearer ${running.token}` },
  });
  const root = ((await response.json()) as { groups: [{ uid: string }] }).groups[0].uid;
  ours.write({ 'main.tf': platformConfig(counts, root), 'terraform.tfstate': await platformState(running, root) });
  theirs.write({ 'terraform.tfstate': dataState(counts) });
  await running.faults.add({ effect: 'latency', latencyMs });
  return [];
}

async function apply({ counts, running, provider, ours, theirs }: Stage): Promise<readonly Row[]> {
  const config = platformConfig(counts, running.rootGroupUid);
  ours.write({ 'main.tf': config });
  await running.faults.add({ effect: 'latency', latencyMs });
  await running.requestLog.clear();
  let ms = 0;
  const floor = await took(() => theirs.apply());
  const usage = await provider.during(async () => (ms = await took(() => ours.apply())));
  const total = counts.groups + counts.identities + counts.bindings;
  // The plan of the apply looks for existing objects in five lists at most, and both processes ask what the token may do.
  const most = Math.floor(total + (total / 200) * (ms / 10_000 + 1) + 10 + 5 + 2);
  return [
    { what: '  apply, terraform_data', value: inS(floor) },
    { what: '  apply', value: inS(ms), ratio: ms / floor },
    { what: '  apply, requests', value: `${await requests(running)} (accept ${most})` },
    { what: '  apply, CPU of the provider', value: inS(usage.cpuMs) },
    { what: '  apply, memory of the provider', value: inMb(usage.peakMemory) },
  ];
}

async function plans(stage: Stage, { rounds, budget }: Size): Promise<readonly Row[]> {
  const { running, provider, ours, theirs } = stage;
  const [ourMs, theirMs]: [number[], number[]] = [[], []];
  let usage = { peakMemory: Number.NaN, cpuMs: Number.NaN };
  // In turns, so that other work on the machine weighs on both alike.
  for (let round = 0; round < rounds; round += 1) {
    theirMs.push(await took(() => unchanged(theirs)));
    await running.requestLog.clear();
    usage = await provider.during(async () => ourMs.push(await took(() => unchanged(ours))));
  }
  return [
    { what: '  plan without changes, terraform_data', value: inS(median(theirMs)) },
    { what: '  plan without changes', value: inS(median(ourMs)), ratio: median(ourMs) / median(theirMs), ...budget },
    { what: '  plan, requests', value: String(await requests(running)) },
    { what: '  plan, CPU of the provider', value: inS(usage.cpuMs) },
    { what: '  plan, memory of the provider', value: `${inMb(usage.peakMemory)} (accept 200 MB)` },
  ];
}

async function singleReads({ counts, running, ours }: Stage): Promise<readonly Row[]> {
  const bulk = await took(() => unchanged(ours));
  ours.write({ 'main.tf': platformConfig(counts, running.rootGroupUid, 'bulk_refresh = false') });
  await running.requestLog.clear();
  const single = await took(() => unchanged(ours));
  return [
    { what: '  plan with single reads, against lists', value: inS(single), ratio: single / bulk },
    { what: '  plan with single reads, requests', value: String(await requests(running)) },
  ];
}

async function unchanged(tf: Terraform): Promise<void> {
  const { changed, text } = await tf.plan();
  if (changed) throw new Error(`The plan is not empty:\n${text}`);
}

async function requests({ requestLog }: RunningEmulator): Promise<number> {
  return Object.values(await requestLog.counts()).reduce((sum, count) => sum + count, 0);
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const inS = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;
