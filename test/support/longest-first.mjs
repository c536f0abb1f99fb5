/**
 * The order of the test files: what takes longest begins first, so that at the end no core waits for another. Where Jest has
 * measured nothing yet, as in a fresh clone, the time that a file grants its tests says how long it may take.
 */
import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

export default class LongestFirst extends Sequencer {
  time(test) {
    return super.time(test) ?? estimate(readFileSync(test.path, 'utf8'));
  }
}

/** Milliseconds. A file grants several times what it takes; among those that grant the same, the larger one is taken to be longer. */
function estimate(source) {
  const [, granted = '5_000'] = /jest\.setTimeout\((.*)\);/.exec(source) ?? [];
  const milliseconds = Number(granted.replaceAll('_', ''));
  // A test with its own time limit runs for that time.
  return (Number.isNaN(milliseconds) ? 3_000_000 : milliseconds) / 5 + source.length / 10;
}
