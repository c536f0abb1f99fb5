import { synthesized } from '../../../constructs/testing';
import { company } from './programs';

const org = synthesized(company);

it.each<[string, () => unknown, string]>([
  [
    'a typo in a path',
    () => org.can('acme/payments/c1', 'groups.list', 'acme'),
    'Cannot find identity "acme/payments/c1". Did you mean acme/payments/ci?',
  ],
  [
    'the last part of a path',
    () => org.can('ci', 'groups.list', 'acme'),
    'Cannot find identity "ci". Did you mean acme/payments/ci?',
  ],
  [
    'a name without similar ones',
    () => org.whoHas('viewer', 'engineering'),
    'Cannot find the group "engineering": it does not exist. Use one of these: acme, acme/payments.',
  ],
  [
    'an unknown role',
    () => org.whoHas('viewr', 'acme'),
    'Cannot find the role "viewr": it does not exist. Did you mean "viewer"?',
  ],
  [
    'a capability that no role names',
    () => org.whoCan('groups.lst', 'acme'),
    'Cannot evaluate the capability "groups.lst": no role names it. Did you mean "groups.list"?',
  ],
])('%s is an error with the next step', (_, ask, message) => {
  expect(ask).toThrow(new TypeError(message));
});

test('a built-in role that nobody has is known', () => {
  expect(org.whoHas('owner', 'acme/payments')).toEqual([]);
});

test('both representations of a capability are accepted', () => {
  expect(org.can('acme/payments/ci', 'CAP_IAM_GROUPS_LIST', 'acme')).toBe(true);
});
