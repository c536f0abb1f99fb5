/**
 * `PLATFORM_SNAPSHOT_API`: a plan against a snapshot. The provider block stays unchanged, so that the review covers it. Its
 * address and its credentials are not used.
 */
import { isObject, parseJson, type Values } from '../../model/api';
import { isUnknown } from '../../plugin';
import { CAPABILITIES_VARIABLE, providerBlock, SNAPSHOT_VARIABLE } from '../../model/kinds';
import { createError } from '../messages/severity';
import { type EnvironmentVariables, settingNames, getVariable } from './settings';

/**
 * Returns the configuration with the settings of the snapshot's API, if the variable is set. An unknown setting stays unknown:
 * the plan treats it like a live plan. Fails closed: an invalid value never leads to a live request.
 */
export function withSnapshotApi(config: Values, env: EnvironmentVariables) {
  const text = env[SNAPSHOT_VARIABLE];
  if (text === undefined) return { config, env, problems: [] };
  const api = parseJson(text);
  const { baseUrl, token } = isObject(api) ? api : {};
  const isLocal = typeof baseUrl === 'string' && /^http:\/\/127\.0\.0\.1:\d+$/.test(baseUrl);
  const { base_url, token: tokenSetting } = providerBlock;
  const known = Object.entries(config).filter(
    ([name, value]) => isUnknown(value) || !settingNames.some((setting) => setting === name),
  );
  const isValid = isLocal && typeof token === 'string';
  const replaced: EnvironmentVariables = {
    ...env,
    ...Object.fromEntries(settingNames.map((name) => [getVariable(name), undefined])),
    [CAPABILITIES_VARIABLE]: undefined,
    ...(isValid && { [base_url.environment]: baseUrl, [tokenSetting.environment]: token }),
  };
  return { config: Object.fromEntries(known), env: replaced, problems: isValid ? [] : [invalid] };
}

const invalid = createError(
  'INVALID_SETTING',
  `Invalid ${SNAPSHOT_VARIABLE}`,
  'It must name an API on 127.0.0.1 and its token. Only "platform-iac plan --snapshot" sets it. Unset it.',
);
