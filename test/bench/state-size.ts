/**
 * The engine's own cost of a state, by the number of resources: an apply that changes 20 resources of Terraform's built-in
 * `terraform_data`, with the state in a local file and in PostgreSQL. `npm run bench -- state-size 10000` selects one number.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { terraform } from '../support/terraform';
import { dataConfig, organizationOf } from './organization';
import type { Bench, Row } from './report';
import { dataState } from './written-state';

const CHANGED = 20;
/** The user `nobody`: PostgreSQL does not run as root. */
const NOBODY = 65_534;

const everySize = [2_500, 10_000, 50_000];

export function stateSize(sizes: readonly number[] = everySize): Bench {
  return {
    name: 'state-size',
    onlyByName: true,
    async run() {
      const server = startPostgres();
      try {
        const rows: Row[] = [];
        for (const total of sizes) {
          const [local, localPlan] = await applied(total, '', {});
          const block = `terraform {\n backend "pg" {\n  schema_name = "s${total}"\n }\n}\n`;
          const [pg, pgPlan] = await applied(total, block, server.env);
          rows.push(
            { what: `${total.toLocaleString('en')} resources`, value: '' },
            { what: '  plan, local file', value: inSeconds(localPlan) },
            { what: '  plan, PostgreSQL', value: inSeconds(pgPlan), ratio: pgPlan / localPlan },
            { what: `  apply of ${CHANGED} changes, local file`, value: inSeconds(local) },
            { what: `  apply of ${CHANGED} changes, PostgreSQL`, value: inSeconds(pg), ratio: pg / local },
          );
        }
        return rows;
      } finally {
        server.stop();
      }
    },
  };
}

/** Returns the milliseconds of an apply without its plan, and of a plan. */
async function applied(total: number, block: string, env: Record<string, string>): Promise<[number, number]> {
  const tf = terraform({ env, timeoutMs: 1_800_000 });
  try {
    const counts = organizationOf(total);
    const config = dataConfig(counts);
    tf.write({ 'main.tf': block + config, [block === '' ? 'terraform.tfstate' : 'first.tfstate']: dataState(counts) });
    await tf.init();
    if (block !== '') await tf.ok('state', 'push', 'first.tfstate');
    let index = 0;
    const changed = config.replace(/input = \[(.*), "i\d+"\]/g, (line, group: string) =>
      index++ < CHANGED ? `input = [${group}, "changed"]` : line,
    );
    tf.write({ 'main.tf': block + changed });
    const plan = await took(() => tf.ok('plan', '-no-color', '-out=tfplan'));
    return [await took(() => tf.ok('apply', '-no-color', 'tfplan')), plan];
  } finally {
    tf.close();
  }
}

/** Starts a server on a socket in a temporary folder. */
function startPostgres(): { readonly env: Record<string, string>; readonly stop: () => void } {
  const versions = '/usr/lib/postgresql';
  const bin = join(versions, readdirSync(versions).sort().at(-1) ?? '', 'bin');
  const folder = mkdtempSync(join(tmpdir(), 'bench-pg-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const options = { stdio: 'ignore', cwd: folder, ...(isRoot && { uid: NOBODY, gid: NOBODY }) } as const;
  const run = (command: string, ...args: readonly string[]) => execFileSync(join(bin, command), args, options);
  const [data, socket] = [join(folder, 'data'), join(folder, 'socket')];
  mkdirSync(socket);
  if (isRoot) chownSync(socket, NOBODY, NOBODY);
  run('initdb', '-D', data, '-U', 'bench', '--auth=trust');
  run('pg_ctl', '-D', data, '-w', '-o', `-k ${socket} -c listen_addresses=''`, '-l', join(folder, 'log'), 'start');
  run('createdb', '-h', socket, '-U', 'bench', 'organization');
  return {
    env: { PG_CONN_STR: `postgres:///organization?host=${socket}&user=bench` },
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
