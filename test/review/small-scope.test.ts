/** A sample of the small organizations. `npm run bench -- small-scope` checks all of them. */
import { checkOrganization, nothingCompared } from './small-scope/check';
import { EmbeddedAnswers } from './small-scope/embedded-answers';
import { smallOrganizations } from './small-scope/organizations';

jest.setTimeout(120_000);

/** Indexes of organizations with one, two and three groups. */
const SAMPLE = [40, 1500, 5000, 8000, 11_000, 15_000];

test('after every single edit of a small organization, the report agrees with the emulator', async () => {
  const all = smallOrganizations();
  expect(all).toHaveLength(16_394);
  const embedded = new EmbeddedAnswers();
  const [meanings, compared] = [new Map<string, string>(), nothingCompared()];
  try {
    for (const index of SAMPLE)
      await checkOrganization(all[index] as (typeof all)[number], embedded, meanings, compared);
  } finally {
    embedded.close();
  }
  expect(compared.changed).toBeGreaterThan(40);
  expect(compared.sameMeanings).toBe(SAMPLE.length);
});
