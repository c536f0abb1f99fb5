/** Errors: E1 to E5 of the contract. */
import { detailType, httpStatus, TYPE_URL_PREFIX } from '../../api';
import { hasStatusOfCode, requireSame, requireThat } from '../http/difference';
import { type Answer, getDetail } from '../http/answer';
import type { Rule } from './rule';
import type { Kit } from '../session/kit';
import { requireCode, uidOf } from './requirements';
import { all, part } from './sources';

const MISSING = '0123456789abcdef';

const invalid = (kit: Kit): Promise<Answer> =>
  kit.send('POST', kit.path('groups', kit.group), { body: { name: 'Upper' } });
const missing = (kit: Kit): Promise<Answer> => kit.send('GET', kit.path('identities', `${kit.group}/${MISSING}`));
const anonymous = (kit: Kit): Promise<Answer> => kit.send('GET', kit.path('groups'), { caller: { name: 'nobody' } });

async function duplicate(kit: Kit): Promise<Answer> {
  const { uid: identityUid } = await kit.make('identities');
  const roleUid = (await kit.builtIn('viewer'))['uid'];
  await kit.make('roleBindings', { identityUid, roleUid });
  return kit.send('POST', kit.path('roleBindings', kit.group), { body: { identityUid, roleUid } });
}

async function bound(kit: Kit): Promise<Answer> {
  const [role, identity] = await Promise.all([kit.make('roles'), kit.make('identities')]);
  await kit.make('roleBindings', { identityUid: identity['uid'], roleUid: role['uid'] });
  return kit.send('DELETE', kit.path('roles', uidOf(role)));
}

