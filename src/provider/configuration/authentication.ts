/** Exactly one way to authenticate, out of the block and the environment. */
import type { Diagnostic } from '../../plugin';
import type { ProviderSetting } from '../../resources';
import {
  emptyVariables,
  settingError,
  spelled,
  variableOf,
  type EnvironmentVariables,
  type Setting,
  type Settings,
} from './settings';

/** What an identity is assumed with: a token, a file that holds one, or what the CI gives to the job. */
export type IdentitySource =
  | { readonly by: 'token' | 'file'; readonly setting: Setting }
  | { readonly by: 'gitHubActions'; readonly requestUrl: string; readonly requestToken: string };

export type Authentication =
  | { readonly way: 'token'; readonly token: Setting }
  | {
      readonly way: 'identity';
      readonly authUrl: Setting;
      readonly identityUid: Setting;
      readonly presented: IdentitySource;
    };

/** The way, or why there is none; `undefined` while what decides it is unknown. */
export function authenticationOf(
  settings: Settings,
  env: EnvironmentVariables,
): Authentication | readonly Diagnostic[] | undefined {
  const conflicts = authenticationConflicts(settings);
  if (conflicts.length > 0) return conflicts;
  const inBlock = saidBy('block', settings);
  // An unknown value may turn out to be null: which way is meant is open until then.
  if (inBlock.some(({ value }) => value === undefined)) return undefined;
  const said = inBlock.length > 0 ? inBlock : saidBy('environment', settings);
  const token = said.find(({ name }) => name === 'token');
  if (token !== undefined) return { way: 'token', token };
  return said.length > 0 ? assumption(settings, env) : [noToken(env)];
}

/** Two ways at once, in the block or in the environment. The block's way outweighs any in the environment. */
function authenticationConflicts(settings: Settings): Diagnostic[] {
  const inBlock = saidBy('block', settings);
  const said = (inBlock.length > 0 ? inBlock : saidBy('environment', settings)).filter(
    ({ value }) => value !== undefined,
  );
  const find = (name: ProviderSetting): Setting | undefined => said.find((setting) => setting.name === name);
  const [token, ...others] = [find('token'), ...identityWay.map(find)];
  const other = others.find((setting) => setting !== undefined);
  if (token !== undefined && other !== undefined) {
    return [conflict(token, other, 'A token is used as it is; with an identity, one is obtained for it.')];
  }
  const [given, file] = presentedSettings(settings);
  if (given !== undefined && file !== undefined) return [conflict(given, file, 'Both say what to present.')];
  return [];
}

const identityWay = ['identity_uid', 'identity_token', 'identity_token_file'] as const;

function saidBy(origin: Setting['origin'], settings: Settings): Setting[] {
  return [...settings.values()].filter(
    (setting) => setting.origin === origin && ['token', ...identityWay].includes(setting.name),
  );
}

function assumption(settings: Settings, env: EnvironmentVariables): Authentication | readonly Diagnostic[] | undefined {
  const identityUid = settings.get('identity_uid');
  const authUrl = settings.get('auth_url');
  const presented = presentedBy(settings, env);
  const missing: Diagnostic[] = [];
  if (identityUid === undefined)
    missing.push(needed('identity_uid', 'the identity to assume with the identity token', env));
  if (authUrl === undefined) missing.push(needed('auth_url', 'the authentication service that exchanges tokens', env));
  if (presented === undefined) missing.push(noIdentityToken(env));
  if (identityUid === undefined || authUrl === undefined || presented === undefined) return missing;
  return authUrl.value === undefined ? undefined : { way: 'identity', authUrl, identityUid, presented };
}

function presentedBy(settings: Settings, env: EnvironmentVariables): IdentitySource | undefined {
  const [given, file] = presentedSettings(settings);
  if (given !== undefined) return { by: 'token', setting: given };
  if (file !== undefined) return { by: 'file', setting: file };
  const requestUrl = env['ACTIONS_ID_TOKEN_REQUEST_URL'];
  const requestToken = env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'];
  return requestUrl && requestToken ? { by: 'gitHubActions', requestUrl, requestToken } : undefined;
}

/** The token and the file to present, those of the environment only if the block has neither. */
function presentedSettings(settings: Settings): [Setting | undefined, Setting | undefined] {
  const both = [settings.get('identity_token'), settings.get('identity_token_file')];
  const inBlock = both.some((setting) => setting?.origin === 'block');
  const [given, file] = both.map((setting) => (inBlock && setting?.origin !== 'block' ? undefined : setting));
  return [given, file];
}

function conflict(one: Setting, other: Setting, why: string): Diagnostic {
  const detail = `${spelled(one)} and ${spelled(other)} are both set. ${why} Remove one of the two.`;
  return settingError(other, 'Two ways to authenticate', detail);
}

function needed(name: ProviderSetting, what: string, env: EnvironmentVariables): Diagnostic {
  return {
    severity: 'error',
    summary: `No ${name}`,
    detail: `${emptyVariables([name], env)}Set ${name} in the provider block, or ${variableOf(name)} in the environment where Terraform runs: ${what}.`,
  };
}

const noToken = (env: EnvironmentVariables): Diagnostic => ({
  severity: 'error',
  summary: 'No token',
  detail: [
    emptyVariables(['token', ...identityWay], env) +
      'Nothing says how to authenticate. Set one of these where Terraform runs:',
    `  ${variableOf('token')} (or token in the provider block): a token of the API;`,
    `  ${variableOf('identity_uid')} and ${variableOf('auth_url')} (or identity_uid and auth_url): the identity to assume with an OIDC token.`,
  ].join('\n'),
});

const noIdentityToken = (env: EnvironmentVariables): Diagnostic => ({
  severity: 'error',
  summary: 'No identity token',
  detail: [
    emptyVariables(['identity_token', 'identity_token_file'], env) +
      'An identity is to be assumed, and there is no OIDC token to present. Either',
    `  set ${variableOf('identity_token_file')} or ${variableOf('identity_token')} (or identity_token_file in the provider block),`,
    '  or, in GitHub Actions, give the job "permissions: id-token: write".',
  ].join('\n'),
});
