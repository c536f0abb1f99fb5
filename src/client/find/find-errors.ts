/** The errors of a search by name. */
import { type Declaration, kindInWords } from '../../model/schema';
import { ApiError } from '../errors/api-error';

export interface FindErrorOptions {
  /** The kind of the missing object, as in `Group`. */
  readonly kind: string;
  /** The name that was not found, or that several objects have. */
  readonly name: string;
  /** The objects that were found, as text. */
  readonly explanation: string;
  /** The list that was searched. */
  readonly url: string;
  /** The uids of all objects with the name. */
  readonly matches: readonly string[];
  /** The group that was searched. Absent: all groups, or the root groups. */
  readonly groupUid?: string | undefined;
}

/**
 * A path with a name that was not found (NOT_FOUND, see `isNotFound`) or that several objects share
 * (FAILED_PRECONDITION, their uids in `matches`).
 */
export class FindError extends ApiError {
  override readonly name: string = 'FindError';
  /** The uids of all objects with the name. Empty if it was not found. */
  readonly matches: readonly string[];
  /** The kind of the object with the name, as in `Group`. */
  readonly kind: string;
  /** The group that was searched, or `undefined` for all groups or the root groups. */
  readonly groupUid: string | undefined;

  constructor({ kind, name, explanation, url, matches, groupUid }: FindErrorOptions) {
    super({
      code: matches.length === 0 ? 'NOT_FOUND' : 'FAILED_PRECONDITION',
      explanation,
      method: 'GET',
      url,
      outcome: 'rejected',
      resourceInfo: { resourceType: kind, resourceName: name, description: explanation },
    });
    this.matches = matches;
    this.kind = kind;
    this.groupUid = groupUid;
  }
}

/** The API has no list of a kind, neither in v2 nor in v1. The objects may exist: nothing is known about them. */
export class MissingListError extends ApiError {
  override readonly name: string = 'MissingListError';
  /** The kind without a list. */
  readonly declaration: Declaration;

  constructor(declaration: Declaration, url: string) {
    const explanation = `the API has no readable list of ${declaration.collection}, so no ${kindInWords(declaration)} can be found by its name`;
    super({ code: 'UNIMPLEMENTED', explanation, method: 'GET', url, outcome: 'rejected' });
    this.declaration = declaration;
  }
}
