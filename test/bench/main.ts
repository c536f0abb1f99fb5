/**
 * `npm run bench -- [name…]`: runs the benchmarks one after another and prints what they found as tables. Those that take
 * minutes (start, starts, malformed, soak, random-access, small-applies, small-pairs, small-scope, small-sign-ins,
 * adopt-rounds, null-plan, push-to-comment, large, state-size) run when they are named. A number after a name is the size for the last four.
 */
import { join } from 'node:path';
import { access } from './access';
import { adoptRounds } from './adopt-rounds';
import { calls } from './calls';
import { commandStart } from './command-start';
import { constructs } from './constructs';
import { emptyPlan } from './empty-plan';
import { emulator } from './emulator';
import { large } from './large';
import { malformed } from './malformed';
import { pushToComment } from './push-to-comment';
import { sizes } from './sizes';
import { planCommand } from './plan-command';
import { smallApplies } from './small-applies';
import { smallPairs } from './small-pairs';
import { smallScope } from './small-scope';
import { smallSignIns } from './small-sign-ins';
import { soak } from './soak';
import { nullPlan } from './null-plan';
import { oneObject } from './one-object';
import { randomAccess } from './random-access';
import { table } from './report';
import { refresh } from './refresh';
import { review } from './review';
import { startUp } from './start-up';
import { start } from './start';
import { starts } from './starts';
import { stateSize } from './state-size';
import { way } from './way';

const provider = join(__dirname, '../../dist/terraform-provider-platform');
const library = join(__dirname, '../../dist/lib/constructs/index.js');
const release = join(__dirname, '../../dist/release');
const command = join(__dirname, '../../dist/platform-iac.js');
const size = process.argv.slice(2).map(Number).find(Number.isInteger);
const benches = [
  ...[startUp(provider), emptyPlan(provider), calls(provider), sizes(provider), emulator(), access(), refresh(), way()],
  review(command),
  commandStart(command),
  planCommand(command),
  oneObject(provider),
  constructs(library),
  ...[
    start(provider, release),
    starts(provider),
    malformed(),
    soak(),
    randomAccess(),
    smallApplies(),
    smallPairs(),
    smallScope(),
    smallSignIns(),
    adoptRounds(),
  ],
  ...[
    nullPlan(provider, size),
    pushToComment(size),
    large(command, size),
    stateSize(size === undefined ? undefined : [size]),
  ],
];

async function main(given: readonly string[]): Promise<void> {
  const wanted = given.filter((one) => !/^\d+$/.test(one));
  for (const bench of benches) {
    if (wanted.length > 0 ? !wanted.includes(bench.name) : bench.onlyByName) continue;
    process.stdout.write(`\n${bench.name}\n${table(await bench.run())}\n`);
  }
}

void main(process.argv.slice(2));
