/** A reader gets an edited report: unsealed, or with a new digest and checksum that match the edit. */
import { sealReport } from '../../../src/approval';
import { readApproved, type Report } from '../../../src/review';
import type { Random } from '../../support/random';
import { honest } from '../changes/honest';
import { additions } from './added-parts';
import { changeAt, type Json, type Path, valueAt } from './json-paths';
import { type Play, refusedUnless, withChange } from './play';

/** Edits of one report. */
const EDITS = 20;

/** The parts that an approval binds. An edit of another part misleads a reader. */
const BINDING = ['approvedWrites', 'executes', 'effect', 'leastCapabilities', 'proof'];
/** Wording. */
const TEXTS = ['why', 'plan'];
/** They seal the others. */
const SEALS = ['digest', 'checksum'];

export const editedReports: readonly Play[] = [
  {
    name: 'a reader gets an edited report',
    weight: 3,
    play: (random) =>
      withChange(random, honest, async ({ world, input }) => {
        const { alter } = random.chance(50) ? random.pick(additions)! : {};
        const { report } = await world.review(input, 'seed', { alter });
        if (report.digest === undefined) return { result: 'inconclusive', beyond: [] };
        return refusedUnless(Array.from({ length: EDITS }, () => findAcceptedEdit(report, random)).flat());
      }),
  },
];

/** Edits a report. Returns the edit if a reader accepts it with the digest of the report. */
function findAcceptedEdit(report: Report, random: Random): string[] {
  const isSealed = random.chance(60);
  const parts = Object.keys(report).filter((name) => (isSealed ? BINDING.includes(name) : !SEALS.includes(name)));
  const path = drawPath(report, parts, random);
  const edited = changeAt(report, path, random) as Json;
  if (JSON.stringify(edited) === JSON.stringify(report)) return [];
  const accepted = acceptedDigest(isSealed ? sealReport({ ...edited }) : edited);
  const how = isSealed ? 'With a new digest and checksum' : 'Unsealed';
  return accepted === report.digest ? [`${how}, accepted: ${path.join('.')}`] : [];
}

function acceptedDigest(report: object): string | undefined {
  try {
    return readApproved(JSON.stringify(report), 'report.json').digest;
  } catch {
    return undefined;
  }
}

/** Returns the path of a random value that an approval binds. */
function drawPath(report: object, parts: readonly string[], random: Random): Path {
  let path: Path = [random.pick(parts)!];
  for (;;) {
    const value = valueAt(report, path);
    const isInner = typeof value === 'object' && value !== null;
    const steps = isInner ? Object.keys(value).filter((name) => !TEXTS.includes(name)) : [];
    if (steps.length === 0 || (path.length > 1 && random.chance(20))) return path;
    const step = random.pick(steps)!;
    path = [...path, Array.isArray(value) ? Number(step) : step];
  }
}
