/** Changing with field masks: M1 to M5 of the contract. */
import { requireSame } from '../http/difference';
import type { Rule } from './rule';
import { ISSUER } from '../session/signed-token';
import { changed, messageIn, patch, requireCode, uidOf } from './requirements';
import { all, part } from './sources';

const full = { issuer: ISSUER, subject: 'first', audience: 'api', claims: { ref: 'main' } };

export const masks: readonly Rule[] = [
  {
    id: 'M1',
    says: 'Only the fields in the body change. With updateMask, only the fields that it names change.',
    relies: ['client', 'provider'],
    published: all('groups', 'identities'),
    ifDifferent: 'Terraform reports that a field which nobody changed has another value.',
    cases: [
      {
        says: 'without a mask, the fields in the body change',
        run: async (kit) => {
          const { uid, name } = await kit.make('identities', { description: 'before', claimMatch: full });
          const answer = await changed(kit, 'identities', String(uid), { description: 'after' });
          requireSame(
            [answer.json['name'], answer.json['description']],
            [name, 'after'],
            'the name and the description',
            answer,
          );
          requireSame(
            messageIn(answer, 'claimMatch')['audience'],
            'api',
            'the audience, which the body does not have',
            answer,
          );
        },
      },
      {
        says: 'with a mask, other fields of the body are ignored',
        run: async (kit) => {
          for (const parameter of ['updateMask', 'update_mask']) {
            const { uid, name } = await kit.make('roles', { description: 'before' });
            const answer = await changed(
              kit,
              'roles',
              String(uid),
              { description: 'after', name: 'ignored' },
              'description',
              parameter,
            );
            requireSame(
              [answer.json['name'], answer.json['description']],
              [name, 'after'],
              `the fields after ${parameter}`,
              answer,
            );
          }
        },
      },
      {
        says: 'a field that the mask names and the body omits is cleared',
        run: async (kit) => {
          const { uid } = await kit.make('identities', { description: 'before' });
          const answer = await changed(kit, 'identities', String(uid), {}, 'description');
          requireSame(answer.json['description'] ?? '', '', 'the description', answer);
        },
      },
    ],
  },
  {
    id: 'M2',
    says: 'The body of a change is the bare object. A message that the mask names is replaced as a whole.',
    relies: ['client', 'provider'],
    published: part(
      'The files state the body and the mask. They do not state how a message is replaced.',
      'groups',
      'identities',
    ),
    ifDifferent: 'Terraform reports that the trust policy differs from the plan.',
    cases: [
      {
        says: 'a message is replaced as a whole, with a mask in snake_case',
        run: async (kit) => {
          const { uid } = await kit.make('identities', { claimMatch: full });
          const answer = await changed(
            kit,
            'identities',
            String(uid),
            { claimMatch: { issuer: ISSUER, subject: 'second' } },
            'claim_match',
          );
          const match = messageIn(answer, 'claimMatch');
          requireSame(
            [match['subject'], match['audience'] ?? '', Object.keys(match['claims'] ?? {})],
            ['second', '', []],
            'the replaced message',
            answer,
          );
        },
      },
      {
        says: 'a mask of several fields changes all of them',
        run: async (kit) => {
          const { uid } = await kit.make('roles', { description: 'before' });
          const answer = await changed(
            kit,
            'roles',
            String(uid),
            { description: 'after', capabilities: ['CAP_IAM_ROLES_LIST'] },
            'capabilities,description',
          );
          requireSame(
            [answer.json['description'], answer.json['capabilities']],
            ['after', ['CAP_IAM_ROLES_LIST']],
            'the fields',
            answer,
          );
        },
      },
      {
        says: 'a mask may be lowerCamelCase and have nested paths',
        relies: [],
        run: async (kit) => {
          const { uid } = await kit.make('identities', { claimMatch: full });
          const answer = await changed(
            kit,
            'identities',
            String(uid),
            { claimMatch: { subject: 'nested' } },
            'claimMatch.subject',
          );
          const match = messageIn(answer, 'claimMatch');
          requireSame([match['subject'], match['audience']], ['nested', 'api'], 'the subject and the audience', answer);
        },
      },
    ],
  },
  {
    id: 'M3',
    says: 'An unknown, immutable or output-only path in a mask is INVALID_ARGUMENT. verified of a group is valid.',
    relies: [],
    ifDifferent: 'The client sends masks of fields that can change, and no others.',
    cases: [
      {
        says: 'an unknown and an output-only path are INVALID_ARGUMENT',
        mayDiffer: true,
        run: async (kit) => {
          const { uid } = await kit.make('roles');
          for (const mask of ['no_such_field', 'create_time', 'uid'])
            requireCode(await patch(kit, 'roles', String(uid), { description: 'x' }, mask), 'INVALID_ARGUMENT');
        },
      },
      {
        says: 'verified is a valid path, and the value is ignored',
        mayDiffer: true,
        run: async (kit) => {
          const group = await kit.subgroup('empty');
          const answer = await changed(kit, 'groups', group, { verified: false }, 'verified');
          requireSame(answer.json['verified'] ?? false, false, 'verified', answer);
        },
      },
    ],
  },
  {
    id: 'M4',
    says: 'The mask * replaces everything. A service may reject it.',
    relies: [],
    published: all('groups', 'identities', 'roles'),
    ifDifferent: 'The client never sends it.',
    cases: [
      {
        says: 'the mask * clears absent fields, or is INVALID_ARGUMENT',
        run: async (kit) => {
          const { uid, capabilities } = await kit.make('roles', { description: 'before' });
          const name = kit.name();
          const answer = await patch(kit, 'roles', String(uid), { name, capabilities }, '*');
          if (answer.code === 'OK')
            requireSame(
              [answer.json['name'], answer.json['description'] ?? ''],
              [name, ''],
              'the replaced object',
              answer,
            );
          else requireCode(answer, 'INVALID_ARGUMENT');
        },
      },
    ],
  },
  {
    id: 'M5',
    says: "Without a mask, the body's keys (nested ones too) form the mask. Output-only fields in it are ignored.",
    relies: ['client'],
    published: part(
      'The files state that the mask follows from the body. They do not state nested keys.',
      'providers',
      'groups',
    ),
    ifDifferent: 'The client always sends a mask.',
    cases: [
      {
        says: 'nested keys of the body form the mask',
        relies: [],
        run: async (kit) => {
          const { uid } = await kit.make('identities', { claimMatch: full });
          const answer = await changed(kit, 'identities', String(uid), { claimMatch: { subject: 'nested' } });
          const match = messageIn(answer, 'claimMatch');
          requireSame(
            [match['subject'], match['audience'], match['issuer']],
            ['nested', 'api', ISSUER],
            'the message',
            answer,
          );
        },
      },
      {
        says: 'output-only fields in the body are ignored',
        relies: [],
        run: async (kit) => {
          const before = await kit.make('roles', { description: 'before' });
          const answer = await changed(kit, 'roles', uidOf(before), {
            ...before,
            description: 'after',
            createTime: '2020-01-01T00:00:00Z',
          });
          requireSame(
            [answer.json['createTime'], answer.json['description']],
            [before['createTime'], 'after'],
            'the fields',
            answer,
          );
        },
      },
    ],
  },
];
