import { schemaProblems } from '../../src/plugin';
import { createProvider } from '../../src/provider/provider';

// `src/provider/main.ts` relies on it: it has the schema served without a check at each start.
test('the provider has valid schemas', () => {
  expect(schemaProblems(createProvider())).toEqual([]);
});