export const errors: readonly Rule[] = [
  {
    id: 'E1',
    says: 'The body of an error is {code, message, details}. The last segment of the type of a detail identifies it.',
    relies: ['client', 'provider', 'review'],
    published: part(
      'The files state the messages. They do not state the domain of an ErrorInfo.',
      'status',
      'details',
      'code',
    ),
    ifDifferent: 'The client derives the code from the HTTP status, and shows the beginning of the response.',
    cases: [
      {
        says: 'an error has a code, a message and details with types',
        run: async (kit) => {
          for (const answer of [await invalid(kit), await missing(kit), await anonymous(kit), await bound(kit)]) {
            const { code, message, details } = answer.json;
            requireThat(typeof code === 'number' && code > 0, 'code is the number of an RPC code', answer);
            requireThat(typeof message === 'string' && message !== '', 'message is text', answer);
            requireThat(Array.isArray(details), 'details is a list', answer);
            requireThat(
              answer.details.every((detail) => detailType(detail) !== ''),
              'each detail has a type',
              answer,
            );
            requireThat(
              (answer.header('content-type') ?? '').includes('json'),
              'an error has the content type application/json',
              answer,
            );
          }
        },
      },
      {
        says: 'BadRequest names fields, and PreconditionFailure has types',
        run: async (kit) => {
          const [wrong, used] = [await invalid(kit), await bound(kit)];
          requireThat(
            Array.isArray(getDetail(wrong, 'BadRequest')?.['fieldViolations']),
            'BadRequest has fieldViolations',
            wrong,
          );
          requireThat(
            Array.isArray(getDetail(used, 'PreconditionFailure')?.['violations']),
            'PreconditionFailure has violations',
            used,
          );
        },
      },
      {
        says: 'an error has an ErrorInfo whose reason is the code',
        relies: ['provider'],
        run: async (kit) => {
          for (const [answer, reason] of [
            [await invalid(kit), 'INVALID_ARGUMENT'],
            [await missing(kit), 'NOT_FOUND'],
          ] as const)
            requireSame(getDetail(answer, 'ErrorInfo')?.['reason'], reason, 'the reason', answer);
        },
      },
      {
        says: 'the types begin with type.googleapis.com/google.rpc., and the domain is that of the kind',
        relies: [],
        run: async (kit) => {
          const answer = await missing(kit);
          requireThat(
            answer.details.every((detail) => String(detail['@type']).startsWith(TYPE_URL_PREFIX)),
            `each type begins with ${TYPE_URL_PREFIX}`,
            answer,
          );
          const domain = String(getDetail(answer, 'ErrorInfo')?.['domain']);
          requireThat(domain.startsWith('iam.'), 'the domain begins with iam.', answer);
        },
      },
    ],
  },
  {
    id: 'E2',
    says: "Clients switch on the body's code. The HTTP status follows from it.",
    relies: ['client'],
    published: all('code'),
    ifDifferent: 'The client uses the code of the body. It uses the status only for a response without a code.',
    cases: [
      {
        says: 'the code identifies the error',
        run: async (kit) => {
          requireCode(await invalid(kit), 'INVALID_ARGUMENT');
          requireCode(await missing(kit), 'NOT_FOUND');
          requireCode(await anonymous(kit), 'UNAUTHENTICATED');
          requireCode(await bound(kit), 'FAILED_PRECONDITION');
        },
      },
      {
        says: 'the HTTP status follows from the code',
        run: async (kit) => {
          const answers = [
            await invalid(kit),
            await missing(kit),
            await anonymous(kit),
            await bound(kit),
            await duplicate(kit),
          ];
          for (const answer of answers) {
            const { code } = answer;
            requireThat(
              hasStatusOfCode(answer),
              `the status of ${code} is ${code === 'OK' ? 200 : httpStatus(code)}`,
              answer,
            );
          }
        },
      },
    ],
  },
  {
    id: 'E3',
    says: 'A bad value is INVALID_ARGUMENT with a field violation: "Invalid argument: <field>: <description>".',
    relies: ['provider'],
    ifDifferent: 'The diagnostic has no attribute, and shows the message of the service.',
    cases: [
      {
        says: 'the violation names the field, and the message repeats it',
        run: async (kit) => {
          const answer = await invalid(kit);
          requireCode(answer, 'INVALID_ARGUMENT', 'name');
          requireThat(
            /^Invalid argument: name: ./.test(String(answer.json['message'])),
            'the message has the form "Invalid argument: name: …"',
            answer,
          );
        },
      },
      {
        says: 'a nested field is named with dots',
        run: async (kit) => {
          const body = { name: kit.name(), claimMatch: { issuer: 'no url', subject: 'x' } };
          requireCode(
            await kit.send('POST', kit.path('identities', kit.group), { body }),
            'INVALID_ARGUMENT',
            'claimMatch.issuer',
          );
        },
      },
    ],
  },
  {
    id: 'E4',
    says: 'NOT_FOUND and ALREADY_EXISTS of an object carry ErrorInfo and ResourceInfo. A NOT_FOUND without details comes from routing.',
    relies: ['client', 'provider'],
    ifDifferent: 'A deleted object is an error instead of "gone". Terraform keeps it in its state.',
    cases: [
      {
        says: 'NOT_FOUND of an object names it',
        run: async (kit) => {
          const answer = await missing(kit);
          requireCode(answer, 'NOT_FOUND');
          requireThat(
            getDetail(answer, 'ErrorInfo') !== undefined && getDetail(answer, 'ResourceInfo') !== undefined,
            'the details have an ErrorInfo and a ResourceInfo',
            answer,
          );
          requireSame(
            getDetail(answer, 'ResourceInfo')?.['resourceName'],
            `${kit.group}/${MISSING}`,
            'resourceName',
            answer,
          );
        },
      },
      {
        says: 'NOT_FOUND of each kind has an ErrorInfo or a ResourceInfo',
        run: async (kit) => {
          for (const collection of [
            'groups',
            'roles',
            'roleBindings',
            'accountAssociations',
            'groupInvites',
          ] as const) {
            const answer = await kit.send('GET', kit.path(collection, `${kit.group}/${MISSING}`));
            requireCode(answer, 'NOT_FOUND');
            requireThat(answer.details.length > 0, 'the details are not empty', answer);
          }
        },
      },
      {
        says: 'ALREADY_EXISTS of an object names it',
        relies: ['provider'],
        run: async (kit) => {
          const answer = await duplicate(kit);
          requireThat(answer.code === 'ALREADY_EXISTS' || answer.code === 'OK', 'the code is ALREADY_EXISTS', answer);
          requireThat(
            answer.code === 'OK' || getDetail(answer, 'ResourceInfo') !== undefined,
            'the details have a ResourceInfo',
            answer,
          );
        },
      },
      {
        says: 'NOT_FOUND of an unknown path has neither',
        run: async (kit) => {
          const answer = await kit.send('GET', `/no-such-prefix/${kit.version}/groups`);
          requireThat(answer.code === 'NOT_FOUND' || answer.code === 'UNIMPLEMENTED', 'the code is NOT_FOUND', answer);
          const named = getDetail(answer, 'ErrorInfo') ?? getDetail(answer, 'ResourceInfo');
          requireThat(named === undefined, 'the details have no ErrorInfo and no ResourceInfo', answer);
        },
      },
    ],
  },
  {
    id: 'E5',
    says: 'RESOURCE_EXHAUSTED is 429, sometimes with Retry-After in seconds.',
    relies: ['client', 'provider'],
    published: part('The files state the status. They do not state Retry-After.', 'code'),
    ifDifferent: 'The client learns a rate without Retry-After, too.',
    cases: [],
    invisible: 'a run never exceeds the rate limit of a service on purpose',
  },
];
