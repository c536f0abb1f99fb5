import { createHash } from 'node:crypto';

/**
 * The uid that a person has or will have: a single segment, the same for the same account each time.
 * Source: not-shown "Identity": `identities:lookupIdentity`.
 */
export function personUid(issuer: string, subject: string): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')
    .slice(0, 40);
}
