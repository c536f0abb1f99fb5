/** The settings that the provider block or the environment can configure. The block takes precedence. */
import { API_VERSIONS, uidProblem, type Values } from '../../model/api';
import { baseUrlProblem, tokenProblem } from '../../client';
import { type Diagnostic, isUnknown } from '../../plugin';
import { createError } from '../messages/severity';
import { providerBlock, type ProviderField, type ProviderSetting } from '../../model/kinds';
import { capitalized, listed, nounFor } from '../../base/text/words';

export interface Setting {
  readonly name: ProviderSetting;
  readonly origin: 'block' | 'environment';
  /** `undefined`: configured in the block, but still unknown. It does not fall back to the environment. */
  readonly value: string | undefined;
}

export type Settings = ReadonlyMap<ProviderSetting, Setting>;
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Returns the variable of a setting: `base_url` → `PLATFORM_BASE_URL`. */
export function getVariable(name: ProviderSetting): string {
  return providerBlock[name].environment;
}

export const settingNames = Object.entries<ProviderField>(providerBlock).flatMap(([name, { environment }]) =>
  environment === undefined ? [] : [name as ProviderSetting],
);

/** Returns the configured settings. An empty environment variable counts as not set, an empty attribute is an error. */
export function readSettings(block: Values, env: EnvironmentVariables): Settings {
  const settings = new Map<ProviderSetting, Setting>();
  for (const name of settingNames) {
    const configured = block[name];
    const variable = env[getVariable(name)]?.trim();
    if (isUnknown(configured)) settings.set(name, { name, origin: 'block', value: undefined });
    else if (typeof configured === 'string') settings.set(name, { name, origin: 'block', value: configured.trim() });
    else if (variable) settings.set(name, { name, origin: 'environment', value: variable });
  }
  return settings;
}

/** Returns the part of a message about a missing setting that names variables which are set but empty. */
export function emptyVariables(names: readonly ProviderSetting[], env: EnvironmentVariables): string {
  const empty = names.map(getVariable).filter((variable) => env[variable]?.trim() === '');
  if (empty.length === 0) return '';
  return `${listed(empty)} ${nounFor(empty.length, 'is', 'are')} set but empty, which counts as not set.\n`;
}

/** Returns the problems of each single setting. The messages contain no secret. */
export function settingProblems(settings: Settings): Diagnostic[] {
  return [...settings.values()].flatMap((setting): Diagnostic[] => {
    if (setting.value === undefined) return [];
    const empty = `It is empty. Remove it, or set it to null, to use ${getVariable(setting.name)} from the environment where Terraform runs.`;
    const problem = setting.value === '' ? empty : checks[setting.name](setting.value);
    return problem === undefined ? [] : [settingError(setting, `Invalid ${settingName(setting)}`, problem)];
  });
}

/** Returns an error about one setting, on its line in the block or with the name of its variable. */
export function settingError(setting: Setting, summary: string, detail: string): Diagnostic {
  return createError('INVALID_SETTING', summary, detail, setting.origin === 'block' ? [setting.name] : undefined);
}

export function settingName({ name, origin }: Setting): string {
  return origin === 'block' ? name : getVariable(name);
}

const checks: Readonly<Record<ProviderSetting, (value: string) => string | undefined>> = {
  base_url: (value) => toSentence(baseUrlProblem(value)),
  auth_url: (value) => toSentence(baseUrlProblem(value)),
  identity_uid: (value) => toSentence(uidProblem(value)),
  token: (value) => toSentence(tokenProblem(value), 'It '),
  identity_token: (value) => toSentence(tokenProblem(value), 'It '),
  identity_token_file: () => undefined,
  api_version: apiVersionProblem,
};

function toSentence(problem: string | undefined, subject = ''): string | undefined {
  return problem && `${capitalized(`${subject}${problem}`)}.`;
}

function apiVersionProblem(value: string): string | undefined {
  if (API_VERSIONS.some((version) => version === value)) return undefined;
  return `It must be ${API_VERSIONS.join(' or ')}, and is ${JSON.stringify(value)}.`;
}
