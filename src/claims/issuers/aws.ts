/** AWS, for roles that have a token minted for others: an issuer for each account. A role's name can be used again. */
import { UUID, type Issuer } from './issuer';

export const aws: Issuer = {
  id: 'aws',
  name: 'AWS outbound identity federation',
  documentation: ['https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_providers_outbound_getting_started.html'],
  variables: {
    issuer: UUID,
    account: { is: '[0-9]{12}' },
    role: { is: '([0-9A-Za-z+=,.@_-]+/)*[0-9A-Za-z+=,.@_-]+' },
  },
  shapes: {
    role: { iss: 'https://{issuer}.tokens.sts.global.api.aws', sub: 'arn:aws:iam::{account}:role/{role}' },
  },
  reaches: [
    {
      id: 'anybody',
      who: 'any role of any account on AWS',
      outsider: true,
      shapes: ['role'],
      chooses: ['issuer', 'account'],
    },
    { id: 'same-owner', who: 'other roles of the account', outsider: false, shapes: ['role'], chooses: ['role'] },
    {
      id: 'recycled-name',
      who: 'whoever in the account makes a role of this name again',
      outsider: false,
      shapes: ['role'],
    },
  ],
};
