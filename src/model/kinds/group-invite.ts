import { bool, declareKind, EXPIRY_STATES, message, string, timestamp } from '../schema';
import { createTimeField, roleReference, uidField } from './common-fields';
import type { GroupInviteTypes } from './types/group-invite';

/** Group invites: made and withdrawn, never changed. */
export const groupInvite = declareKind<GroupInviteTypes>({
  kind: 'GroupInvite',
  description:
    'Gives a role in a group to anyone who presents the code of the invite. The service deletes a single-use invite after its use.',
  domain: 'iam',
  collection: 'groupInvites',
  capability: 'group_invites',
  operations: ['list', 'get', 'create', 'delete'],
  terraform: {
    type: 'group_invite',
    storedByOthers: { types: ['group_invite'], parent: 'group', names: { uid: 'id', roleUid: 'role' } },
    fields: {
      recipientJwk: string(
        ['optional', 'inputOnly'],
        'The public key of the recipient of the code, as a JSON Web Key. Without it, the code is not stored, and nobody can read it later. Another key forces replacement. `platform-iac invite-code --new-key FILE` generates a key pair.',
        { format: 'publicJwk' },
        { decidesAccess: true },
      ),
      encryptedCode: string(
        ['outputOnly'],
        'The code, encrypted for the recipient (a JWE). `platform-iac invite-code` decrypts it with the private key.',
      ),
      state: string(
        ['outputOnly'],
        'The state of the invite: `active`, `used_or_withdrawn` (a single-use invite that no longer exists), or `expired`. A used or expired invite stays in the Terraform state until you replace it: `terraform apply -replace=ADDRESS`.',
        { oneOf: EXPIRY_STATES },
      ),
    },
    encryptedSecret: { secret: 'code', recipient: 'recipientJwk', encrypted: 'encryptedCode' },
    expiry: { expires: 'expirationTime', once: 'singleUse', lifetime: 'ttl', state: 'state' },
  },
  parent: { name: 'groupUid', description: 'The group that people are invited to.' },
  fields: {
    uid: uidField('The uid that the service gave the invite.'),
    roleUid: string(['required', 'immutable'], 'The role that invited people receive in the group.', roleReference, {
      from: 'role.uid',
      decidesAccess: true,
    }),
    ttl: string(
      ['required', 'immutable', 'inputOnly'],
      'The lifetime of the invite, in seconds, for example `86400s`.',
      { format: 'duration' },
      { decidesAccess: true },
    ),
    email: string(
      ['optional', 'immutable'],
      'The e-mail address of the only person who can use the invite.',
      { format: 'email' },
      { decidesAccess: true },
    ),
    singleUse: bool(['optional', 'immutable'], 'If true, the service deletes the invite after its first use.', {
      decidesAccess: true,
    }),
    role: message(
      ['outputOnly'],
      'The current role. Absent if it was deleted.',
      {
        uid: string(['outputOnly'], 'The uid of the role.', { format: 'uid' }),
        name: string(['outputOnly'], 'The name of the role.'),
        description: string(['outputOnly'], 'The purpose of the role.'),
      },
      [],
      { output: 'volatile' },
    ),
    keyId: string(['outputOnly'], 'The id of the code, which does not reveal it.'),
    code: string(
      ['outputOnly', 'sensitive'],
      'The code that invited people present. Only the response to the creation contains it.',
    ),
    expirationTime: timestamp(['outputOnly'], 'The time when the invite expires.'),
    createTime: createTimeField('invite'),
  },
  naturalKey: ['roleUid', 'email'],
  filters: { key_id: { matches: 'keyId', description: 'Only the invite with this key id.' } },
  defaultOrder: 'created_at desc',
  protobuf: {
    fields: {
      ...{ uid: 1, roleUid: 2, email: 3, ttl: 4, expirationTime: 5, singleUse: 6, code: 7, keyId: 8, createTime: 9 },
      role: { number: 10, message: 'GroupInviteRole', fields: { uid: 1, name: 2, description: 3 } },
    },
    list: { uidp: 1, keyId: 2, pageSize: 3, pageToken: 4, orderBy: 5, skip: 6 },
  },
  examples: { create: { ttl: '86400s', email: 'ada@example.com', singleUse: true } },
});
