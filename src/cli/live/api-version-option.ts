/** The option `--api-version`. */
import { type Command, Option } from 'commander';
import { API_VERSIONS, type ApiVersion, DEFAULT_API_VERSION } from '../../model/api';
import { providerBlock } from '../../model/kinds';

const VERSION_VARIABLE = providerBlock.api_version.environment;

/**
 * Adds `--api-version`, which replaces the variable of the environment, so that it also applies to the provider that the
 * command starts.
 */
export function addApiVersionOption(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--api-version <version>',
        `The version of the API; by default ${VERSION_VARIABLE}, else ${DEFAULT_API_VERSION}`,
      ).choices(API_VERSIONS),
    )
    .hook('preAction', (_, action) => {
      const { apiVersion } = action.opts<{ readonly apiVersion?: ApiVersion }>();
      if (apiVersion !== undefined) process.env[VERSION_VARIABLE] = apiVersion;
    });
}

/** Runs `work`, and restores the variable that `--api-version` has replaced. */
export async function withApiVersionRestored<T>(work: () => Promise<T>): Promise<T> {
  const before = process.env[VERSION_VARIABLE];
  try {
    return await work();
  } finally {
    if (before === undefined) Reflect.deleteProperty(process.env, VERSION_VARIABLE);
    else process.env[VERSION_VARIABLE] = before;
  }
}
