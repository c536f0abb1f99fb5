/**
 * Uids: `^[0-9a-f]{40}(/[0-9a-f]{16})*$`. The prefixes of a uid are the uids of the groups above its object. Everything
 * from outside is checked here before it enters a URL. Contract U1.
 */

/** The form of a uid, as a pattern that documentation and error messages may quote. */
export const UID_PATTERN = '^[0-9a-f]{40}(/[0-9a-f]{16})*$';

const uidExpression = new RegExp(UID_PATTERN);

/** Returns true if `value` is a well-formed uid. The object may not exist. */
export function isUid(value: unknown): value is string {
  return typeof value === 'string' && uidExpression.test(value);
}

/** Returns the reason why `value` is not a uid, for a message, or `undefined` if it is one. */
export function uidProblem(value: unknown): string | undefined {
  if (isUid(value)) return undefined;
  return `${quoted(value)} is not a uid: 40 lowercase hexadecimal digits, then any number of "/" and 16 more (like ${exampleUid})`;
}

/** The variable with the seed of review plans. */
export const REVIEW_VARIABLE = 'PLATFORM_PLAN_FOR_REVIEW';

/** The prefix of a placeholder's segment (see `createPlaceholderUids`): no service generates it. */
export const PLACEHOLDER_MARK = '0'.repeat(8);

/** Returns true for a marked placeholder, and for uids beneath one. */
export function isPlaceholderUid(value: unknown): boolean {
  return isUid(value) && value.split('/').some((segment) => segment.startsWith(PLACEHOLDER_MARK));
}

/** Returns `value` if it is a uid, otherwise throws a `TypeError` that names the object (`what`). */
export function checkedUid(value: unknown, what = 'uid'): string {
  const problem = uidProblem(value);
  if (problem !== undefined) throw new TypeError(`${what}: ${problem}`);
  return value as string;
}

/** Returns the uid of the object's parent, or `undefined` for a root group, a person or a built-in role. */
export function parentUid(uid: string): string | undefined {
  const end = uid.lastIndexOf('/');
  return end < 0 ? undefined : uid.slice(0, end);
}

/** Returns the uid of the root group above the object, or the uid itself if it is a root. */
export function rootUid(uid: string): string {
  const end = uid.indexOf('/');
  return end < 0 ? uid : uid.slice(0, end);
}

/** Returns true if `uid` is beneath `ancestor`. A uid is not beneath itself. */
export function isDescendant(uid: string, ancestor: string): boolean {
  return uid.startsWith(`${ancestor}/`);
}

/** Returns true if `uid` is `scope` or beneath it. */
export function isWithin(uid: string, scope: string): boolean {
  return uid === scope || isDescendant(uid, scope);
}

/** Returns the groups that no other one contains. */
export function findOutermost(groups: readonly string[]): string[] {
  const unique = [...new Set(groups)];
  return unique.filter((uid) => !unique.some((other) => isDescendant(uid, other)));
}

/** Returns the uids above `uid`, the nearest first. */
export function ancestorUids(uid: string): string[] {
  const above: string[] = [];
  for (let next = parentUid(uid); next !== undefined; next = parentUid(next)) above.push(next);
  return above;
}

/**
 * Returns the deepest uid that all of `uids` are beneath, or that is one of them. `undefined` if they have no common
 * root.
 */
export function commonAncestor(uids: readonly string[]): string | undefined {
  const [first, ...rest] = uids.map((uid) => uid.split('/'));
  if (first === undefined) return undefined;
  let depth = first.length;
  for (const segments of rest) {
    let shared = 0;
    while (shared < depth && segments[shared] === first[shared]) shared++;
    depth = shared;
  }
  return depth === 0 ? undefined : first.slice(0, depth).join('/');
}

const exampleUid = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00/0123456789abcdef';

function quoted(value: unknown): string {
  if (typeof value !== 'string') return `a value of type ${value === null ? 'null' : typeof value}`;
  return JSON.stringify(value.length > 120 ? `${value.slice(0, 120)}…` : value);
}
