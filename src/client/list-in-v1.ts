/** Finds objects by the list of v1 (contract G2) if v2 has no readable list of the kind (contract L9). */
import type { Values } from '../api';
import { type Declaration, kindInWords } from '../schema';
import type { CallOptions, Client, V1Query } from './client';
import { ApiError, isNotFound, lacksList } from './errors';

/** A list of the kind was needed, and neither v2 nor v1 has one. The objects may exist: nothing is known about them. */
export class MissingListError extends ApiError {
  override readonly name: string = 'MissingListError';
  /** The kind that the API has no list of. */
  readonly declaration: Declaration;

  constructor(declaration: Declaration, url: string) {
    const explanation = `the API has no readable list of ${declaration.collection}, so no ${kindInWords(declaration)} can be found by its name`;
    super({ code: 'UNIMPLEMENTED', explanation, method: 'GET', url, outcome: 'rejected' });
    this.declaration = declaration;
  }
}

/** Returns the objects that the list of v1 contains, each read by its uid; `undefined` if there is no such list. */
export async function listInV1(
  client: Pick<Client, 'get' | 'listUidsInV1'>,
  declaration: Declaration,
  query: V1Query,
  options: CallOptions,
): Promise<Values[] | undefined> {
  let uids: readonly string[];
  try {
    uids = await client.listUidsInV1(declaration, query, options);
  } catch (error) {
    if (lacksList(error)) return undefined;
    throw error;
  }
  const found: Values[] = [];
  for (const uid of uids) {
    try {
      found.push(await client.get(declaration, uid, options));
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  return found;
}
