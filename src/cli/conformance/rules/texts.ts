/** Names, descriptions and patterns: V4, V5, V8 and V9 of the contract. */
import { requireThat } from '../http/difference';
import { ISSUER } from '../session/signed-token';
import { mayDiffer, type RulesById } from './rule';
import { requireFields, requireRejected } from './requirements';
import { part } from './sources';

const EMOJI = '\u{1F600}';
const matching = (subjectPattern: string) => ({ claimMatch: { issuer: ISSUER, subjectPattern } });

export const texts: RulesById = {
  V4: {
    says: 'Names of groups, roles, identities and identity providers match ^[a-z0-9 ._-]{1,}$.',
    relies: ['provider'],
    published: part('The files state a length of 3 to 63 characters instead, and no pattern.', 'groups', 'identities'),
    ifDifferent: 'The service rejects a name that the plan accepts, or the plan rejects one that it accepts.',
    cases: {
      'a name with another character is INVALID_ARGUMENT, in a create and in a change': async (kit) => {
        for (const collection of ['groups', 'roles', 'identities'] as const)
          for (const name of ['Upper Case', 'name/with/slash'])
            await requireRejected(kit, collection, { name }, { field: 'name' });
        const change = { query: { updateMask: 'name' }, body: { name: 'Upper' }, field: 'name' };
        await kit.fails('INVALID_ARGUMENT', 'PATCH', `identities/${await kit.makeUid('identities')}`, change);
      },
      'a create without a name is INVALID_ARGUMENT': async (kit) => {
        for (const collection of ['groups', 'identities'] as const)
          await kit.fails('INVALID_ARGUMENT', 'POST', `${collection}/${kit.group}`, { body: {}, field: 'name' });
      },
      'every allowed character is accepted': async (kit) => {
        const name = `a.b_c-d 0${kit.name()}`;
        requireFields(await kit.makeAndGet('identities', { name }), { name });
      },
      'a name of more than 1,024 bytes is INVALID_ARGUMENT': mayDiffer(async (kit) =>
        requireRejected(kit, 'roles', { name: 'a'.repeat(1025) }, { field: 'name' }),
      ),
    },
  },
  V5: {
    says: 'Descriptions have at most 512 characters and no tab. A service may refuse a line break.',
    relies: ['provider'],
    ifDifferent: 'The service rejects a description that the plan accepts, or the plan rejects one that it accepts.',
    cases: {
      '512 characters are accepted, counted as code points': async (kit) => {
        const description = EMOJI.repeat(512);
        const answer = await kit.makeAndGet('identities', { description });
        requireThat(answer.json['description'] === description, 'the description comes back', answer);
      },
      '513 characters and a tab are INVALID_ARGUMENT': async (kit) => {
        for (const description of ['x'.repeat(513), 'a\tb'])
          await requireRejected(kit, 'identities', { description }, { field: 'description' });
      },
    },
  },
  V8: {
    says: "Patterns have RE2's syntax: all of it and nothing else. The emulator matches the whole value, and a service may not.",
    relies: ['provider', 'review'],
    published: part('The files state regular expressions, not their syntax.', 'identities'),
    ifDifferent: 'The service rejects a pattern that the plan accepts. The review may compare patterns wrongly.',
    cases: {
      'patterns of RE2 are accepted and come back unchanged': async (kit) => {
        for (const pattern of ['^(?i:repo):[a-z]{2,3}\\pL+$', '^(?P<name>a|b)*[[:alpha:]]$'])
          requireFields(await kit.create('identities', matching(pattern)), { 'claimMatch.subjectPattern': pattern });
      },
      'look-around and back-references are INVALID_ARGUMENT': async (kit) => {
        for (const pattern of ['^(?=a)b$', '^(a)\\1$', '^(a$'])
          await requireRejected(kit, 'identities', matching(pattern), { field: 'claimMatch.subjectPattern' });
      },
    },
  },
  V9: {
    says: 'With every counted repetition expanded, the patterns of one object have at most 10,000 characters in total.',
    relies: [],
    ifDifferent: 'A service with another limit accepts or rejects long patterns. Nothing else changes.',
    cases: {
      'larger patterns are INVALID_ARGUMENT': mayDiffer(async (kit) =>
        requireRejected(kit, 'identities', matching(`^${'a{1000}'.repeat(11)}$`), { field: 'claimMatch' }),
      ),
    },
  },
};
