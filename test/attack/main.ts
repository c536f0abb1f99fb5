/**
 * `npm run attack -- --minutes N --seed S [--tier T] [--kinds PATTERN]`: attacks the review and the bound apply with drawn changes, until the time has
 * passed, or until the first failure with `--first`. Each failure prints its seed and a smallest change that reproduces it. The exit code is 1 after a failure.
 */
import { parseArgs } from 'node:util';
import { attack, tiers } from './attack';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...{ minutes: { type: 'string' }, seed: { type: 'string' }, tier: { type: 'string' } },
      ...{ kinds: { type: 'string' }, verbose: { type: 'boolean' } },
      first: { type: 'boolean' },
    },
  });
  const minutes = Number(values.minutes ?? 1);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const names = values.tier?.split(',') ?? Object.keys(tiers);
  const unknown = names.find((name) => !Object.hasOwn(tiers, name));
  if (!(minutes > 0) || !Number.isSafeInteger(seed) || unknown !== undefined) {
    process.stderr.write(
      `Usage: npm run attack -- --minutes N --seed S [--tier ${Object.keys(tiers).join(',')}] [--kinds PATTERN] [--first] [--verbose]\n`,
    );
    process.exitCode = 2;
    return;
  }
  const end = Date.now() + minutes * 60_000;
  const kinds = new RegExp(values.kinds ?? '');
  const tally = await attack({
    ...{ seed, names },
    isDrawn: (kind) => kinds.test(kind),
    isOver: (_, failures) => Date.now() > end || (values.first === true && failures > 0),
    print: (text) => process.stdout.write(text),
  });
  if (values.verbose === true) for (const line of tally.kinds()) process.stdout.write(`${line}\n`);
  process.stdout.write(`${tally.line()}\n`);
  process.exitCode = tally.failures.length > 0 ? 1 : 0;
}

void main();
