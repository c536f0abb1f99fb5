/**
 * Placeholders: the uids that a plan made for a review gives to what it would create, so that Terraform itself resolves
 * every reference. Such a plan is never applied. The same seed, kind, place and name make the same uid in every process of a
 * plan, and another seed another one.
 *
 * They are marked: a segment begins with eight zeros, which no service mints. An expression can see that mark, and branch on
 * it. Unmarked ones look like any uid, to all but those who know the seed: an expression that a plan with them decides
 * otherwise depends on the digits of a uid.
 *
 * Imported by its path: what a browser runs has no use for it, and no `node:crypto`.
 */
import { createHash } from 'node:crypto';
import { isUid, PLACEHOLDER_MARK as MARK } from './uid';

/** The prefix of a seed for placeholders without the mark. */
const UNMARKED = 'unmarked:';
const SEED = new RegExp(`^(${UNMARKED})?[A-Za-z0-9._-]{1,64}$`);

/** A segment, and that of a root group. So many of them as the mark has prove the others where there is no mark. */
const DIGITS = 16;
const ROOT_DIGITS = 40;

/** Returns the problem of a seed, for a message. */
export function seedProblem(seed: string): string | undefined {
  if (SEED.test(seed)) return undefined;
  return `A seed is made of at most 64 letters, digits, dots, hyphens and underscores; "${UNMARKED}" may come before it.`;
}

/** The value of {@link REVIEW_VARIABLE} for placeholders without the mark. */
export function unmarkedSeed(seed: string): string {
  return `${UNMARKED}${seed}`;
}

export interface PlaceholderUids {
  /** Returns the placeholder for `key` in the group `parent`; a root group has no parent. */
  of(parent: string | undefined, key: string): string;
  /** Returns true for a placeholder of this seed, and for uids beneath one. */
  includes(uid: unknown): boolean;
  /** Returns the uid without its placeholder segments, or `undefined` if nothing remains. */
  existingPart(uid: string): string | undefined;
}

/** Creates placeholders. Throws a `TypeError` for an invalid seed. */
export function createPlaceholderUids(seed: string): PlaceholderUids {
  const problem = seedProblem(seed);
  if (problem !== undefined) throw new TypeError(problem);
  const isMarked = !seed.startsWith(UNMARKED);
  const digits = (count: number, ...about: readonly (string | undefined)[]): string =>
    createHash('sha256')
      .update(JSON.stringify([seed, ...about.map((one) => one ?? null)]))
      .digest('hex')
      .slice(0, count);

  function isOurs(parent: string | undefined, segment: string): boolean {
    if (isMarked) return segment.startsWith(MARK);
    const [others, proof] = [segment.slice(0, -MARK.length), segment.slice(-MARK.length)];
    return proof === digits(MARK.length, 'proof', parent, others);
  }

  function existingPart(uid: string): string | undefined {
    let existing: string | undefined;
    for (const segment of uid.split('/')) {
      if (isOurs(existing, segment)) return existing;
      existing = existing === undefined ? segment : `${existing}/${segment}`;
    }
    return existing;
  }

  return {
    of(parent, key) {
      const others = digits((parent === undefined ? ROOT_DIGITS : DIGITS) - MARK.length, parent, key);
      const segment = isMarked ? MARK + others : others + digits(MARK.length, 'proof', parent, others);
      return parent === undefined ? segment : `${parent}/${segment}`;
    },
    includes: (uid) => isUid(uid) && existingPart(uid) !== uid,
    existingPart,
  };
}
