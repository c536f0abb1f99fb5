import { PROVIDER_ADDRESS } from '../../../../src/model/api';
import { group } from '../../../../src/model/kinds';
import { isForeignNamesake, findKind } from '../../../../src/review/input/plan/platform-kind';

test('kindOf recognizes only types of this provider', () => {
  expect(findKind({ type: 'platform_group', provider: PROVIDER_ADDRESS })).toBe(group);
  expect(findKind({ type: 'platform_groups', provider: PROVIDER_ADDRESS })).toBeUndefined();
  expect(findKind({ type: 'platform_group', provider: 'registry.terraform.io/other/platform' })).toBeUndefined();
});

test('isForeignNamesake recognizes a type of another provider with one of our names', () => {
  expect(isForeignNamesake({ type: 'platform_group', provider: 'registry.terraform.io/other/platform' })).toBe(true);
  expect(isForeignNamesake({ type: 'platform_group', provider: PROVIDER_ADDRESS })).toBe(false);
  expect(isForeignNamesake({ type: 'terraform_data', provider: 'terraform.io/builtin/terraform' })).toBe(false);
});
