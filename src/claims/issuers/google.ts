/** Google: one issuer for service accounts and all its users. The subject is a number that is never reused. */
import type { Issuer } from './issuer';

export const google: Issuer = {
  id: 'google',
  name: 'Google accounts',
  documentation: ['https://cloud.google.com/docs/authentication/token-types'],
  variables: { account: { is: '1[0-9]{20}' } },
  shapes: { account: { iss: 'https://accounts.google.com', sub: '{account}' } },
  hasAllSubjects: true,
  reaches: [{ id: 'anybody', who: 'any Google account', outsider: true, shapes: ['account'], chooses: ['account'] }],
};
