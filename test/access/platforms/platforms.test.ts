/** Every platform has a factory, a table, and the cases of its tests. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Trust } from '../../../constructs';
import { PLATFORMS } from '../../../src/access/trust';
import { mintsDocumentedTokens } from './issuer-cases';
import { testMistakes, testTrusts } from './platform-cases';
import { fileOf, readTables } from './platform-table';

describe.each(readTables())('%s', (name, { cases }) => {
  it('has a factory, and cases in its table or in a test of its own', () => {
    expect(Trust).toHaveProperty([name], expect.any(Function));
    expect(existsSync(join(__dirname, `${fileOf(name)}.test.ts`))).toBe(cases === undefined);
  });

  if (cases === undefined) return;
  testTrusts(cases.trusts);
  testMistakes(cases.mistakes);
  mintsDocumentedTokens(PLATFORMS[name].issuers, cases.documented);
});
