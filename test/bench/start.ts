/**
 * The start of the provider by stage, as a script with each version of Node and as an executable: the handshake line, the encrypted
 * connection, and the answered GetProviderSchema. `npm run release:build` builds the executable.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { inMs, median, type Bench, type Row } from './report';
import { toSchema, type ProviderStart } from './start-up';

const setup: string = join(__dirname, '../../src/tools/release/newest-node.mjs');

interface Setup {
  readonly installNode: (
    major: number,
    folder: string,
  ) => Promise<{ readonly path: string } | { readonly reason: string }>;
}

interface Program {
  readonly name: string;
  readonly executable: string;
  /** The Node that runs it, if it does not contain one. */
  readonly node: readonly string[];
  /** The Node to compare with. */
  readonly base: string;
}

/** @param script the built provider */
export function start(script: string, release: string, rounds = 15): Bench {
  return {
    name: 'start',
    onlyByName: true,
    async run() {
      const folder = mkdtempSync(join(tmpdir(), 'bench-'));
      try {
        const { installNode } = (await import(setup)) as Setup;
        const nodes = [process.execPath];
        for (const major of [24, 26]) {
          mkdirSync(join(folder, `${major}`));
          const installed = await installNode(major, join(folder, `${major}`));
          if ('path' in installed) nodes.push(join(installed.path, 'node'));
        }
        const newest = nodes.at(-1) ?? process.execPath;
        const programs: Program[] = nodes.map((node) => ({
          ...{ name: `script, Node ${versionOf(node)}`, executable: script, node: [node], base: node },
        }));
        const executable = unpacked(release, folder);
        if (executable !== undefined) programs.push({ name: 'executable', executable, node: [], base: newest });
        return await measure(programs, rounds);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}

async function measure(programs: readonly Program[], rounds: number): Promise<Row[]> {
  const empty = programs.map((): number[] => []);
  const starts = programs.map((): ProviderStart[] => []);
  // In turns, so that other work on the machine affects all alike. The first round fills the file cache.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { executable, node, base }] of programs.entries()) {
      const from = performance.now();
      spawnSync(base, ['-e', '0'], { stdio: 'ignore' });
      const ms = performance.now() - from;
      const started = await toSchema(executable, node);
      if (round === 0) continue;
      empty[index]?.push(ms);
      starts[index]?.push(started);
    }
  }
  return programs.flatMap(({ name }, index): Row[] => {
    const base = median(empty[index] ?? []);
    const row = (what: string, of: (start: ProviderStart) => number): Row => {
      const value = median((starts[index] ?? []).map(of));
      return { what: `  ${what}`, value: inMs(value), ratio: value / base };
    };
    return [
      { what: `${name}: empty node -e 0`, value: inMs(base) },
      { ...row('handshake line', ({ toLineMs }) => toLineMs), accept: 2.5, goal: 1.8 },
      row('encrypted connection', ({ toConnectionMs }) => toConnectionMs),
      row('answered GetProviderSchema', ({ toAnswerMs }) => toAnswerMs),
    ];
  });
}

function versionOf(node: string): string {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
}

/** Returns the executable of this machine, if the folder of the release contains one. */
function unpacked(release: string, folder: string): string | undefined {
  const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}.zip`;
  let zip: string | undefined;
  try {
    zip = readdirSync(release).find((name) => name.endsWith(platform));
  } catch {
    // Nothing was built.
  }
  if (zip === undefined) return undefined;
  const files = unzipSync(readFileSync(join(release, zip)));
  const [name = '', contents] = Object.entries(files).find(([file]) => file.startsWith('terraform-provider-')) ?? [];
  const path = join(folder, name);
  writeFileSync(path, contents ?? '', { mode: 0o755 });
  return path;
}
