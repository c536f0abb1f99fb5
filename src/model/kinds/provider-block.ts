/** The provider block: its attributes, their environment variables and their defaults. */
import { API_VERSIONS, DEFAULT_API_VERSION } from '../api';
import { bool, integer, number, string, type Field } from '../schema';

/** The action of a create when an object of the same natural key already exists. */
export type OnExisting = 'error' | 'adopt' | 'create';
export const ON_EXISTING: readonly OnExisting[] = ['error', 'adopt', 'create'];

export interface ProviderField extends Field {
  /** Read when Terraform runs, where the block says nothing. */
  readonly environment?: string;
  /** The value where neither the block nor the environment has one. */
  readonly default?: string | number | boolean;
}

/**
 * Set by the environment only, so that no plan contains it: the capabilities that limit the token of an assumed
 * identity.
 */
export const CAPABILITIES_VARIABLE = 'PLATFORM_CAPABILITIES';

/**
 * Set by `platform-iac plan --snapshot` only: the address and the token of the API that serves a snapshot, as JSON. They
 * replace those of the provider block.
 */
export const SNAPSHOT_VARIABLE = 'PLATFORM_SNAPSHOT_API';

/** By the names that they have in Terraform. */
export const providerBlock = {
  base_url: {
    ...string(['optional'], 'The address of the API, like `https://api.example.com`, without the path of a version.'),
    environment: 'PLATFORM_BASE_URL',
  },
  auth_url: {
    ...string(
      ['optional'],
      'The address of the authentication service, which exchanges tokens. Required to assume an identity.',
    ),
    environment: 'PLATFORM_AUTH_URL',
  },
  token: {
    ...string(
      ['optional', 'sensitive'],
      'An API token, used unchanged. Saved plans contain a token that is set here. Use the environment or a variable instead.',
    ),
    environment: 'PLATFORM_TOKEN',
  },
  identity_uid: {
    ...string(['optional'], 'The uid of the identity to assume with an OIDC token.', { format: 'uid' }),
    environment: 'PLATFORM_IDENTITY_UID',
  },
  identity_token: {
    ...string(
      ['optional', 'sensitive'],
      'The OIDC token to assume the identity with. It expires within minutes, so prefer a file or the token of the CI system.',
    ),
    environment: 'PLATFORM_IDENTITY_TOKEN',
  },
  identity_token_file: {
    ...string(
      ['optional'],
      'A file with the OIDC token. The provider reads it each time that it needs a token. Without a file and a token, it uses the token of the GitHub Actions job (with `id-token: write`).',
    ),
    environment: 'PLATFORM_IDENTITY_TOKEN_FILE',
  },
  api_version: {
    ...string(['optional'], `The version of the API: \`${API_VERSIONS.join('` or `')}\`.`, {
      oneOf: API_VERSIONS,
    }),
    environment: 'PLATFORM_API_VERSION',
    default: DEFAULT_API_VERSION,
  },
  on_existing: {
    ...string(
      ['optional'],
      'The action if an object with the same parent and name already exists. `error` stops and prints the `import` block for it, `adopt` imports it and updates differing fields, `create` creates a duplicate.',
      { oneOf: ON_EXISTING },
    ),
    default: 'error',
  },
  bulk_refresh: {
    ...bool(
      ['optional'],
      'If true, the provider lists a kind when it refreshes or creates many of its objects, instead of sending one request for each.',
    ),
    default: true,
  },
  requests_per_second: number(
    ['optional'],
    'The maximum number of requests per second. By default unlimited, until the service refuses requests with 429: then the provider learns a rate.',
    {
      min: 0.01,
      max: 10_000,
    },
  ),
  max_retries: {
    ...integer(
      ['optional'],
      'The maximum number of retries of a request after a temporary failure. Requests that are refused with 429 do not count, unless this is 0.',
      {
        min: 0,
        max: 100,
      },
    ),
    default: 5,
  },
  request_timeout_seconds: {
    ...number(['optional'], 'The time limit of a single request, in seconds.', { min: 0.1, max: 3600 }),
    default: 30,
  },
  propagation_timeout_seconds: {
    ...number(
      ['optional'],
      'The age, in seconds, at which an object that the service does not find counts as deleted. The provider reads a younger object again, because reads of a live service may lag behind its writes. 0 turns this off.',
      { min: 0, max: 600 },
    ),
    default: 30,
  },
} as const satisfies Readonly<Record<string, ProviderField>>;

export type ProviderAttribute = keyof typeof providerBlock;

/** The attributes with the address of the service that an apply writes to. */
export const SERVICE_ADDRESSES: readonly ProviderAttribute[] = ['base_url', 'auth_url'];

/** The attributes that decide which service an apply writes to, and how. */
export const SERVICE_ATTRIBUTES: readonly ProviderAttribute[] = [...SERVICE_ADDRESSES, 'api_version', 'on_existing'];

/** The settings of the block and the environment: each has its own variable. */
export type ProviderSetting = {
  [Name in ProviderAttribute]: (typeof providerBlock)[Name] extends { readonly environment: string } ? Name : never;
}[ProviderAttribute];
