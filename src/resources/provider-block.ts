/** The provider block: what it can say, which environment variables can say it instead, and what holds otherwise. */
import { API_VERSIONS, DEFAULT_API_VERSION } from '../api';
import { bool, integer, number, string, type Field } from '../schema';

/** What a create does when an object of the same natural key is there already. */
export type OnExisting = 'error' | 'adopt' | 'create';
export const ON_EXISTING: readonly OnExisting[] = ['error', 'adopt', 'create'];

export interface ProviderField extends Field {
  /** Read when Terraform runs, where the block says nothing. */
  readonly environment?: string;
  /** The value where neither the block nor the environment has one. */
  readonly default?: string | number | boolean;
}

/** Of the environment alone, so that no plan holds it: what the token of an assumed identity is narrowed to. */
export const CAPABILITIES_VARIABLE = 'PLATFORM_CAPABILITIES';

/** By the names that they have in Terraform. */
export const providerBlock = {
  base_url: {
    ...string(
      ['optional'],
      'The address of the API, like `https://api.example.com`, without the path of one of its versions.',
    ),
    environment: 'PLATFORM_BASE_URL',
  },
  auth_url: {
    ...string(
      ['optional'],
      'The address of the authentication service, which exchanges tokens. Needed to assume an identity.',
    ),
    environment: 'PLATFORM_AUTH_URL',
  },
  token: {
    ...string(
      ['optional', 'sensitive'],
      'An API token, used as it is. Written here it lands in saved plans: prefer the environment or a variable.',
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
      "The OIDC token with which to assume the identity. It lives for minutes: prefer a file or the CI system's own.",
    ),
    environment: 'PLATFORM_IDENTITY_TOKEN',
  },
  identity_token_file: {
    ...string(
      ['optional'],
      'A file that holds the OIDC token, read anew each time a token is needed. Without file and token, a job of GitHub Actions (with `id-token: write`) presents its own.',
    ),
    environment: 'PLATFORM_IDENTITY_TOKEN_FILE',
  },
  api_version: {
    ...string(['optional'], `The version of the API to speak: \`${API_VERSIONS.join('` or `')}\`.`, {
      oneOf: API_VERSIONS,
    }),
    default: DEFAULT_API_VERSION,
  },
  on_existing: {
    ...string(
      ['optional'],
      'What to do when an object to be created exists already, by its place and name: `error` stops and prints the `import` block that takes it over, `adopt` takes it over and changes what differs, `create` makes a second one.',
      { oneOf: ON_EXISTING },
    ),
    default: 'error',
  },
  bulk_refresh: {
    ...bool(
      ['optional'],
      'Whether to list a kind where many of its objects are refreshed or created, instead of one request for each.',
    ),
    default: true,
  },
  requests_per_second: number(['optional'], 'The most requests a second; without it there is no limit.', {
    min: 0.01,
    max: 10_000,
  }),
  max_retries: {
    ...integer(['optional'], 'How often a request is tried again after a failure that may pass.', { min: 0, max: 100 }),
    default: 5,
  },
  request_timeout_seconds: {
    ...number(['optional'], 'The longest a single request may take, in seconds.', { min: 0.1, max: 3600 }),
    default: 30,
  },
  propagation_timeout_seconds: {
    ...number(
      ['optional'],
      'The age, in seconds, at which an object that the service does not find counts as deleted. A younger one is asked for again, because reads of a live service may lag behind its writes. 0 turns this off.',
      { min: 0, max: 600 },
    ),
    default: 30,
  },
} as const satisfies Readonly<Record<string, ProviderField>>;

export type ProviderAttribute = keyof typeof providerBlock;

/** What the block and the environment can say: each has its own variable. */
export type ProviderSetting = {
  [Name in ProviderAttribute]: (typeof providerBlock)[Name] extends { readonly environment: string } ? Name : never;
}[ProviderAttribute];
