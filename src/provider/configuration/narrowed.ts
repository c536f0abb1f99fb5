/**
 * `PLATFORM_CAPABILITIES`: narrows the token of an assumed identity to these capabilities (contract T3). It is read when
 * Terraform runs and is not part of a plan, so that a saved plan can be applied with fewer capabilities than the identity has.
 */
import { capabilityName, isCapability } from '../../model/api';
import type { Diagnostic } from '../../plugin';
import { CAPABILITIES_VARIABLE } from '../../model/kinds';
import { createError } from '../messages/severity';
import type { AuthenticationResult } from './authentication';
import type { EnvironmentVariables } from './settings';

/**
 * Returns the capabilities, or none if the token is not narrowed. Fails closed: an invalid value never leads to a full token.
 */
export function narrowedTo(
  env: EnvironmentVariables,
  authentication: AuthenticationResult,
): { readonly capabilities?: readonly string[]; readonly problems: readonly Diagnostic[] } {
  const text = env[CAPABILITIES_VARIABLE];
  if (text === undefined) return { problems: [] };
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  const problem = findProblem(names, authentication);
  if (problem === undefined) return { capabilities: names.map(capabilityName), problems: [] };
  return { problems: [createError('INVALID_SETTING', `Invalid ${CAPABILITIES_VARIABLE}`, problem)] };
}

function findProblem(names: readonly string[], authentication: AuthenticationResult): string | undefined {
  if (names.length === 0)
    return 'It is set but contains no capability. Unset it for a token with all capabilities of its identity, or list capabilities, for example groups.list,groups.create.';
  if (names.includes('*'))
    return 'The plan grants a role with capabilities that have no name, such as owner. A narrowed token cannot grant them. Unset the variable for such a plan.';
  const wrong = names.filter((name) => !isCapability(capabilityName(name)));
  if (wrong.length > 0)
    return `Not a capability: ${wrong.map((name) => JSON.stringify(name)).join(', ')}. A capability looks like groups.list. Separate several by commas.`;
  if (authentication !== undefined && 'method' in authentication && authentication.method === 'token')
    return 'A configured token is used unchanged and cannot be narrowed. Assume an identity, so that the provider obtains a token, or unset the variable.';
  return undefined;
}
