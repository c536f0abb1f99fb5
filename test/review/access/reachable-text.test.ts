/** An escalation path to read-only access names its role: some names of reads sound like changes. */
import { BUILT_IN_ROLES } from '../../../src/model/api';
import { reachableText } from '../../../src/review/access/rights';

const findCapabilities = (role: string) => BUILT_IN_ROLES.find(({ name }) => name === role)?.capabilities ?? [];

test('all capabilities of a viewer are read-only, and one more is not', () => {
  const reads = findCapabilities('viewer');
  expect(reachableText(reads)).toBe(`${reads.length} capabilities of viewer (read-only)`);
  expect(reachableText([...reads, 'role_bindings.create'])).toContain('role_bindings.create');
});

test.each(['editor', 'owner'])('the capabilities of %s are not read-only', (role) => {
  expect(reachableText(findCapabilities(role))).not.toContain('read-only');
});
