/** Errors: E1 to E5 of the contract. */
import { detailType, httpStatus, TYPE_URL_PREFIX } from '../../../model/api';
import { requireCode, requireSame, requireThat } from '../http/difference';
import { type HttpAnswer, getDetail } from '../http/answer';
import type { Kit } from '../session/kit';
import { relied, type RulesById, unused } from './rule';
import { makeBinding, MISSING, NOBODY } from './requirements';
import { all, part } from './sources';

/** Requests that fail. */
const invalid = (kit: Kit) => kit.send('POST', `groups/${kit.group}`, { body: { name: 'Upper' } });
const missing = (kit: Kit) => kit.send('GET', `identities/${kit.group}/${MISSING}`);
const anonymous = (kit: Kit) => kit.send('GET', 'groups', { caller: NOBODY });
const bound = async (kit: Kit) => kit.send('DELETE', `roles/${(await makeBinding(kit)).roleUid}`);
const failures = [invalid, missing, anonymous, bound];

async function duplicate(kit: Kit): Promise<HttpAnswer> {
  const { identityUid, roleUid } = await makeBinding(kit);
  return kit.send('POST', `roleBindings/${kit.group}`, { body: { identityUid, roleUid } });
}

function requireDetail(answer: HttpAnswer, type: string, member?: string): void {
  const detail = getDetail(answer, type);
  const what = member === undefined ? `the details have a ${type}` : `${type} has ${member}`;
  requireThat(detail !== undefined && (member === undefined || Array.isArray(detail[member])), what, answer);
}

