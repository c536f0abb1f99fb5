/** A reader gets an edited report: unsealed, or with a new checksum that matches the edit, and the old or a new digest. */
import { reportChecksum, sealReport } from '../../../src/model/approval';
import { readApproved, type Report } from '../../../src/review';
import type { Random } from '../../support/random';
import { honest } from '../changes/honest';
import { additions } from './added-parts';
import { changeAt, type Json, type Path, valueAt } from './json-paths';
import { type Play, refusedUnless, withChange } from './play';

/** Ways to seal an edited report. `checksum`: with the digest of the approved one. */
type Seal = 'no' | 'whole' | 'checksum';

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
  const seal: Seal = random.pick(['no', 'whole', 'checksum'] as const)!;
  const parts = Object.keys(report).filter((name) => (seal !== 'no' ? BINDING.includes(name) : !SEALS.includes(name)));
  const path = drawPath(report, parts, random);
  const edited = changeAt(report, path, random) as Json;
  if (JSON.stringify(edited) === JSON.stringify(report)) return [];
  const sealed: Readonly<Record<Seal, () => object>> = {
    no: () => edited,
    whole: () => sealReport({ ...edited }),
    checksum: () => ({ ...edited, checksum: reportChecksum(edited) }),
  };
  return acceptedDigest(sealed[seal]()) === report.digest ? [`Sealed: ${seal}, accepted: ${path.join('.')}`] : [];
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
