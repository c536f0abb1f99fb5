/**
 * Prints what each fault does to each kind, for the phases of an object: `tsx test/provider/chaos/fault-matrix.ts`. A phase meets
 * the fault at every second request, three times. "1": one run was enough. "2": another run completed it. A duplicate, an orphan or lost
 * state throws. The faults of the last phase meet the destruction, which may be repeated; its result is that of the apply after it.
 */
import { declarations } from '../../../src/resources';
import { offers } from '../../../src/schema';
import { randomFrom } from '../../support/random';
import { accidents } from './accidents';
import { startObject } from './object';

const phases = ['apply', 'apply again', 'update', 'destroy, apply'] as const;

async function row(declaration: (typeof declarations)[number], fault: string): Promise<string[]> {
  const object = await startObject(declaration, randomFrom(7));
  const course = [fault, 'nothing', fault, 'nothing', fault];
  const meeting = async (work: () => Promise<boolean>): Promise<string> => {
    object.meet([...course]);
    const isEnough = await work();
    await object.settle();
    return isEnough ? '1' : '2';
  };
  try {
    return [
      await meeting(object.apply),
      await meeting(object.apply),
      await meeting(async () => {
        object.edits['write something else']();
        return object.apply();
      }),
      await meeting(async () => {
        await object.edits['remove it, and declare it again']();
        return object.apply();
      }),
    ];
  } finally {
    object.close();
  }
}

async function main(): Promise<void> {
  const managed = declarations.filter((declaration) => offers(declaration, 'create'));
  console.log(`| Fault | Kind | ${phases.join(' | ')} |\n|---|---|${phases.map(() => '---|').join('')}`);
  for (const fault of Object.keys(accidents))
    for (const declaration of managed)
      console.log(`| ${fault} | ${declaration.kind} | ${(await row(declaration, fault)).join(' | ')} |`);
}

void main();
