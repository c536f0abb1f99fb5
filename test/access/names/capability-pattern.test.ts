import { EVERY_OTHER_CAPABILITY } from '../../../src/access/graph';
import { CAPABILITIES, CAPABILITY_ENUM_NAMES } from '../../../src/model/api';
import { capabilityPattern } from '../../../src/access/rules';

test('each capability matches both of its representations, and no other capability', () => {
  for (const [index, name] of CAPABILITIES.entries())
    for (const text of [name, CAPABILITY_ENUM_NAMES[index]!])
      expect(CAPABILITIES.filter(capabilityPattern(text).matches)).toEqual([name]);
});

test.each([
  ['role_bindings.*', 'CAP_IAM_ROLE_BINDINGS_*'],
  ['*', 'CAP_*'],
  ['*.list', '*.list'],
])('the pattern %s matches the same as %s', (dotted, enumerated) => {
  const found = CAPABILITIES.filter(capabilityPattern(dotted).matches);
  expect(found.length).toBeGreaterThan(3);
  expect(CAPABILITIES.filter(capabilityPattern(enumerated).matches)).toEqual(found);
});

test('only a pattern of unknown capabilities matches those that nobody has named', () => {
  const matches = (pattern: string) => capabilityPattern(pattern).matches(EVERY_OTHER_CAPABILITY);
  expect(['figs.*', 'figs.list', 'CAP_FIGS_LIST', '*'].map(matches)).toEqual([true, true, true, true]);
  expect(['groups.*', 'groups.list', 'CAP_IAM_GROUPS_LIST'].map(matches)).toEqual([false, false, false]);
});
