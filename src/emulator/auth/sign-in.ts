/**
 * People who sign in through an identity provider. Their token carries the claims of the provider's token. They hold the default
 * role of each identity provider with its issuer and client, and the roles of the mappings of their external groups. Contract K9.
 */
import type { SignIn } from '../wire/route';
import type { HeldGrant } from './access';
import type { Account } from './account';

/** A person who signs in. */
export interface SignInTokenRequest extends Account {
  /** The client of the identity provider. */
  readonly clientId: string;
  /** The further claims. The identity provider names the claim with the external groups (`groupsClaim`). @default none */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** An identity provider with its mappings, as stored. */
export interface StoredProvider {
  readonly groupUid: string;
  readonly defaultRole: string;
  readonly oidc: { readonly issuer?: string; readonly clientId?: string; readonly groupsClaim?: string };
  readonly mappings: () => readonly (HeldGrant & { readonly externalGroupId: string })[];
}

/** Returns the grants that an identity provider gives to a person who has signed in. */
export function getSignInGrants({ issuer, clientId, claims }: SignIn, provider: StoredProvider): readonly HeldGrant[] {
  const { groupUid, defaultRole, oidc, mappings } = provider;
  if (oidc.issuer !== issuer || oidc.clientId !== clientId) return [];
  const claimed = oidc.groupsClaim ? [claims[oidc.groupsClaim]].flat() : [];
  return [
    { groupUid, roleUid: defaultRole },
    ...mappings().filter(({ externalGroupId }) => claimed.includes(externalGroupId)),
  ];
}
