/**
 * Issuers that anyone can sign in to for free: consumer accounts of Microsoft, and the public Sigstore. A subject names
 * one account, and nothing shows its owner.
 */
import type { Issuer } from './issuer';

const ACCOUNT = { is: '[^\\x00-\\x20\\x7f]+' };

export const microsoftConsumers: Issuer = {
  id: 'microsoft-consumers',
  name: 'consumer accounts of Microsoft',
  documentation: ['https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference'],
  variables: { account: ACCOUNT },
  shapes: {
    // The tenant of all consumer accounts.
    account: {
      iss: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
      sub: '{account}',
      tid: '9188040d-6c67-4c5b-b112-36a304b66dad',
    },
  },
  reaches: [{ id: 'anybody', who: 'a consumer account of Microsoft', outsider: true, shapes: ['account'] }],
};

export const sigstore: Issuer = {
  id: 'sigstore',
  name: 'the public Sigstore',
  documentation: ['https://docs.sigstore.dev/certificate_authority/oidc-in-fulcio/'],
  variables: { account: ACCOUNT },
  shapes: { account: { iss: 'https://oauth2.sigstore.dev/auth', sub: '{account}' } },
  reaches: [{ id: 'anybody', who: 'an account at the public Sigstore', outsider: true, shapes: ['account'] }],
};
