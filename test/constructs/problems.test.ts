import { findings } from '../../constructs/problems';
import { identity } from '../../src/resources';
import { message, string, type Fields } from '../../src/schema';

describe('problems', () => {
  it('hide the value of a secret', () => {
    const fields: Fields = {
      secret: string(['optional', 'sensitive'], 'A secret.', { pattern: '^x$' }),
      shown: string(['optional'], 'No secret.', { pattern: '^x$' }),
      nested: message(['optional'], 'Holds one.', {
        secret: string(['optional', 'sensitive'], 'A secret.', { pattern: '^x$' }),
      }),
    };
    expect(findings(fields, [], { secret: 'hunter2', shown: 'y', nested: { secret: 'hunter2' } }).problems).toEqual([
      'secret must match "^x$"',
      'shown must match "^x$" (it is "y")',
      'nested.secret must match "^x$"',
    ]);
  });

  it('shorten a value that is long', () => {
    const [problem] = findings(identity.fields, [], { name: 'X'.repeat(1_000) }).problems;
    expect(problem?.length).toBeLessThan(150);
  });
});
