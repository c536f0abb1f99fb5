/** Checks the provider block, and creates the client from it. Nothing is sent. */
import { API_VERSIONS, REVIEW_VARIABLE, type Values } from '../../model/api';
import { seedProblem } from '../../model/api/placeholder-uid';
import { APPROVED_VARIABLE, DIGEST_VARIABLE, readApprovedFile } from '../../model/approval';
import {
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
import { type Miscount, realRuntime } from '../../client/internal';
import {
  type BareContext,
  type ConfigureContext,
  DiagError,
  type Diagnostic,
  isUnknown,
  type Schema,
} from '../../plugin';
import { ON_EXISTING, providerBlock } from '../../model/kinds';
import { createError, createWarning } from '../messages/severity';
import type { Configured, ProviderRuntime } from './configuration-result';
import { createAttemptLog, type AttemptLog } from './attempt-log';
import {
  type Authentication,
  type AuthenticationResult,
  readAuthentication,
  type IdentitySource,
} from './authentication';
import { createIdentityChanges, type IdentityChanges } from './identity-changes';
import { narrowedTo } from './narrowed';
import { withSnapshotApi } from './snapshot-api';
import {
  settingName,
  emptyVariables,
  type EnvironmentVariables,
  readSettings,
  settingProblems,
  getVariable,
} from './settings';

type Context = Pick<ConfigureContext<Schema>, 'config' | 'log' | 'terraformVersion'>;

/** Returns the configuration, without a client while a value is unknown. Throws a `DiagError` with all problems. */
export function configure(context: Context, runtime: ProviderRuntime = {}): Configured {
  const { log, terraformVersion } = context;
  const { config, env, problems: invalidApi } = withSnapshotApi(context.config, runtime.env ?? process.env);
  if (invalidApi.length > 0) throw new DiagError(invalidApi);
  const settings = readSettings(config, env);
  const authentication = readAuthentication(settings, env);
  const narrowed = narrowedTo(env, authentication);
  const seed = env[REVIEW_VARIABLE]?.trim();
  const invalidSeed = seed ? seedProblem(seed) : undefined;
  const bound = readApproved(env);
  const problems = [
    ...bound.problems,
    ...settingProblems(settings),
    ...(invalidSeed === undefined ? [] : [createError('INVALID_SETTING', `Invalid ${REVIEW_VARIABLE}`, invalidSeed)]),
    ...(settings.has('base_url') ? [] : [noBaseUrl(env)]),
    ...(isProblem(authentication) ? authentication : []),
    ...narrowed.problems,
  ];
  if (problems.length > 0) throw new DiagError(problems);
  const baseUrl = settings.get('base_url')?.value;
  const unknown = Object.keys(config).filter((name) => isUnknown(config[name]));
  const warnings: Diagnostic[] = [];
  const { clock } = realRuntime(runtime);
  const { serviceClock, observe } = createAttemptLog(log, clock);
  const common = {
    unknown,
    log,
    warnings,
    serviceClock,
    onExisting: ON_EXISTING.find((word) => word === config.on_existing) ?? providerBlock.on_existing.default,
    bulkRefresh: typeof config.bulk_refresh === 'boolean' ? config.bulk_refresh : providerBlock.bulk_refresh.default,
    propagationMs:
      1000 * numberOr(config.propagation_timeout_seconds, providerBlock.propagation_timeout_seconds.default),
    ...(bound.approved && { approved: bound.approved }),
    ...(seed && { reviewSeed: { seed, service: baseUrl ?? '' } }),
  };
  if (unknown.length > 0 || baseUrl === undefined || authentication === undefined || isProblem(authentication)) {
    return common;
  }
  const transport = createTransport(config, terraformVersion, runtime, observe);
  const identityChanges = createIdentityChanges(baseUrl.replace(/\/+$/, ''), {
    clock,
    folder: runtime.temporaryFolder,
  });
  const tokens = tokenSource(authentication, baseUrl, transport, narrowed.capabilities, identityChanges);
  const apiVersion = API_VERSIONS.find((version) => version === settings.get('api_version')?.value);
  const miscounted = (miscount: Miscount): void => void warnings.push(miscountWarning(miscount));
  let isSlowed = false;
  const slowed = (rate: number): void => {
    log.debug('Decision: slow down', () => ({ reason: `The service refused a request (429): ${rate} per second` }));
    if (!isSlowed) warnings.push(slowedWarning(rate));
    isSlowed = true;
  };
  const client = createClient({ ...transport, baseUrl, token: tokens, apiVersion, miscounted, slowed });
  return { ...common, client, token: (signal) => tokens.token(signal), identityChanges };
}

function miscountWarning({ url, found, counted }: Miscount): Diagnostic {
  const detail = `GET ${url}: the service counts ${counted} objects and lists ${found}. Two readings agree, so the list counts as complete.`;
  return createWarning('COUNT_MISMATCH', 'A list is shorter than its count', detail);
}

function slowedWarning(rate: number): Diagnostic {
  const shown = rate < 10 ? Math.floor(rate * 10) / 10 : Math.floor(rate);
  const detail = `The service refused requests with 429, and this run slowed down to ${shown} per second. Set requests_per_second = ${shown} in the provider block, so that a run begins at this rate.`;
  return createWarning('RATE_LIMITED', 'The service limits requests', detail);
}

function isProblem(authentication: AuthenticationResult): authentication is readonly Diagnostic[] {
  return Array.isArray(authentication);
}

function createTransport(
  config: Values,
  terraformVersion: string,
  runtime: ProviderRuntime,
  observe: AttemptLog['observe'],
): TransportOptions {
  const seconds = numberOr(config.request_timeout_seconds, providerBlock.request_timeout_seconds.default);
  return {
    ...runtime,
    requestsPerSecond: numberOr(config.requests_per_second, undefined),
    maxRetries: numberOr(config.max_retries, providerBlock.max_retries.default),
    requestTimeoutMs: seconds * 1000,
    userAgent: runtime.userAgent ?? `Terraform/${terraformVersion}`,
    observe,
  };
}

function numberOr<D>(value: unknown, otherwise: D): number | D {
  return typeof value === 'number' ? value : otherwise;
}

function tokenSource(
  authentication: Authentication,
  baseUrl: string,
  transport: TransportOptions,
  capabilities: readonly string[] | undefined,
  identityChanges: IdentityChanges,
): TokenSource {
  if (authentication.method === 'token') return fixedToken(authentication.token.value ?? '');
  const authUrl = authentication.authUrl.value ?? '';
  const identityUid = authentication.identityUid.value ?? '';
  return exchangedToken({
    ...transport,
    authUrl,
    audience: baseUrl,
    identityUid,
    identityToken: identityToken(authentication.source, new URL(authUrl).hostname, transport),
    capabilities,
    isJustChanged: () => identityChanges.isRecent(identityUid),
  });
}

/**
 * @param audience the host of the authentication service, which an identity without an audience of its own expects (contract
 * T5)
 */
function identityToken(source: IdentitySource, audience: string, transport: TransportOptions): IdentityToken {
  if (source.by === 'gitHubActions') return gitHubActionsToken({ ...source, audience }, transport);
  const value = source.setting.value ?? '';
  return source.by === 'file' ? identityTokenFile(value) : givenIdentityToken(value, settingName(source.setting));
}

function noBaseUrl(env: EnvironmentVariables): Diagnostic {
  const detail = `${emptyVariables(['base_url'], env)}Set ${getVariable('base_url')} where Terraform runs, or base_url in the provider block: the address of the API, for example https://api.example.com.`;
  return createError('MISSING_SETTING', 'No base_url', detail);
}

/** Reads the approved report. Fails closed: a variable that is set but names no approved report is an error. */
function readApproved(env: EnvironmentVariables) {
  const file = env[APPROVED_VARIABLE];
  if (file === undefined && env[DIGEST_VARIABLE] === undefined) return { problems: [] };
  try {
    if (file === undefined) throw new Error(`${DIGEST_VARIABLE} is set, and ${APPROVED_VARIABLE} is not.`);
    return { approved: readApprovedFile(file, env[DIGEST_VARIABLE]), problems: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const detail = `${reason}\nEvery write is rejected. Set ${APPROVED_VARIABLE} to the approved report, or unset it.`;
    return { problems: [createError('INVALID_SETTING', `Invalid ${APPROVED_VARIABLE}`, detail)] };
  }
}

/** Returns warnings about the environment. Users may not know what is set there, and Terraform hides Node's warning on stderr. */
export function environmentWarnings(env: EnvironmentVariables): Diagnostic[] {
  const forReview = `${REVIEW_VARIABLE} is set: uids of new objects are placeholders, and nothing can be applied. Unset it to create a plan for the apply.`;
  const unchecked =
    'NODE_TLS_REJECT_UNAUTHORIZED is 0 where Terraform runs: anyone between this machine and the API can read the token and change every response. Unset it. If your own authority signs the certificate of the API, set NODE_EXTRA_CA_CERTS to the certificate of that authority.';
  return [
    ...(env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
      ? [createWarning('TLS_NOT_VERIFIED', 'TLS certificates are not verified', unchecked)]
      : []),
    ...(env[REVIEW_VARIABLE]?.trim() ? [createWarning('REVIEW_PLAN', 'This plan is for review only', forReview)] : []),
  ];
}

/** Checks the block without the environment, also for `terraform validate`. */
export function validateConfiguration({ config, diags }: BareContext & { readonly config: Values }): void {
  const settings = readSettings(config, {});
  const authentication = readAuthentication(settings, {});
  const conflicts = isProblem(authentication) ? authentication.filter(({ path }) => path !== undefined) : [];
  diags.add(...settingProblems(settings), ...conflicts);
}
