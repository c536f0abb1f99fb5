/** A sample of the small organizations. `npm run bench -- small-scope` checks all of them. */
import { checkOrganization, Oracle, smallOrganizations } from './small-scope';

jest.setTimeout(120_000);

const EVERY = 430;

test('after every single edit of a small organization, the report says what the embedded API allows', async () => {
  const all = smallOrganizations();
  expect(all).toHaveLength(8587);
  const oracle = new Oracle();
  let changed = 0;
  try {
    for (const state of all.filter((_, index) => index % EVERY === 0))
      changed += (await checkOrganization(state, oracle)).changed;
  } finally {
    oracle.close();
  }
  expect(changed).toBeGreaterThan(100);
});
