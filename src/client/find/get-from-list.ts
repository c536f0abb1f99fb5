/** Reads one object of a kind that the service only lists. Contract K9. */
import { LIST_PARAMETERS } from '../../api';
import { type Declaration, identifierField, kindInWords, type Resource } from '../../schema';
import type { CallOptions, Client } from '../interface/client';
import { ApiError, isNotFound } from '../errors/api-error';
import { malformedList } from '../errors/response-shape-error';
import type { MalformedObject } from '../errors/malformed-object';

/**
 * Reads the object from the list with its uid. Rejects with NOT_FOUND if the list does not contain it: the object does not exist,
 * or the caller must not list it. Rejects with a `ResponseShapeError` if it may be the malformed object of the list.
 */
export async function getFromList<D extends Declaration>(
  client: Pick<Client, 'list'>,
  declaration: D,
  url: string,
  uid: string,
  options: CallOptions,
): Promise<Resource<D>> {
  const doubtful: MalformedObject[] = [];
  const onMalformed = (one: MalformedObject): void => {
    if (one.uid === undefined || one.uid === uid) doubtful.push(one);
  };
  try {
    for await (const one of client.list(declaration, { ids: [uid] }, { ...options, onMalformed })) {
      // A service that ignores the filter lists other objects, too (contract L2).
      if ((one as Readonly<Record<string, unknown>>)[identifierField(declaration)] === uid) return one;
    }
  } catch (error) {
    // Without a list (contract L9), it is unknown whether the object exists.
    throw isNotFound(error) ? error.with({ code: 'UNIMPLEMENTED' }) : error;
  }
  if (doubtful.length > 0) throw malformedList(url, doubtful);
  const description = `no ${kindInWords(declaration)} ${uid} found in the list (${LIST_PARAMETERS.ids})`;
  throw new ApiError({
    code: 'NOT_FOUND',
    explanation: description,
    method: 'GET',
    url,
    outcome: 'rejected',
    resourceInfo: { resourceType: declaration.kind, resourceName: uid, description },
  });
}
