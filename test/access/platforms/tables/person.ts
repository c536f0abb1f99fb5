import fc from 'fast-check';
import { audience, login, type PlatformTable } from '../platform-table';

export const table: PlatformTable = {
  props: fc.record({ issuer: fc.constant(login), subject: fc.string({ minLength: 1, maxLength: 8 }), audience }),
  sentences: [
    [/Cognito/, 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc'],
    [/Auth0/, 'https://acme.eu.auth0.com/'],
    [/Sigstore/, 'https://oauth2.sigstore.dev/auth'],
  ],
};
