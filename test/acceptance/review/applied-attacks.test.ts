/**
 * Applied attacks: the emulator then allows the access of the report. `npx tsx test/review/corpus/applied.ts` compares all
 * marked cases. These two widen a role, and hide a grant in a table.
 */
import { bundlePlugin } from '../../support/bundle-plugin';
import { compareApplied } from '../../review/corpus/applied';
import { corpus } from '../../review/corpus/cases';

jest.setTimeout(240_000);

const plugin = bundlePlugin('src/provider/main.ts', 'platform');
afterAll(() => plugin.remove());

test.each(['role-creates-bindings', 'grants-in-a-table'])(
  'the API allows the access that the report of %s shows',
  async (name) => {
    const attack = corpus.find((one) => one.name === name && one.isApplied === true);
    const { gained, lost, reported } = await compareApplied(attack!, plugin.file);
    expect({ gained, lost }).toEqual(reported);
    expect(gained.length).toBeGreaterThan(0);
  },
);
