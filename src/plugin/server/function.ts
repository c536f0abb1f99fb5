/** CallFunction. It has no diagnostics: an error is a text, and perhaps the argument to blame. */
import type { Handlers } from '../wire';
import { callFunction, parameterAt } from '../core/call-function';
import { textOf } from '../core/thrown';
import { entry, type Session } from './session';
import { decodeDynamic, encodeDynamic } from './values';

export function functionHandlers({ provider, log }: Session): Required<Pick<Handlers, 'CallFunction'>> {
  return {
    async CallFunction({ name, arguments: given }) {
      try {
        const called = entry(provider.functions, name, 'function');
        const args = given.map((value, index) => decodeDynamic(value, parameterAt(called, index)?.type ?? 'dynamic'));
        const outcome = await callFunction(called, name, args, log);
        return 'error' in outcome ? outcome : { result: encodeDynamic(outcome.result, called.returns) };
      } catch (error) {
        return { error: { text: textOf(error) } };
      }
    },
  };
}
