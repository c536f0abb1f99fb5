/** Calls a provider function. Its errors are sentences, one of which may blame an argument. */
import type { Log } from '../sdk/context';
import { ArgError, type Parameter, type ProviderFunction } from '../sdk/function';
import { conform } from '../values/conform';
import type { CtyType } from '../values/types';
import { ValueError } from '../values/value-error';
import { pathText } from './problem';
import { messageOf, stackOf, textOf } from './thrown';

export type FunctionOutcome =
  { readonly result: unknown } | { readonly error: { readonly text: string; readonly functionArgument?: number } };

/** The parameter that takes the argument at `index`. */
export function parameterAt({ parameters, variadic }: ProviderFunction, index: number): Parameter | undefined {
  return parameters[index] ?? variadic;
}

export async function callFunction(
  called: ProviderFunction,
  name: string,
  args: readonly unknown[],
  log: Log,
): Promise<FunctionOutcome> {
  let answer: unknown;
  try {
    answer = await called.call(...args);
  } catch (error) {
    log.debug(`${name}: ${messageOf(error)}`, { stack: stackOf(error) });
    const argument = error instanceof ArgError ? { functionArgument: error.argument } : {};
    return { error: { text: textOf(error), ...argument } };
  }
  return conformed(name, answer, called.returns);
}

function conformed(name: string, answer: unknown, type: CtyType): FunctionOutcome {
  try {
    return { result: conform(answer, type) };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const place = pathText(error.path) === '' ? 'the result' : `${pathText(error.path)} of the result`;
    return {
      error: {
        text: `The function "${name}" gave an invalid answer: ${place} ${error.message}. This is a mistake in the provider: please report it.`,
      },
    };
  }
}
