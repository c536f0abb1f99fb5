/** Who calls, and what they may: API tokens and access at a scope. */
export { createAccess, type Access, type Grant, type Grants } from './access';
export {
  bearerToken,
  createAuthority,
  EXCHANGED_TOKEN_LIFETIME_MS,
  type Authority,
  type AuthorityOptions,
  type Caller,
  type IssueOptions,
} from './authority';
export { Refusal } from './refusal';
export { generateSigningKey, type SigningKey } from './signing-key';
