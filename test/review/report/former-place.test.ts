/** Tests the calls for renamed constructs. Only a path with the former address is named. */
import { withFormerPath } from '../../../src/review/report/former-place';

const renamed = (construct: string | undefined, fromAddress: string) => {
  const call = `x.wasAt('${fromAddress}')`;
  return withFormerPath({
    from: 'acme/product/mobile',
    fromAddress,
    call,
    ...(construct !== undefined && { construct }),
  });
};

test.each([
  [
    'a group in its group',
    'org/acme/product/apps',
    'platform_group.acme_product_mobile',
    "x.wasAt('acme/product/mobile')",
    'org/acme/product/apps',
  ],
  ['a group in the stack', 'org/apps', 'platform_group.mobile', "x.wasAt('mobile')", 'org/apps'],
  // The address is the one that CDK for Terraform gives the path mobile/group.
  [
    'a group in a construct',
    'org/apps/group',
    'platform_group.mobile_group_90458592',
    "moved(x, 'mobile')",
    'org/apps',
  ],
  [
    'another id',
    'org/acme/product/apps',
    'platform_group.phones',
    "x.wasAt('platform_group.phones')",
    'org/acme/product/apps',
  ],
  [
    'another hash',
    'org/apps/group',
    'platform_group.mobile_group_00000000',
    "x.wasAt('platform_group.mobile_group_00000000')",
    'org/apps/group',
  ],
])('%s', (_, construct, address, call, of) => {
  expect(renamed(construct, address)).toMatchObject({ call, construct: of });
});

test('without a synthesized stack, the call has the address', () => {
  expect(renamed(undefined, 'platform_group.mobile').call).toBe("x.wasAt('platform_group.mobile')");
});
