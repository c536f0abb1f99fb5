/** Paths and bodies that match no operation: O6, O8 and O9 of the contract. */
import { requireSame } from '../http/difference';
import { violatedFields } from '../http/answer';
import { mayDiffer, type RulesById } from './rule';
import { MISSING } from './requirements';

const ONE_MEBIBYTE = 1024 * 1024;

export const routing: RulesById = {
  O6: {
    says: 'An unknown path is NOT_FOUND with empty details. A known path with another method is UNIMPLEMENTED.',
    relies: ['client', 'provider'],
    ifDifferent: 'The error reports a response that is not one of the API. It never counts as a deleted object.',
    cases: {
      'an unknown path is NOT_FOUND with empty details': mayDiffer(async (kit) => {
        const answer = await kit.fails('NOT_FOUND', 'GET', `/iam/${kit.version}/noSuchCollection`);
        requireSame(answer.json['details'] ?? [], [], 'the details', answer);
      }),
      'a known path with another method is UNIMPLEMENTED': mayDiffer(async (kit) => {
        await kit.fails('UNIMPLEMENTED', 'PUT', `groups/${kit.group}`, { body: {} });
        await kit.fails('UNIMPLEMENTED', 'PATCH', `groupInvites/${kit.group}/${MISSING}`, { body: {} });
      }),
    },
  },
  O8: {
    says: 'A request with a body has the content type application/json. A malformed or too large body is INVALID_ARGUMENT.',
    relies: [],
    ifDifferent: 'The client never sends such a body.',
    cases: {
      'malformed JSON, a lone surrogate and a body over 1 MiB are INVALID_ARGUMENT': mayDiffer(async (kit) => {
        const large = JSON.stringify({ name: kit.name(), description: 'x'.repeat(ONE_MEBIBYTE) });
        for (const body of ['{"name":', '{"name":"iac conformance","description":"\\ud800"}', large])
          await kit.fails('INVALID_ARGUMENT', 'POST', `identities/${kit.group}`, { body });
      }),
    },
  },
  O9: {
    says: 'A path with an encoded slash outside of a uid, with a dot segment or with an unescaped character is INVALID_ARGUMENT.',
    relies: [],
    ifDifferent: 'The client never sends such a path. A filter in front of the service may read another path.',
    cases: {
      'an encoded slash or backslash outside of a uid is INVALID_ARGUMENT with empty details': mayDiffer(
        async (kit) => {
          for (const path of [`/iam%2F${kit.version}/groups`, `/iam/${kit.version}%5Cgroups`]) {
            const answer = await kit.fails('INVALID_ARGUMENT', 'GET', path);
            requireSame([answer.json['details'] ?? [], violatedFields(answer)], [[], []], 'the details', answer);
          }
        },
      ),
    },
  },
};
