import { ApiError } from './api-error';

export interface FindErrorOptions {
  /** The kind that was sought, as in `Group`. */
  readonly kind: string;
  /** The name that stands for nothing, or for several objects. */
  readonly name: string;
  /** What was found, for a person. */
  readonly explanation: string;
  /** The list in which it was sought. */
  readonly url: string;
  /** The uids of all that it stands for. */
  readonly matches: readonly string[];
}

/**
 * A path in which a name stands for nothing (NOT_FOUND, see `isNotFound`) or for several objects
 * (FAILED_PRECONDITION, their uids in `matches`).
 */
export class FindError extends ApiError {
  override readonly name: string = 'FindError';
  /** The uids of all that the name stands for; empty when it stands for nothing. */
  readonly matches: readonly string[];

  constructor({ kind, name, explanation, url, matches }: FindErrorOptions) {
    super({
      code: matches.length === 0 ? 'NOT_FOUND' : 'FAILED_PRECONDITION',
      explanation,
      method: 'GET',
      url,
      outcome: 'rejected',
      resourceInfo: { resourceType: kind, resourceName: name, description: explanation },
    });
    this.matches = matches;
  }
}
