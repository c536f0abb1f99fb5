/** Limits that several kinds share. Source: specification §2 Group, not-shown "Names". */

/** The pattern of a name. */
export const NAME_PATTERN = '^[a-z0-9 ._-]{1,}$';

/** The most characters that a description may have. */
export const DESCRIPTION_MAX_LENGTH = 512;
