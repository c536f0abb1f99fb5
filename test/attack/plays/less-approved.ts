/**
 * The approval of a plan lacks a part that the plan has: a program, access, a trust policy, a finding, a place without proof or a write.
 * No reader may accept the plan with it.
 */
import { isDeepStrictEqual } from 'node:util';
import { sealReport } from '../../../src/model/approval';
import { reasonsAgainst, type Report } from '../../../src/review';
import { edges } from '../changes/edge';
import { addKnownProvider, additions } from './added-parts';
import { type Json, type Path, getFormerPaths, replacedAt, valueAt } from './json-paths';
import { type Play, refusedUnless, withChange } from './play';

/** Parts of one report. */
const TRIED = 8;

/** The lists whose entries the plan may not have in addition. */
const BOUND: readonly Path[] = [
  ...[['executes'], ['approvedWrites'], ['proof', 'places']],
  ...['gained', 'early', 'trust', 'escalations', 'findings', 'unresolved', 'state'].map((name) => ['effect', name]),
];

/** Findings that follow from access, trust policies and escalation paths, which are parts of their own. */
const DERIVED = [
  'access-gained',
  'owner-gained',
  'claim-widened',
  'escalation-path',
  'outsider-can-assume',
  'early-access',
];

interface Row {
  readonly capabilities: readonly string[];
  readonly places: readonly (readonly string[])[];
}

/** True for an entry whose facts other entries repeat, or that gives nobody more. */
function isRepeated({ id, relation, outsiders }: Json): boolean {
  return DERIVED.includes(String(id)) || (relation === 'removed' && (outsiders as string[]).length === 0);
}

/** True for an access row whose capabilities other rows of the list give at the same places. */
function isCovered(report: object, path: Path): boolean {
  const { capabilities, places } = valueAt(report, path) as Partial<Row>;
  if (capabilities === undefined || places === undefined) return false;
  const others = (valueAt(report, path.slice(0, -1)) as readonly Row[]).filter((_, at) => at !== path.at(-1));
  return places.every((place) =>
    capabilities.every((name) =>
      others.some((row) => row.capabilities.includes(name) && row.places.some((one) => isDeepStrictEqual(one, place))),
    ),
  );
}

export const lessApproved: readonly Play[] = [
  {
    name: 'the approval lacks a part of the plan',
    play: (random) =>
      withChange(random, edges, async ({ world, input }) => {
        const { alter } = random.chance(60) ? random.pick(additions)! : {};
        const { review, report } = await world.review(input, 'seed', {
          alter(plan, files) {
            addKnownProvider(plan);
            alter?.(plan, files);
          },
        });
        if (report.digest === undefined) return { result: 'inconclusive', beyond: [] };
        const entries = getFormerPaths(report, (_, path) =>
          BOUND.some((part) => path.length === part.length + 1 && part.every((step, index) => step === path[index])),
        ).filter((path) => !isRepeated(valueAt(report, path) as Json) && !isCovered(report, path));
        const beyond: string[] = [];
        for (let tried = 0; tried < TRIED && entries.length > 0; tried++) {
          // A plan has many findings, and few writes.
          const part = random.pick([...new Set(entries.map((entry) => entry[entry.length - 2]))]);
          const path = random.pick(entries.filter((entry) => entry[entry.length - 2] === part))!;
          const less = sealReport(replacedAt(report, path, undefined) as Json) as unknown as Report;
          const reasons = await reasonsAgainst(less, review, world.client);
          if (reasons.length === 0)
            beyond.push(`Accepted without ${path.join('.')}: ${JSON.stringify(valueAt(report, path))}`);
        }
        return refusedUnless(beyond);
      }),
  },
];
