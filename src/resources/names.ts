/** Limits that several kinds share. Contract V4, V5. */

/** The pattern of a name. */
export const NAME_PATTERN = '^[a-z0-9 ._-]{1,}$';

/** What a description may be: `^[\S ]{0,512}$` as RE2 reads it, which is one line without tabs. */
export const DESCRIPTION = { maxLength: 512, pattern: '^[^\\t\\n\\f\\r]*$' } as const;
