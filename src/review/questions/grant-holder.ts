/** Describes the people who have the access of a grant without an identity: of an invite, a mapping or a default role. */
import type { IdentityNode } from '../../access/graph';
import type { ReviewedSide } from '../report/reviewed-objects';

/** The people, and the terms of an invite: `, any number of times, until 2026-12-06`. */
export interface GrantHolder {
  readonly holder: string;
  /** Empty for a grant that is no invite. */
  readonly terms: string;
  /** The recipient of an invite; absent for an open invite, and for a grant that is none. */
  readonly email?: string;
}

export function describeHolder(
  { grantedBy, name }: Pick<IdentityNode, 'grantedBy' | 'name'>,
  { fields: { email = '', single_use: isOnce } = {}, expires }: Partial<Pick<ReviewedSide, 'fields' | 'expires'>>,
): GrantHolder {
  // The graph names the people in brackets.
  if (grantedBy !== 'group_invite') return { holder: name.replace(/^\((.*)\).*$/, '$1'), terms: '' };
  const uses = isOnce === 'true' ? 'for a single use' : 'any number of times';
  const end = expires === undefined ? 'without an expiry' : `until ${expires.slice(0, 10)}`;
  const terms = `, ${uses}, ${end}`;
  return email === '' ? { holder: 'anyone with the code', terms } : { holder: email, terms, email };
}
