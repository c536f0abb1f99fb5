/**
 * `PLATFORM_CAPABILITIES`: the capabilities that the token of an assumed identity is narrowed to (contract T3). It is read when
 * Terraform runs, and stands in no plan, so that a saved plan can be applied with less than the identity may do.
 */
import { capabilityName, isCapability } from '../../api';
import type { Diagnostic } from '../../plugin';
import { CAPABILITIES_VARIABLE } from '../../resources';
import type { Authentication } from './authentication';
import type { EnvironmentVariables } from './settings';

/** The capabilities, or what is wrong; `undefined` where the token is not narrowed. Whatever is in doubt is an error: a token that was meant to be narrowed never goes out whole. */
export function narrowedTo(
  env: EnvironmentVariables,
  authentication: Authentication | readonly Diagnostic[] | undefined,
): { readonly capabilities?: readonly string[]; readonly problems: readonly Diagnostic[] } {
  const text = env[CAPABILITIES_VARIABLE];
  if (text === undefined) return { problems: [] };
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  const problem = problemOf(names, authentication);
  if (problem === undefined) return { capabilities: names.map(capabilityName), problems: [] };
  return { problems: [{ severity: 'error', summary: `Invalid ${CAPABILITIES_VARIABLE}`, detail: problem }] };
}

function problemOf(
  names: readonly string[],
  authentication: Authentication | readonly Diagnostic[] | undefined,
): string | undefined {
  if (names.length === 0)
    return 'It is set and names no capability. Unset it for a token that may do what its identity may, or name capabilities, like groups.list,groups.create.';
  if (names.includes('*'))
    return 'The plan gives a role that holds capabilities which have no name, such as owner, and a narrowed token cannot give them. Unset it for such a plan.';
  const wrong = names.filter((name) => !isCapability(capabilityName(name)));
  if (wrong.length > 0)
    return `${wrong.map((name) => JSON.stringify(name)).join(', ')} is no capability, which is like groups.list. Separate them by commas.`;
  if (authentication !== undefined && 'method' in authentication && authentication.method === 'token')
    return 'A token that is given is used as it is and cannot be narrowed. Assume an identity, so that the token is obtained for it, or unset the variable.';
  return undefined;
}
