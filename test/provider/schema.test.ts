import { schemaProblems } from '../../src/plugin';
import { createProvider } from '../../src/provider/provider';

// `src/provider/main.ts` relies on this: it serves the schema without a check at each start.
test('the provider has valid schemas', () => {
  expect(schemaProblems(createProvider())).toEqual([]);
});
