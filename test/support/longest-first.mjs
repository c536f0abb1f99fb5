/**
 * Starts the longest test files first, so that no core waits at the end. Without measurements of Jest, as in a fresh clone, the
 * order comes from the list of the longest files and from the time limits that the other files set.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

const root = join(import.meta.dirname, '../..');

/**
 * The files to start first: about the longest on two cores, longest first. Three that wait most of the time are at the beginning,
 * where CI runs other checks at the same time. Further ones are apart from each other: otherwise the cores would wait, too. Update
 * it from the times that `npm run check` prints.
 */
export const longest = [
  'test/acceptance/pipelines/pipeline.test.ts',
  'test/acceptance/binding/adoption.test.ts',
  'test/acceptance/provider/interruption.test.ts',
  'test/acceptance/docs/docs.test.ts',
  'test/acceptance/release.test.ts',
  'test/acceptance/pipelines/workflows.test.ts',
  'test/acceptance/provider/chaos/chaos.test.ts',
  'test/acceptance/binding/bound-apply.test.ts',
  'test/acceptance/adopt.test.ts',
  'test/acceptance/plan-command.test.ts',
  'test/acceptance/demo.test.ts',
  'test/docs/site.test.ts',
  'test/package/types.test.ts',
  'test/acceptance/constructs.test.ts',
  'test/package/repository.test.ts',
  'test/acceptance/pipelines/trial.test.ts',
  'test/acceptance/provider/group-invite.test.ts',
  'test/package/new-project.test.ts',
  'test/acceptance/testing.test.ts',
  'test/acceptance/provider/replace.test.ts',
  'test/review/random-access.test.ts',
  'test/acceptance/plugin-process/transport.test.ts',
  'test/acceptance/bench.test.ts',
  'test/acceptance/binding/fixed-tricks.test.ts',
  'test/provider/keys/known-keys.test.ts',
  'test/adopt/random.test.ts',
  'test/acceptance/provider/lag.test.ts',
  'test/acceptance/plugin/values.test.ts',
  'test/plugin/server/fuzz.test.ts',
  'test/acceptance/provider/failed-creates.test.ts',
  'test/emulator/http/malformed.test.ts',
  'test/emulator/service/list-cost.test.ts',
  'test/acceptance/provider/same-twice.test.ts',
];

const AN_HOUR_MS = 3_600_000;

export default class LongestFirst extends Sequencer {
  time(test) {
    return super.time(test) ?? listed(test.path) ?? estimate(readFileSync(test.path, 'utf8'));
  }
}

/** Milliseconds: more than any estimate, in the order of the list. */
function listed(path) {
  const index = longest.indexOf(relative(root, path));
  return index < 0 ? undefined : AN_HOUR_MS * (longest.length - index);
}

/** Milliseconds. A file grants several times what it takes; among those that grant the same, the larger one is taken to be longer. */
function estimate(source) {
  const [, granted = '5_000'] = /jest\.setTimeout\((.*)\);/.exec(source) ?? [];
  const milliseconds = Number(granted.replaceAll('_', ''));
  // A test with its own time limit runs for that time.
  return (Number.isNaN(milliseconds) ? 3_000_000 : milliseconds) / 5 + source.length / 10;
}
