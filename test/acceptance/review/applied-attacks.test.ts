// @smoke
/**
 * Applied attacks: the emulator then allows the access of the report. `npx tsx test/review/corpus/applied.ts` compares all
 * marked cases. These two widen a role, and hide a grant in a table.
 */
import { builtProvider } from '../../support/built';
import { compareApplied } from '../../review/corpus/applied';
import { corpus } from '../../review/corpus/cases';

jest.setTimeout(240_000);

test.each(['role-creates-bindings', 'grants-in-a-table'])(
  'the API allows the access that the report of %s shows',
  async (name) => {
    const attack = corpus.find((corpusCase) => corpusCase.name === name && corpusCase.isApplied === true);
    const { gained, lost, reported } = await compareApplied(attack!, builtProvider());
    expect({ gained, lost }).toEqual(reported);
    expect(gained.length).toBeGreaterThan(0);
  },
);
