/** The titles of sections that several formats have: the terminal, the comment and the page. */

export const BLOCKS_TO_PASTE = 'Blocks to paste into a .tf file of the stack';

/** Nobody gains or loses this access. */
export const INHERITED_ACCESS = 'Inherited access in created and deleted groups';

export const REDUNDANT_GRANTS = 'Redundant grants: other grants give the same access';

/** The first question about an organization. */
export const OWNERS = 'Owners, and how they obtain access';
