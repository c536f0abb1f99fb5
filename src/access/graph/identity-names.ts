/** The names of identities in questions, rules and tests. */
import type { IdentityNode } from './nodes';
import { toAccountText, withoutScheme, type PersonAccount } from '../../base/text/person-account';

/**
 * A name of an identity: its path or its uid. For a person also the account, `subject at host`, the subject alone, or
 * the e-mail address.
 */
export type IdentityName = string | PersonAccount;

/** Returns the names that belong to exactly one identity: the key, the path in a group, and the account. */
export function fullNames({ key, path, group, account }: IdentityNode): string[] {
  return [key, ...(group === undefined ? [] : [path]), ...(account === undefined ? [] : [toAccountText(account)])];
}

/** Returns the names of a person that other people can have, too. */
export function shortNames({ name, path, group, account, email }: IdentityNode): string[] {
  if (group !== undefined) return [];
  const parts =
    account === undefined
      ? []
      : [account.subject, `${account.subject} at ${withoutScheme(account.issuer).split('/', 1).join()}`];
  return [...new Set([path, name, ...parts, ...(email === undefined ? [] : [email])])];
}
