/** Names, descriptions and patterns: V4, V5, V8 and V9 of the contract. */
import { requireSame, requireThat } from '../http/difference';
import type { Rule } from './rule';
import { ISSUER } from '../session/signed-token';
import { messageIn, requireCode, requireRejected, uidOf } from './requirements';
import { part } from './sources';

const EMOJI = '\u{1F600}';
const trust = { issuer: ISSUER, subject: 'nobody' };

export const texts: readonly Rule[] = [
  {
    id: 'V4',
    says: 'Names of groups, roles, identities and identity providers match ^[a-z0-9 ._-]{1,}$.',
    relies: ['provider'],
    published: part('The files state a length of 3 to 63 characters instead, and no pattern.', 'groups', 'identities'),
    ifDifferent:
      'The service rejects a name that the plan accepts, or the plan rejects a name that the service accepts.',
    cases: [
      {
        says: 'a name with another character is INVALID_ARGUMENT, in a create and in a change',
        run: async (kit) => {
          for (const collection of ['groups', 'roles', 'identities'] as const) {
            const body = { capabilities: ['CAP_IAM_GROUPS_LIST'], claimMatch: trust };
            const own =
              collection === 'groups'
                ? {}
                : collection === 'roles'
                  ? { capabilities: body.capabilities }
                  : { claimMatch: trust };
            await requireRejected(kit, collection, { ...own, name: 'Upper Case' }, { field: 'name' });
            await requireRejected(kit, collection, { ...own, name: 'name/with/slash' }, { field: 'name' });
          }
          const path = kit.path('identities', uidOf(await kit.make('identities')));
          requireCode(
            await kit.send('PATCH', path, { query: [['updateMask', 'name']], body: { name: 'Upper' } }),
            'INVALID_ARGUMENT',
            'name',
          );
        },
      },
      {
        says: 'a create without a name is INVALID_ARGUMENT',
        run: async (kit) => {
          for (const collection of ['groups', 'identities'] as const)
            await requireRejected(kit, collection, {}, { field: 'name' });
        },
      },
      {
        says: 'every allowed character is accepted',
        run: async (kit) => {
          const name = `a.b_c-d 0${kit.name()}`;
          const { uid } = await kit.make('identities', { name });
          const answer = await kit.ok('GET', kit.path('identities', String(uid)));
          requireSame(answer.json['name'], name, 'the name', answer);
        },
      },
      {
        says: 'a name of more than 1,024 bytes is INVALID_ARGUMENT',
        mayDiffer: true,
        run: async (kit) =>
          void (await requireRejected(
            kit,
            'roles',
            { name: 'a'.repeat(1025), capabilities: ['CAP_IAM_GROUPS_LIST'] },
            { field: 'name' },
          )),
      },
    ],
  },
  {
    id: 'V5',
    says: 'Descriptions have at most 512 characters and no tab. A service may refuse a line break.',
    relies: ['provider'],
    ifDifferent:
      'The service rejects a description that the plan accepts, or the plan rejects one that the service accepts.',
    cases: [
      {
        says: '512 characters are accepted, counted as code points',
        run: async (kit) => {
          const description = EMOJI.repeat(512);
          const { uid } = await kit.make('identities', { description });
          const answer = await kit.ok('GET', kit.path('identities', String(uid)));
          requireThat(answer.json['description'] === description, 'the description comes back', answer);
        },
      },
      {
        says: '513 characters and a tab are INVALID_ARGUMENT',
        run: async (kit) => {
          for (const description of ['x'.repeat(513), 'a\tb'])
            await requireRejected(
              kit,
              'identities',
              { name: kit.name(), claimMatch: trust, description },
              { field: 'description' },
            );
        },
      },
    ],
  },
  {
    id: 'V8',
    says: "Patterns have RE2's syntax: all of it and nothing else. The emulator matches the whole value, and a service may not.",
    relies: ['provider', 'review'],
    published: part('The files state regular expressions, not their syntax.', 'identities'),
    ifDifferent: 'The service rejects a pattern that the plan accepts. The review may compare patterns wrongly.',
    cases: [
      {
        says: 'patterns of RE2 are accepted and come back unchanged',
        run: async (kit) => {
          for (const subjectPattern of ['^(?i:repo):[a-z]{2,3}\\pL+$', '^(?P<name>a|b)*[[:alpha:]]$']) {
            const body = { name: kit.name(), claimMatch: { issuer: ISSUER, subjectPattern } };
            const answer = await kit.ok('POST', kit.path('identities', kit.group), { body });
            requireSame(messageIn(answer, 'claimMatch')['subjectPattern'], subjectPattern, 'the pattern', answer);
          }
        },
      },
      {
        says: 'look-around and back-references are INVALID_ARGUMENT',
        run: async (kit) => {
          for (const subjectPattern of ['^(?=a)b$', '^(a)\\1$', '^(a$'])
            await requireRejected(
              kit,
              'identities',
              { name: kit.name(), claimMatch: { issuer: ISSUER, subjectPattern } },
              { field: 'claimMatch.subjectPattern' },
            );
        },
      },
    ],
  },
  {
    id: 'V9',
    says: 'With every counted repetition expanded, the patterns of one object have at most 10,000 characters in total.',
    relies: [],
    ifDifferent: 'A service with another limit accepts or rejects long patterns. Nothing else changes.',
    cases: [
      {
        says: 'larger patterns are INVALID_ARGUMENT',
        mayDiffer: true,
        run: async (kit) => {
          const subjectPattern = `^${'a{1000}'.repeat(11)}$`;
          await requireRejected(
            kit,
            'identities',
            { name: kit.name(), claimMatch: { issuer: ISSUER, subjectPattern } },
            { field: 'claimMatch' },
          );
        },
      },
    ],
  },
];
