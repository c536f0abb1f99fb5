/** Finds the objects with a natural key, corrected by the writes of this run. */
import type { Values } from '../../api';
import type { Client, MalformedObject } from '../../client';
import { findByKey, matcherOf } from '../../client/find/find-by-key';
import type { NaturalKey } from '../../client/find/natural-key';
import { DiagError } from '../../plugin';
import { type Declaration, kindInWords } from '../../schema';
import type { RecentObjects } from '../refresh/recent-objects';

export interface FindOptions {
  readonly signal: AbortSignal;
  readonly recent: Pick<RecentObjects, 'corrected'>;
}

/** Returns every object with this key, in the order of the list. */
export async function findExisting(
  client: Client,
  declaration: Declaration,
  key: NaturalKey,
  { signal, recent }: FindOptions,
): Promise<Values[]> {
  const { objects, doubtful } = await findByKey(client, declaration, key, { signal });
  if (doubtful.length > 0) throw undecided(declaration, doubtful);
  return recent.corrected(declaration, objects, matcherOf(declaration, key));
}

function undecided(declaration: Declaration, malformed: readonly MalformedObject[]): DiagError {
  const kind = kindInWords(declaration);
  return new DiagError(
    `Cannot determine whether the ${kind} exists`,
    [
      `The service returns a malformed object that may be it:`,
      ...malformed.map(({ subject, problem }) => `  ${subject}: ${problem}`),
      `Nothing was sent. Report it to the operator of the service, or refer to the ${kind} by its uid.`,
    ].join('\n'),
  );
}
