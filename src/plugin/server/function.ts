/** CallFunction. It has no diagnostics: an error is a text, and perhaps the argument to blame. */
import { toErrorMessage, pathText, getStack, toErrorText } from '../sdk/diagnostics';
import { printable } from '../../base/text/printable';
import type { Log } from '../sdk/log';
import { ArgError, type Parameter, type ProviderFunction } from '../sdk/provider';
import { conform } from '../values/normal-form';
import { type CtyType, ValueError } from '../values/types';
import type { Handlers } from '../wire/service';
import { lookup, type PluginSession, decodeDynamic, encodeDynamic } from './call';

export function functionHandlers({ provider, log }: PluginSession): Required<Pick<Handlers, 'CallFunction'>> {
  return {
    async CallFunction({ name, arguments: given }) {
      try {
        const called = lookup(provider.functions, name, 'function');
        const args = given.map((value, index) => decodeDynamic(value, parameterAt(called, index)?.type ?? 'dynamic'));
        const outcome = await callFunction(called, name, args, log);
        if ('error' in outcome) return { error: { ...outcome.error, text: printable(outcome.error.text) } };
        return { result: encodeDynamic(outcome.result, called.returns) };
      } catch (error) {
        return { error: { text: printable(toErrorText(error)) } };
      }
    },
  };
}

export type FunctionOutcome =
  | { readonly result: unknown }
  | { readonly error: { readonly text: string; readonly functionArgument?: number } };

/** Returns the parameter of the argument at `index`. */
export function parameterAt({ parameters, variadic }: ProviderFunction, index: number): Parameter | undefined {
  return parameters[index] ?? variadic;
}

async function callFunction(
  called: ProviderFunction,
  name: string,
  args: readonly unknown[],
  log: Log,
): Promise<FunctionOutcome> {
  let result: unknown;
  try {
    result = await called.call(...args);
  } catch (error) {
    log.debug(`${name}: ${toErrorMessage(error)}`, { stack: getStack(error) });
    const argument = error instanceof ArgError ? { functionArgument: error.argument } : {};
    return { error: { text: toErrorText(error), ...argument } };
  }
  return conformed(name, result, called.returns);
}

function conformed(name: string, result: unknown, type: CtyType): FunctionOutcome {
  try {
    return { result: conform(result, type) };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const place = pathText(error.path) === '' ? 'the result' : `${pathText(error.path)} of the result`;
    return {
      error: {
        text: `The function "${name}" returned an invalid value: ${place} ${error.message}. This is a mistake in the provider: please report it.`,
      },
    };
  }
}
