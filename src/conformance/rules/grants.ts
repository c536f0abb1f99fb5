/** Grants and hidden objects: A5 to A9 of the contract. */
import { isObject } from '../../api';
import { requireSame, requireThat } from '../http/difference';
import { getDetail } from '../http/answer';
import type { Rule } from './rule';
import { ISSUER } from '../session/signed-token';
import { requireCode, requireRejected, uidOf } from './requirements';
import { all } from './sources';

const MISSING = '0123456789abcdef';
const READ = 'CAP_IAM_GROUPS_LIST';

export const grants: readonly Rule[] = [
  {
    id: 'A5',
    says: 'Creating an invite also requires role_bindings.create. Nobody can grant a capability that they lack.',
    relies: ['review'],
    published: all('invites', 'providers', 'mappings'),
    ifDifferent: 'The review assumes that grants are limited. At such a service, more identities can become owners.',
    cases: [
      {
        says: 'an invite needs role_bindings.create',
        run: async (kit) => {
          const group = await kit.subgroup('a');
          const caller = await kit.assume(['groups.list', 'group_invites.create'], group);
          const body = { roleUid: (await kit.builtIn('registry.pull'))['uid'], ttl: '60s' };
          requireCode(await kit.send('POST', kit.path('groupInvites', group), { caller, body }), 'PERMISSION_DENIED');
        },
      },
      {
        says: 'nobody can grant, or put into a role, a capability that they lack',
        mayDiffer: true,
        run: async (kit) => {
          const group = await kit.subgroup('a');
          const caller = await kit.assume(['groups.list', 'role_bindings.create', 'roles.create'], group);
          const { uid: identityUid } = await kit.make('identities', {}, group);
          const body = { identityUid, roleUid: (await kit.builtIn('viewer'))['uid'] };
          requireCode(await kit.send('POST', kit.path('roleBindings', group), { caller, body }), 'PERMISSION_DENIED');
          const role = { name: 'iac conformance', capabilities: ['CAP_IAM_IDENTITY_DELETE'] };
          requireCode(await kit.send('POST', kit.path('roles', group), { caller, body: role }), 'PERMISSION_DENIED');
        },
      },
    ],
  },
  {
    id: 'A6',
    says: 'Changing the trust policy of an identity requires every capability of the identity.',
    relies: [],
    ifDifferent: 'The review assumes that a service does not check this.',
    cases: [
      {
        says: 'a caller with identity.update alone cannot change who assumes a stronger identity',
        mayDiffer: true,
        run: async (kit) => {
          const group = await kit.subgroup('a');
          const caller = await kit.assume(['groups.list', 'identity.list', 'identity.update'], group);
          const { uid } = await kit.make('identities', {}, group);
          await kit.make('roleBindings', { identityUid: uid, roleUid: (await kit.builtIn('viewer'))['uid'] }, group);
          const change = {
            query: [['updateMask', 'claim_match']],
            body: { claimMatch: { issuer: ISSUER, subject: 'thief' } },
          } as const;
          requireCode(
            await kit.send('PATCH', kit.path('identities', String(uid)), { ...change, caller }),
            'PERMISSION_DENIED',
          );
          await kit.ok('PATCH', kit.path('identities', String(uid)), {
            caller,
            query: [['updateMask', 'description']],
            body: { description: 'allowed' },
          });
        },
      },
    ],
  },
  {
    id: 'A7',
    says: 'A binding names an identity beneath the same root, or a person. A custom role is valid only in its own group and beneath it.',
    relies: ['review'],
    ifDifferent: 'The review reports an identity of another organization as unknown.',
    cases: [
      {
        says: 'an unknown identity and an unknown role are INVALID_ARGUMENT',
        mayDiffer: true,
        run: async (kit) => {
          const { uid: identityUid } = await kit.make('identities');
          const roleUid = (await kit.builtIn('viewer'))['uid'];
          await requireRejected(
            kit,
            'roleBindings',
            { identityUid: `${kit.group}/${MISSING}`, roleUid },
            { field: 'identityUid' },
          );
          await requireRejected(
            kit,
            'roleBindings',
            { identityUid, roleUid: `${kit.group}/${MISSING}` },
            { field: 'roleUid' },
          );
          await requireRejected(
            kit,
            'groupInvites',
            { roleUid: `${kit.group}/${MISSING}`, ttl: '60s' },
            { field: 'roleUid' },
          );
        },
      },
      {
        says: 'a custom role is valid beneath its group, and not next to it',
        mayDiffer: true,
        run: async (kit) => {
          const [a, c, b] = [await kit.subgroup('a'), await kit.subgroup('c'), await kit.subgroup('a/b')];
          const { uid: roleUid } = await kit.make('roles', {}, a);
          const { uid: identityUid } = await kit.make('identities', {}, a);
          await kit.ok('POST', kit.path('roleBindings', b), { body: { identityUid, roleUid } });
          await requireRejected(kit, 'roleBindings', { identityUid, roleUid }, { group: c, field: 'roleUid' });
        },
      },
    ],
  },
  {
    id: 'A8',
    says: 'Other objects can grant roles, too: mappings from the groups of an identity provider.',
    relies: ['review'],
    published: all('mappings'),
    ifDifferent: 'The review lists mappings that grant nothing.',
    cases: [],
    invisible: 'only a sign-in of a person shows what a mapping grants',
  },
  {
    id: 'A9',
    says: 'A response contains nothing about an object that the caller may not list.',
    relies: [],
    ifDifferent: 'A caller with a narrow role learns names and uids.',
    cases: [
      {
        says: 'the response to a create of a caller who cannot list has only the uid and the sent fields',
        mayDiffer: true,
        run: async (kit) => {
          const group = await kit.subgroup('a');
          const caller = await kit.assume(['groups.list', 'identity.update'], group);
          const { uid } = await kit.make('identities', { description: 'secret plan' }, group);
          const answer = await kit.ok('PATCH', kit.path('identities', String(uid)), {
            caller,
            query: [['updateMask', 'name']],
            body: { name: 'iac renamed' },
          });
          requireSame(
            [answer.json['uid'], answer.json['name']],
            [uid, 'iac renamed'],
            'the uid and the sent name',
            answer,
          );
          requireThat(
            !answer.text.includes('secret plan') && !answer.text.includes(ISSUER),
            'the response has no other value of the object',
            answer,
          );
        },
      },
      {
        says: 'ALREADY_EXISTS does not name an object that the caller may not list',
        mayDiffer: true,
        run: async (kit) => {
          const group = await kit.subgroup('a');
          const caller = await kit.assume(['groups.list', 'role_bindings.create'], group);
          const { uid: identityUid } = await kit.make('identities', {}, group);
          const role = await kit.make('roles', { capabilities: [READ] }, group);
          const body = { identityUid, roleUid: role['uid'] };
          const existing = uidOf(await kit.make('roleBindings', body, group));
          const answer = await kit.send('POST', kit.path('roleBindings', group), { caller, body });
          requireCode(answer, 'ALREADY_EXISTS');
          const info = getDetail(answer, 'ResourceInfo');
          requireSame(isObject(info) ? (info['resourceName'] ?? '') : '', '', 'resourceName', answer);
          requireThat(!answer.text.includes(existing), 'the response does not contain the uid of the binding', answer);
        },
      },
    ],
  },
];
