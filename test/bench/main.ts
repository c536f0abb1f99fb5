/** `npm run bench [name…]`: runs the benchmarks one after another and prints what they found as one table. */
import { join } from 'node:path';
import { emptyPlan } from './empty-plan';
import { emulator } from './emulator';
import { startUp } from './start-up';
import { table } from './report';
import { way } from './way';

const provider = join(__dirname, '../../dist/terraform-provider-platform');
const benches = [startUp(provider), emptyPlan(provider), emulator(), way()];

async function main(wanted: readonly string[]): Promise<void> {
  for (const bench of benches) {
    if (wanted.length > 0 && !wanted.includes(bench.name)) continue;
    process.stdout.write(`\n${bench.name}\n${table(await bench.run())}\n`);
  }
}

void main(process.argv.slice(2));
