/** The provider block: what is wrong with it, and the client that it comes to. Nothing is sent. */
import { API_VERSIONS } from '../../api';
import {
  type Attempt,
  createClient,
  exchangedToken,
  fixedToken,
  gitHubActionsToken,
  givenIdentityToken,
  type IdentityToken,
  identityTokenFile,
  type TokenSource,
  type TransportOptions,
} from '../../client';
import {
  type BareContext,
  type ConfigureContext,
  DiagError,
  type Diagnostic,
  isUnknown,
  type Log,
  type Schema,
} from '../../plugin';
import { ON_EXISTING, providerBlock } from '../../resources';
import type { Configured, ProviderRuntime } from '../session';
import { type Authentication, authenticationOf, type IdentitySource } from './authentication';
import {
  emptyVariables,
  type EnvironmentVariables,
  type ProviderBlock,
  readSettings,
  settingProblems,
  spelled,
  variableOf,
} from './settings';

type Context = Pick<ConfigureContext<Schema>, 'config' | 'log' | 'terraformVersion'>;

/** Throws a `DiagError` with everything that is wrong; what is unknown is named, and then there is no client. */
export function configure({ config, log, terraformVersion }: Context, runtime: ProviderRuntime = {}): Configured {
  const env = runtime.env ?? process.env;
  const settings = readSettings(config, env);
  const authentication = authenticationOf(settings, env);
  const problems = [
    ...settingProblems(settings),
    ...(settings.has('base_url') ? [] : [noBaseUrl(env)]),
    ...(isProblem(authentication) ? authentication : []),
  ];
  if (problems.length > 0) throw new DiagError(problems);
  const unknown = Object.keys(config).filter((name) => isUnknown(config[name]));
  const common = {
    unknown,
    onExisting: ON_EXISTING.find((word) => word === config.on_existing) ?? providerBlock.on_existing.default,
    bulkRefresh: typeof config.bulk_refresh === 'boolean' ? config.bulk_refresh : providerBlock.bulk_refresh.default,
  };
  const baseUrl = settings.get('base_url')?.value;
  if (unknown.length > 0 || baseUrl === undefined || authentication === undefined || isProblem(authentication)) {
    return common;
  }
  const transport = transportOf(config, log, terraformVersion, runtime);
  const tokens = tokenSource(authentication, baseUrl, transport);
  const apiVersion = API_VERSIONS.find((version) => version === config.api_version);
  const client = createClient({ ...transport, baseUrl, token: tokens, apiVersion });
  return { ...common, client, token: (signal) => tokens.token(signal) };
}

/** What is wrong with the block whatever the environment says: `terraform validate` may run without it. */
function blockProblems(config: ProviderBlock): Diagnostic[] {
  const settings = readSettings(config, {});
  const authentication = authenticationOf(settings, {});
  const conflicts = isProblem(authentication) ? authentication.filter(({ path }) => path !== undefined) : [];
  return [...settingProblems(settings), ...conflicts];
}

function isProblem(
  authentication: Authentication | readonly Diagnostic[] | undefined,
): authentication is readonly Diagnostic[] {
  return Array.isArray(authentication);
}

function transportOf(
  config: ProviderBlock,
  log: Log,
  terraformVersion: string,
  runtime: ProviderRuntime,
): TransportOptions {
  const number = <D>(value: unknown, otherwise: D): number | D => (typeof value === 'number' ? value : otherwise);
  const seconds = number(config.request_timeout_seconds, providerBlock.request_timeout_seconds.default);
  return {
    clock: runtime.clock,
    random: runtime.random,
    sleep: runtime.sleep,
    fetch: runtime.fetch,
    requestsPerSecond: number(config.requests_per_second, undefined),
    maxRetries: number(config.max_retries, providerBlock.max_retries.default),
    requestTimeoutMs: seconds * 1000,
    userAgent: `Terraform/${terraformVersion}`,
    observe: (attempt) => logAttempt(log, attempt),
  };
}

function logAttempt(log: Log, { method, url, ...fields }: Attempt): void {
  const told = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  log.debug(`${method} ${url}`, told);
}

function tokenSource(authentication: Authentication, baseUrl: string, transport: TransportOptions): TokenSource {
  if (authentication.way === 'token') return fixedToken(authentication.token.value ?? '');
  const authUrl = authentication.authUrl.value ?? '';
  return exchangedToken({
    ...transport,
    authUrl,
    audience: baseUrl,
    identityUid: authentication.identityUid.value ?? '',
    identityToken: identityToken(authentication.presented, new URL(authUrl).hostname, transport),
  });
}

/** `audience`: what an identity expects that names none, the host of the authentication service (contract T5). */
function identityToken(presented: IdentitySource, audience: string, transport: TransportOptions): IdentityToken {
  if (presented.by === 'gitHubActions') return gitHubActionsToken({ ...presented, audience }, transport);
  const value = presented.setting.value ?? '';
  return presented.by === 'file' ? identityTokenFile(value) : givenIdentityToken(value, spelled(presented.setting));
}

const noBaseUrl = (env: EnvironmentVariables): Diagnostic => ({
  severity: 'error',
  summary: 'No base_url',
  detail: `${emptyVariables(['base_url'], env)}Set ${variableOf('base_url')} where Terraform runs, or base_url in the provider block: the address of the API, like https://api.example.com.`,
});

export { configurationSchema } from './schema';

/** Checks the block by itself, at `terraform validate` too. */
export function validateConfiguration({ config, diags }: BareContext & { readonly config: ProviderBlock }): void {
  diags.add(...blockProblems(config));
}
