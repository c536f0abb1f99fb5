/** Edits of an approved report. No reader may accept one with the digest of the original. */
import type { Random } from '../support/random';

/** The lists that an approval consists of. An edit of another part misleads a reader, and decides nothing. */
const LISTS = [
  ...[['approvedWrites'], ['others'], ['executes'], ['findings'], ['assume'], ['unresolved']],
  ...[
    ['access', 'gained'],
    ['access', 'lost'],
    ['access', 'escalations'],
    ['leastCapabilities', 'capabilities'],
  ],
];

type Json = Record<string, unknown>;

/**
 * Removes or repeats an element. Returns the edit if a reader accepts it.
 *
 * @param read returns the digest of a report, and throws for a report that approves nothing
 */
export function findAcceptedEdit(text: string, random: Random, read: (text: string) => string): string | undefined {
  const report = JSON.parse(text) as Json;
  const path = random.pick(LISTS)!;
  const list = path.reduce<unknown>((value, name) => (value as Json | undefined)?.[name], report);
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const at = random.below(list.length);
  const isRemoval = random.chance(70);
  const edited = isRemoval ? list.filter((_, index) => index !== at) : [...(list as unknown[]), list[at] as unknown];
  const [first = '', second] = path;
  const changed = {
    ...report,
    [first]: second === undefined ? edited : { ...(report[first] as Json), [second]: edited },
  };
  try {
    if (read(JSON.stringify(changed)) !== report['digest']) return undefined;
  } catch {
    return undefined;
  }
  return `${isRemoval ? 'without' : 'with a second'} ${path.join('.')}[${at}]`;
}
