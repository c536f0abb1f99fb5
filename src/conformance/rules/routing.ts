/** Paths and bodies that match no operation: O6, O8 and O9 of the contract. */
import { requireSame } from '../http/difference';
import { violatedFields } from '../http/answer';
import type { Rule } from './rule';
import { requireCode } from './requirements';

const ONE_MEBIBYTE = 1024 * 1024;

export const routing: readonly Rule[] = [
  {
    id: 'O6',
    says: 'An unknown path is NOT_FOUND with empty details. A known path with another method is UNIMPLEMENTED.',
    relies: ['client', 'provider'],
    ifDifferent: 'The error reports a response that is not one of the API. It never counts as a deleted object.',
    cases: [
      {
        says: 'an unknown path is NOT_FOUND with empty details',
        mayDiffer: true,
        run: async (kit) => {
          const answer = await kit.send('GET', `/iam/${kit.version}/noSuchCollection`);
          requireCode(answer, 'NOT_FOUND');
          requireSame(answer.json['details'] ?? [], [], 'the details', answer);
        },
      },
      {
        says: 'a known path with another method is UNIMPLEMENTED',
        mayDiffer: true,
        run: async (kit) => {
          requireCode(await kit.send('PUT', kit.path('groups', kit.group), { body: {} }), 'UNIMPLEMENTED');
          const invite = await kit.send('PATCH', kit.path('groupInvites', `${kit.group}/0123456789abcdef`), {
            body: {},
          });
          requireCode(invite, 'UNIMPLEMENTED');
        },
      },
    ],
  },
  {
    id: 'O8',
    says: 'A request with a body has the content type application/json. A malformed or too large body is INVALID_ARGUMENT.',
    relies: [],
    ifDifferent: 'The client never sends such a body.',
    cases: [
      {
        says: 'malformed JSON, a lone surrogate and a body over 1 MiB are INVALID_ARGUMENT',
        mayDiffer: true,
        run: async (kit) => {
          const path = kit.path('identities', kit.group);
          const large = JSON.stringify({ name: kit.name(), description: 'x'.repeat(ONE_MEBIBYTE) });
          for (const body of ['{"name":', '{"name":"iac conformance","description":"\\ud800"}', large])
            requireCode(await kit.send('POST', path, { body }), 'INVALID_ARGUMENT');
        },
      },
    ],
  },
  {
    id: 'O9',
    says: 'A path with an encoded slash outside of a uid, with a dot segment or with an unescaped character is INVALID_ARGUMENT.',
    relies: [],
    ifDifferent: 'The client never sends such a path. A filter in front of the service may read another path.',
    cases: [
      {
        says: 'an encoded slash or backslash outside of a uid is INVALID_ARGUMENT with empty details',
        mayDiffer: true,
        run: async (kit) => {
          for (const path of [`/iam%2F${kit.version}/groups`, `/iam/${kit.version}%5Cgroups`]) {
            const answer = await kit.send('GET', path);
            requireCode(answer, 'INVALID_ARGUMENT');
            requireSame([answer.json['details'] ?? [], violatedFields(answer)], [[], []], 'the details', answer);
          }
        },
      },
    ],
  },
];
