import { API_VERSIONS } from '../../api';
import { bool, num, schema, str } from '../../plugin';
import { ON_EXISTING } from '../session';

/** The provider block. Everything is optional, because the environment may say it as well. */
export const configurationSchema = schema({
  description: 'Declares the structure of an organization on a Platform Management API.',
  attributes: {
    base_url: str({
      mode: 'optional',
      description: 'The address of the API, like `https://api.example.com`. Environment: `PLATFORM_BASE_URL`.',
    }),
    auth_url: str({
      mode: 'optional',
      description:
        'The address of the authentication service; needed to assume an identity. Environment: `PLATFORM_AUTH_URL`.',
    }),
    token: str({
      mode: 'optional',
      sensitive: true,
      description: 'A token of the API. Better given as `PLATFORM_TOKEN` than written here.',
    }),
    identity_uid: str({
      mode: 'optional',
      description: 'The identity to assume with an OIDC token. Environment: `PLATFORM_IDENTITY_UID`.',
    }),
    identity_token: str({
      mode: 'optional',
      sensitive: true,
      description: 'The OIDC token to assume it with. Better given as `PLATFORM_IDENTITY_TOKEN` than written here.',
    }),
    identity_token_file: str({
      mode: 'optional',
      description:
        'A file that holds the OIDC token, read anew for every exchange. Environment: `PLATFORM_IDENTITY_TOKEN_FILE`. Without either, a job of GitHub Actions presents its own.',
    }),
    api_version: str({
      mode: 'optional',
      description: `The version of the API: \`${API_VERSIONS.join('` or `')}\`, by default \`${API_VERSIONS[0]}\`.`,
      validate: [oneOf(API_VERSIONS)],
    }),
    on_existing: str({
      mode: 'optional',
      description:
        'What a create does when such an object is there already: `error` (the default) stops and shows how to import it, `adopt` takes it over, `create` makes a second one.',
      validate: [oneOf(ON_EXISTING)],
    }),
    bulk_refresh: bool({
      mode: 'optional',
      description: 'Whether many objects may be read with few requests, by listing them. By default `true`.',
    }),
    requests_per_second: num({
      mode: 'optional',
      description: 'The most requests a second; by default there is no limit.',
      validate: [between(0.01, 10_000)],
    }),
    max_retries: num({
      mode: 'optional',
      description: 'How often a request that failed for the moment is sent again; by default 5.',
      validate: [between(0, 100), whole],
    }),
    request_timeout_seconds: num({
      mode: 'optional',
      description: 'The longest wait for one answer, in seconds; by default 30.',
      validate: [between(0.1, 3600)],
    }),
  },
});

function oneOf(words: readonly string[]): (value: string) => string | undefined {
  return (value) => (words.includes(value) ? undefined : `must be one of ${words.join(', ')}`);
}

function between(least: number, most: number): (value: number) => string | undefined {
  return (value) => (value >= least && value <= most ? undefined : `must be between ${least} and ${most}`);
}

function whole(value: number): string | undefined {
  return Number.isInteger(value) ? undefined : 'must be a whole number';
}
