/** The name of this product, for all its texts. */

/** The npm package. */
export const PACKAGE_NAME = 'cdktf-provider-platform';

/** The version of the package and of the provider. A constant, because a bundled executable has no package.json. */
export const VERSION = '0.1.0';

/** The provider's name in Terraform; the types of its resources begin with it. */
export const PROVIDER_NAME = 'platform';

/** A private host name: Terraform never looks for a missing copy of the provider in a public registry. */
export const PROVIDER_HOST = 'platform-iac.internal';

/** The provider's source address of constructs. */
export const PROVIDER_ADDRESS = `${PROVIDER_HOST}/npm/${PROVIDER_NAME}`;

/** The provider's source in the public registries: each engine completes it with the host name of its own. */
export const REGISTRY_SOURCE = `platform-iac/${PROVIDER_NAME}`;

/** The provider's source addresses in the public registries, with their host names. */
export const REGISTRY_ADDRESSES: readonly string[] = ['registry.terraform.io', 'registry.opentofu.org'].map(
  (host) => `${host}/${REGISTRY_SOURCE}`,
);

const addresses: readonly unknown[] = [PROVIDER_ADDRESS, REGISTRY_SOURCE, ...REGISTRY_ADDRESSES];

/** Returns true if an address of a state, a plan or a configuration is that of this provider. */
export function isOurProvider(address: unknown): boolean {
  return addresses.includes(address);
}

/** The file that Terraform starts. */
export const EXECUTABLE_NAME = `terraform-provider-${PROVIDER_NAME}`;

/** The value of the User-Agent header: the calling program first, then this package, then the runtime. */
export function userAgent(before?: string): string {
  return [before, `${PACKAGE_NAME}/${VERSION}`, `node/${process.versions.node}`].filter(Boolean).join(' ');
}