export const errors: RulesById = {
  E1: {
    says: 'The body of an error is {code, message, details}. The last segment of the type of a detail identifies it.',
    relies: ['client', 'provider', 'review'],
    published: part('The files do not state the domain of an ErrorInfo.', 'status', 'details', 'code'),
    ifDifferent: 'The client derives the code from the HTTP status, and shows the beginning of the response.',
    cases: {
      'an error has a code, a message and details with types': async (kit) => {
        for (const fail of failures) {
          const answer = await fail(kit);
          const { code, message, details } = answer.json;
          requireThat(typeof code === 'number' && code > 0, 'code is the number of an RPC code', answer);
          requireThat(typeof message === 'string' && message !== '', 'message is text', answer);
          requireThat(Array.isArray(details), 'details is a list', answer);
          const areTyped = answer.details.every((detail) => detailType(detail) !== '');
          requireThat(areTyped, 'each detail has a type', answer);
          const isJson = answer.header('content-type')?.includes('json') === true;
          requireThat(isJson, 'an error has the content type application/json', answer);
        }
      },
      'BadRequest names fields, and PreconditionFailure has types': async (kit) => {
        requireDetail(await invalid(kit), 'BadRequest', 'fieldViolations');
        requireDetail(await bound(kit), 'PreconditionFailure', 'violations');
      },
      'an error has an ErrorInfo whose reason is the code': relied(['provider'], async (kit) => {
        for (const answer of [await invalid(kit), await missing(kit)])
          requireSame(getDetail(answer, 'ErrorInfo')?.['reason'], answer.code, 'the reason', answer);
      }),
      'the types begin with type.googleapis.com/google.rpc., and the domain is that of the kind': unused(
        async (kit) => {
          const answer = await missing(kit);
          const isPrefixed = answer.details.every((detail) => String(detail['@type']).startsWith(TYPE_URL_PREFIX));
          requireThat(isPrefixed, `each type begins with ${TYPE_URL_PREFIX}`, answer);
          const domain = String(getDetail(answer, 'ErrorInfo')?.['domain']);
          requireThat(domain.startsWith('iam.'), 'the domain begins with iam.', answer);
        },
      ),
    },
  },
  E2: {
    says: "Clients switch on the body's code. The HTTP status follows from it.",
    relies: ['client'],
    published: all('code'),
    ifDifferent: 'The client uses the code of the body. It uses the status only for a response without a code.',
    cases: {
      'the code identifies the error': async (kit) => {
        requireCode(await invalid(kit), 'INVALID_ARGUMENT');
        requireCode(await missing(kit), 'NOT_FOUND');
        requireCode(await anonymous(kit), 'UNAUTHENTICATED');
        requireCode(await bound(kit), 'FAILED_PRECONDITION');
      },
      'the HTTP status follows from the code': async (kit) => {
        for (const fail of [...failures, duplicate]) {
          const answer = await fail(kit);
          const status = answer.code === 'OK' ? answer.status : httpStatus(answer.code);
          requireSame(answer.status, status, `the status of ${answer.code}`, answer);
        }
      },
    },
  },
  E3: {
    says: 'A bad value is INVALID_ARGUMENT with a field violation: "Invalid argument: <field>: <description>".',
    relies: ['provider'],
    ifDifferent: 'The diagnostic has no attribute, and shows the message of the service.',
    cases: {
      'the violation names the field, and the message repeats it': async (kit) => {
        const answer = await invalid(kit);
        requireCode(answer, 'INVALID_ARGUMENT', 'name');
        const hasForm = /^Invalid argument: name: ./.test(String(answer.json['message']));
        requireThat(hasForm, 'the message has the form "Invalid argument: name: …"', answer);
      },
      'a nested field is named with dots': async (kit) => {
        const body = { name: kit.name(), claimMatch: { issuer: 'no url', subject: 'x' } };
        const field = 'claimMatch.issuer';
        await kit.fails('INVALID_ARGUMENT', 'POST', `identities/${kit.group}`, { body, field });
      },
    },
  },
  E4: {
    says: 'NOT_FOUND and ALREADY_EXISTS of an object carry ErrorInfo and ResourceInfo. A NOT_FOUND without details comes from routing.',
    relies: ['client', 'provider'],
    ifDifferent: 'A deleted object is an error instead of "gone". Terraform keeps it in its state.',
    cases: {
      'NOT_FOUND of an object names it': async (kit) => {
        const answer = await missing(kit);
        requireCode(answer, 'NOT_FOUND');
        requireDetail(answer, 'ErrorInfo');
        requireDetail(answer, 'ResourceInfo');
        const { resourceName } = getDetail(answer, 'ResourceInfo') ?? {};
        requireSame(resourceName, `${kit.group}/${MISSING}`, 'resourceName', answer);
      },
      'NOT_FOUND of each kind has an ErrorInfo or a ResourceInfo': async (kit) => {
        for (const collection of ['groups', 'roles', 'roleBindings', 'accountAssociations', 'groupInvites']) {
          const answer = await kit.fails('NOT_FOUND', 'GET', `${collection}/${kit.group}/${MISSING}`);
          requireThat(answer.details.length > 0, 'the details are not empty', answer);
        }
      },
      'ALREADY_EXISTS of an object names it': relied(['provider'], async (kit) => {
        const answer = await duplicate(kit);
        if (answer.code === 'OK') return;
        requireCode(answer, 'ALREADY_EXISTS');
        requireDetail(answer, 'ResourceInfo');
      }),
      'NOT_FOUND of an unknown path has neither': async (kit) => {
        const answer = await kit.send('GET', `/no-such-prefix/${kit.version}/groups`);
        requireThat(answer.code === 'NOT_FOUND' || answer.code === 'UNIMPLEMENTED', 'the code is NOT_FOUND', answer);
        const named = getDetail(answer, 'ErrorInfo') ?? getDetail(answer, 'ResourceInfo');
        requireThat(named === undefined, 'the details have no ErrorInfo and no ResourceInfo', answer);
      },
    },
  },
  E5: {
    says: 'RESOURCE_EXHAUSTED is 429, sometimes with Retry-After in seconds.',
    relies: ['client', 'provider'],
    published: part('The files state the status. They do not state Retry-After.', 'code'),
    ifDifferent: 'The client learns a rate without Retry-After, too.',
    invisible: 'a run never exceeds the rate limit of a service on purpose',
  },
};
