/**
 * Adopts random organizations until MINUTES (30) have passed, each through the compiler, the linter, Terraform's plan, apply and
 * second plan. SEED (1) is the first seed. Failures are listed with their seed, and their projects are kept in the folder DIR.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { adoptionRounds, type Round } from '../adopt/rounds';
import { type Bench } from './report';

/** The compiler and the linter start once for so many rounds. */
const BATCH = 10;

export function adoptRounds(): Bench {
  return {
    name: 'adopt-rounds',
    onlyByName: true,
    async run() {
      const end = Date.now() + Number(process.env['MINUTES'] ?? 30) * 60_000;
      const dir = process.env['DIR'];
      const folder = dir === undefined ? mkdtempSync(join(tmpdir(), 'adopt-rounds-')) : resolve(dir);
      const rounds: Round[] = [];
      for (let seed = Number(process.env['SEED'] ?? 1); Date.now() < end; seed += BATCH) {
        const seeds = Array.from({ length: BATCH }, (_, index) => seed + index);
        const batch = await adoptionRounds(seeds, join(folder, `from-${seed}`));
        rounds.push(...batch);
        for (const round of batch) process.stderr.write(`${JSON.stringify(round)}\n`);
      }
      const failed = rounds.filter(({ failures }) => failures.length > 0);
      if (failed.length === 0) rmSync(folder, { recursive: true });
      return [
        { what: 'organizations', value: String(rounds.length) },
        { what: '  objects', value: String(rounds.reduce((sum, { objects }) => sum + objects, 0)) },
        { what: '  failures', value: String(failed.length) },
        ...failed.map(({ seed, failures }) => ({ what: `  seed ${seed}: ${failures[0] ?? ''}`, value: '' })),
        ...(failed.length === 0 ? [] : [{ what: `  the projects are in ${folder}`, value: '' }]),
      ];
    },
  };
}
