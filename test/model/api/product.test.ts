import { name, version } from '../../../package.json';
import { EXECUTABLE_NAME, PACKAGE_NAME, PROVIDER_ADDRESS, userAgent, VERSION } from '../../../src/model/api';

describe('the product', () => {
  it('has the name and the version of the package', () => {
    expect([PACKAGE_NAME, VERSION]).toEqual([name, version]);
  });

  it('is found by Terraform where it is promised to be', () => {
    expect([PROVIDER_ADDRESS, EXECUTABLE_NAME]).toEqual([
      'platform-iac.internal/npm/platform',
      'terraform-provider-platform',
    ]);
  });
});

describe('the User-Agent', () => {
  it('names this package and its version', () => {
    expect(userAgent()).toBe(`${name}/${version} node/${process.versions.node}`);
  });

  it('puts the calling program first', () => {
    expect(userAgent('my-tool/1.0')).toMatch(/^my-tool\/1\.0 cdktf-provider-platform\/\S+ node\/\d/);
  });
});
