import { bool, declareKind, END_STATES, message, string, timestamp } from '../schema';
import { createTimeField, roleReference, uidField } from './common-fields';
import type { GroupInviteTypes } from './types/group-invite';

/** Group invites: made and withdrawn, never changed. */
export const groupInvite = declareKind<GroupInviteTypes>({
  kind: 'GroupInvite',
  description: 'Gives whoever presents its code a role in a group. An invite for single use is gone once it was used.',
  domain: 'iam',
  collection: 'groupInvites',
  capability: 'group_invites',
  operations: ['list', 'get', 'create', 'delete'],
  terraformType: 'group_invite',
  parent: { name: 'groupUid', description: 'The group that people are invited to.' },
  fields: {
    uid: uidField('The uid that the service gave the invite.'),
    roleUid: string(['required', 'immutable'], 'The role that the invited have in the group.', roleReference, {
      from: 'role.uid',
    }),
    ttl: string(['required', 'immutable', 'inputOnly'], 'For how long the invite holds, in seconds: `86400s`.', {
      format: 'duration',
    }),
    email: string(['optional', 'immutable'], 'The e-mail address of the only person who may use the invite.', {
      format: 'email',
    }),
    singleUse: bool(['optional', 'immutable'], 'Whether the invite is gone once somebody used it.'),
    role: message(
      ['outputOnly'],
      'The role, as it stands now; absent if it is gone.',
      {
        uid: string(['outputOnly'], 'The uid of the role.', { format: 'uid' }),
        name: string(['outputOnly'], 'The name of the role.'),
        description: string(['outputOnly'], 'What the role is for.'),
      },
      [],
      { output: 'volatile' },
    ),
    keyId: string(['outputOnly'], 'What the code is known by, without giving it away.'),
    code: string(['outputOnly', 'sensitive'], 'What the invited present; only the response to the creation holds it.'),
    expirationTime: timestamp(['outputOnly'], 'Until when the invite holds.'),
    createTime: createTimeField('invite'),
  },
  terraformFields: {
    recipientJwk: string(
      ['optional', 'inputOnly'],
      'The public key of whoever is to read the code, as the text of a JSON Web Key. ' +
        'Without it the code is not kept, and nobody can learn it later. `platform-iac invite-code --new-key FILE` makes a pair.',
      { format: 'publicJwk' },
    ),
    encryptedCode: string(
      ['outputOnly'],
      'The code, encrypted for the recipient (a JWE). `platform-iac invite-code` opens it with the private key.',
    ),
    state: string(
      ['outputOnly'],
      'Whether the invite is `active`, `used_or_withdrawn` (one for single use that is gone), or `expired`. ' +
        'One that has ended stays as it is until you replace it: `terraform apply -replace=ADDRESS`.',
      { oneOf: END_STATES },
    ),
  },
  seals: { secret: 'code', recipient: 'recipientJwk', sealed: 'encryptedCode' },
  ends: { expires: 'expirationTime', once: 'singleUse', state: 'state' },
  naturalKey: ['roleUid', 'email'],
  filters: { key_id: { matches: 'keyId', description: 'Only the invite whose code has this key id.' } },
  defaultOrder: 'created_at desc',
  example: { ttl: '86400s', email: 'ada@example.com', singleUse: true },
});
