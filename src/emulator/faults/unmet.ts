/** Reports faults that no request has met: a test with such a fault does not test what it says. */
import { counted } from '../../base/text/words';
import type { Fault } from './fault';

const MAX_SHOWN = 5;

/** Returns the problem as text; `undefined` if each fault has met a request. */
export function unmetProblem(faults: readonly Fault[]): string | undefined {
  if (faults.length === 0) return undefined;
  const shown = faults.slice(0, MAX_SHOWN).map(({ effect, ...target }) => JSON.stringify({ effect, ...target }));
  const more = faults.length > MAX_SHOWN ? ` and ${faults.length - MAX_SHOWN} more` : '';
  return (
    `No request met ${counted(faults.length, 'injected fault')}: ${shown.join(', ')}${more}. ` +
    'Check the method and the path of each, or add it with optional: true if it must hit nothing.'
  );
}
