/**
 * Prints the effect of each fault on each kind, for the phases of an object: `tsx test/provider/chaos/fault-matrix.ts`. The
 * fault occurs at every second request of a phase, three times; reads always lag. "1": one run was enough. "2": another run
 * completed it. A duplicate, an orphan, lost state or a plan that is not empty is an error, and the exit code is 1.
 */
import { declarations } from '../../../src/model/kinds';
import { type Declaration, offers } from '../../../src/model/schema';
import { randomFrom } from '../../support/random';
import { accidents } from './accidents';
import { startObject } from './object';

const phases = ['apply', 'apply again', 'plan', 'update', 'destroy, apply'] as const;
const lags = { 'lag of gets': 'gets', 'lag of lists': 'lists' } as const;

type Subject = Awaited<ReturnType<typeof startObject>>;

const workOf = (object: Subject): Readonly<Record<(typeof phases)[number], () => Promise<boolean>>> => ({
  apply: object.apply,
  'apply again': object.apply,
  plan: object.plan,
  update: () => {
    object.edits['change some values']();
    return object.apply();
  },
  'destroy, apply': async () => {
    await object.edits['remove it and declare it again']();
    return object.apply();
  },
});

async function row(declaration: Declaration, fault: string): Promise<string[]> {
  const object = await startObject(declaration, randomFrom(7));
  const results: string[] = [];
  const reads = Object.entries(lags).find(([name]) => name === fault)?.[1];
  const endLag = reads && object.lag(reads);
  try {
    for (const phase of phases) {
      if (reads === undefined) object.meet([fault, 'nothing', fault, 'nothing', fault]);
      try {
        const isEnough = await workOf(object)[phase]();
        // No pause between the phases, so that reads still lag behind the previous one, unless another run is needed.
        // Reads of this program lag, too, so that the end checks the objects.
        if (reads === undefined || !isEnough) {
          if (reads !== undefined) object.edits['let an hour pass']();
          await object.settle();
        }
        results.push(isEnough ? '1' : '2');
      } catch (error) {
        process.exitCode = 1;
        console.error(`${fault}, ${declaration.kind}, ${phase}: ${String(error)}`);
        return [...results, 'error'];
      }
    }
    endLag?.();
    if (reads !== undefined) object.edits['let an hour pass']();
    await object.settle();
    return results;
  } finally {
    object.close();
  }
}

async function main(): Promise<void> {
  const managed = declarations.filter((declaration) => offers(declaration, 'create'));
  console.log(`| Fault | Kind | ${phases.join(' | ')} |\n|---|---|${phases.map(() => '---|').join('')}`);
  for (const fault of [...Object.keys(accidents), ...Object.keys(lags)])
    for (const declaration of managed)
      console.log(`| ${fault} | ${declaration.kind} | ${(await row(declaration, fault)).join(' | ')} |`);
}

void main();
