/**
 * Damages copies of a data file and uses each: `damage.ts FOLDER SEED ROUNDS`. Prints how the rounds ended; a process
 * that is ended by the database driver prints nothing.
 */
import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { createEmulator } from 'cdktf-provider-platform/emulator';

const [folder = '.', seed = '1', rounds = '1'] = process.argv.slice(2);
const original = join(folder, 'original.db');
let copy = original;

// A generator of its own, so that a round that fails can be had again (Numerical Recipes, "ranqd1").
let state = Number(seed);
const random = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};

function prepare(): void {
  const groups = Array.from({ length: 40 }, (_, index) => ({
    name: `group ${index}`,
    description: `Änderungen, 変更: ${'x'.repeat(index * 5)}`,
    identities: [{ name: 'ci', claimMatch: { issuer: 'https://token.example.com', subject: `repo:acme/${index}` } }],
    roleBindings: [{ identity: 'ci', role: 'viewer' }],
  }));
  const emulator = createEmulator({ dataFile: original, seed: { groups: [{ name: 'acme', groups }] } });
  emulator.close();
}

const damages: readonly (() => void)[] = [
  function flipBytes() {
    const bytes = readFileSync(copy);
    for (let left = 1 + random(20); left > 0; left--) bytes[random(bytes.length)] = random(256);
    writeFileSync(copy, bytes);
  },
  // A changed byte in the schema or in the head of a page has the largest effect.
  function flipHeads() {
    const bytes = readFileSync(copy);
    for (let left = 1 + random(4); left > 0; left--)
      bytes[random(4) === 0 ? random(4096) : random(bytes.length / 4096) * 4096 + random(40)] = random(256);
    writeFileSync(copy, bytes);
  },
  function truncate() {
    truncateSync(copy, random(statSync(copy).size));
  },
  function writeNoText() {
    const database = new Libsql(copy);
    const no = [
      "CAST(x'ff' AS TEXT)",
      "CAST(x'eda080' AS TEXT)",
      "x'00ff'",
      '7',
      "'{'",
      "CAST(x'7b22ff223a317d' AS TEXT)",
    ];
    const columns = ['uid', 'parent', 'name', 'json', 'create_time', 'update_time', 'kind'];
    try {
      database.exec(
        `UPDATE records SET ${columns[random(columns.length)]} = ${no[random(no.length)]} WHERE rowid % 20 = ${random(20)}`,
      );
      if (random(5) === 0) database.exec(`UPDATE settings SET value = ${no[random(no.length)]}`);
    } catch {
      // Two records may not become one.
    }
    database.close();
  },
  function writeHalfPairs() {
    const database = new Libsql(copy);
    database.exec(`UPDATE records SET json = replace(json, 'Ä', '\\ud800')`);
    database.close();
  },
];

const paths = ['groups', 'identities', 'roles', 'roleBindings'].flatMap((collection) =>
  ['', '?order_by=name', '?order_by=description', '?order_by=create_time desc', '?page_size=5&query=a'].map(
    (query) => `/iam/v2beta1/${collection}${query}`,
  ),
);

/** Returns true if the emulator could be had at all, and how often it gave an internal error. */
async function use(): Promise<string> {
  let emulator;
  try {
    emulator = createEmulator({ dataFile: copy });
  } catch (error) {
    if (!(error as Error).message.includes(copy)) throw error;
    return 'refused';
  }
  const authorization = `Bearer ${await emulator.administratorToken()}`;
  let errors = 0;
  const call = async (method: string, path: string, body?: string) => {
    const init = { method, headers: { authorization }, ...(body !== undefined && { body }) };
    const { status } = await emulator.handle(new Request(`http://localhost${path}`, init));
    if (status === 500) errors++;
  };
  for (const path of paths) await call('GET', path);
  await call('POST', `/iam/v2beta1/groups/${emulator.rootGroupUid}`, '{"name":"new"}');
  for (const work of [
    () => emulator.snapshot(),
    () => emulator.seed({ groups: [{ name: 'a' }] }),
    () => emulator.reset(),
  ]) {
    try {
      work();
    } catch {
      errors++;
    }
  }
  emulator.close();
  return errors === 0 ? 'served' : 'errors';
}

async function main(): Promise<void> {
  prepare();
  const ends: Record<string, number> = {};
  for (let round = 0; round < Number(rounds); round++) {
    copy = join(folder, `copy-${round}.db`);
    copyFileSync(original, copy);
    const damage = damages[round % damages.length]!;
    const before = state;
    damage();
    // Printed before, in case the process cannot print afterwards.
    if (process.env['DAMAGE_TRACE']) process.stderr.write(`${round} ${damage.name} ${before}\n`);
    const end = await use();
    ends[`${damage.name} ${end}`] = (ends[`${damage.name} ${end}`] ?? 0) + 1;
    for (const rest of ['', '-wal', '-shm']) rmSync(copy + rest, { force: true });
  }
  process.stdout.write(`${JSON.stringify(ends)}\n`);
}

void main();
