/** A sample of the small organizations. `npm run bench -- small-scope` checks all of them. */
import { checkOrganization, Oracle, smallOrganizations } from './small-scope';

jest.setTimeout(120_000);

/** By index: one of one group, one of two, and some of three. */
const SAMPLE = [0, 200, 1800, 3600, 5400, 7200];

test('after every single edit of a small organization, the report says what the embedded API allows', async () => {
  const all = smallOrganizations();
  expect(all).toHaveLength(8587);
  const oracle = new Oracle();
  let changed = 0;
  try {
    for (const state of all.filter((_, index) => SAMPLE.includes(index)))
      changed += (await checkOrganization(state, oracle)).changed;
  } finally {
    oracle.close();
  }
  expect(changed).toBeGreaterThan(40);
});
