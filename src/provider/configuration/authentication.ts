/** Selects the method of authentication from the provider block and the environment. */
import type { Diagnostic } from '../../plugin';
import type { ProviderSetting } from '../../model/kinds';
import { createError } from '../messages/severity';
import {
  settingName,
  emptyVariables,
  type EnvironmentVariables,
  type Setting,
  settingError,
  type Settings,
  getVariable,
} from './settings';

/** The source of the OIDC token that assumes the identity: a token, a file with one, or the CI job. */
export type IdentitySource =
  | { readonly by: 'token' | 'file'; readonly setting: Setting }
  | { readonly by: 'gitHubActions'; readonly requestUrl: string; readonly requestToken: string };

export type Authentication =
  | { readonly method: 'token'; readonly token: Setting }
  | {
      readonly method: 'identity';
      readonly authUrl: Setting;
      readonly identityUid: Setting;
      readonly source: IdentitySource;
    };

/** The method, or the problems; `undefined` while a value that decides it is unknown. */
export type AuthenticationResult = Authentication | readonly Diagnostic[] | undefined;

export function readAuthentication(settings: Settings, env: EnvironmentVariables): AuthenticationResult {
  const inBlock = configuredIn('block', settings);
  const configured = inBlock.length > 0 ? inBlock : configuredIn('environment', settings);
  const conflicts = authenticationConflicts(settings, configured);
  if (conflicts.length > 0) return conflicts;
  // An unknown value may become null, so the method is undecided until then.
  if (inBlock.some(({ value }) => value === undefined)) return undefined;
  const token = configured.find(({ name }) => name === 'token');
  if (token !== undefined) return { method: 'token', token };
  return configured.length > 0 ? identityMethod(settings, env) : [noToken(env)];
}

/** Returns an error if two methods are configured, in the block or in the environment. The block has priority. */
function authenticationConflicts(settings: Settings, configured: readonly Setting[]): Diagnostic[] {
  const known = configured.filter(({ value }) => value !== undefined);
  const find = (name: ProviderSetting): Setting | undefined => known.find((setting) => setting.name === name);
  const [token, ...others] = [find('token'), ...identitySettings.map(find)];
  const other = others.find((setting) => setting !== undefined);
  if (token !== undefined && other !== undefined) {
    return [conflict(token, other, 'The provider either uses a token or obtains one for an identity.')];
  }
  const [given, file] = identityTokenSettings(settings);
  if (given !== undefined && file !== undefined) return [conflict(given, file, 'Only one token can be presented.')];
  return [];
}

const identitySettings = ['identity_uid', 'identity_token', 'identity_token_file'] as const;

function configuredIn(origin: Setting['origin'], settings: Settings): Setting[] {
  return [...settings.values()].filter(
    (setting) => setting.origin === origin && ['token', ...identitySettings].includes(setting.name),
  );
}

function identityMethod(settings: Settings, env: EnvironmentVariables): AuthenticationResult {
  const identityUid = settings.get('identity_uid');
  const authUrl = settings.get('auth_url');
  const source = findIdentitySource(settings, env);
  const missing: Diagnostic[] = [];
  if (identityUid === undefined)
    missing.push(needed('identity_uid', 'the identity to assume with the identity token', env));
  if (authUrl === undefined) missing.push(needed('auth_url', 'the authentication service that exchanges tokens', env));
  if (source === undefined) missing.push(noIdentityToken(env));
  if (identityUid === undefined || authUrl === undefined || source === undefined) return missing;
  return authUrl.value === undefined ? undefined : { method: 'identity', authUrl, identityUid, source };
}

function findIdentitySource(settings: Settings, env: EnvironmentVariables): IdentitySource | undefined {
  const [given, file] = identityTokenSettings(settings);
  if (given !== undefined) return { by: 'token', setting: given };
  if (file !== undefined) return { by: 'file', setting: file };
  const requestUrl = env['ACTIONS_ID_TOKEN_REQUEST_URL'];
  const requestToken = env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'];
  return requestUrl && requestToken ? { by: 'gitHubActions', requestUrl, requestToken } : undefined;
}

/** Returns the settings of the token and the file to present. Those of the environment count only if the block has neither. */
function identityTokenSettings(settings: Settings): [Setting | undefined, Setting | undefined] {
  const both = [settings.get('identity_token'), settings.get('identity_token_file')];
  const inBlock = both.some((setting) => setting?.origin === 'block');
  const [given, file] = both.map((setting) => (inBlock && setting?.origin !== 'block' ? undefined : setting));
  return [given, file];
}

function conflict(first: Setting, other: Setting, why: string): Diagnostic {
  const detail = `${settingName(first)} and ${settingName(other)} are both set. ${why} Remove one of the two.`;
  return settingError(other, 'Conflicting authentication settings', detail);
}

function needed(name: ProviderSetting, what: string, env: EnvironmentVariables): Diagnostic {
  const detail = `${emptyVariables([name], env)}Set ${name} in the provider block, or ${getVariable(name)} in the environment where Terraform runs: ${what}.`;
  return createError('MISSING_SETTING', `No ${name}`, detail);
}

function noToken(env: EnvironmentVariables): Diagnostic {
  const detail = [
    emptyVariables(['token', ...identitySettings], env) + 'Set one of these where Terraform runs:',
    `  ${getVariable('token')} (or token in the provider block): a token of the API;`,
    `  ${getVariable('identity_uid')} and ${getVariable('auth_url')} (or identity_uid and auth_url): the identity to assume with an OIDC token.`,
  ];
  return createError('MISSING_SETTING', 'No token', detail);
}

function noIdentityToken(env: EnvironmentVariables): Diagnostic {
  const detail = [
    emptyVariables(['identity_token', 'identity_token_file'], env) +
      'The provider has no OIDC token to assume the identity with. Either',
    `  set ${getVariable('identity_token_file')} or ${getVariable('identity_token')} (or identity_token_file in the provider block),`,
    '  or, in GitHub Actions, give the job "permissions: id-token: write".',
  ];
  return createError('MISSING_SETTING', 'No identity token', detail);
}
