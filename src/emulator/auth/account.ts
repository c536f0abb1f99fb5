/**
 * Requests about callers: the caller of a token, the uid of a person, and the check that the service responds. Contract
 * O5, O7, T9.
 */
import { createHash } from 'node:crypto';
import { API_VERSIONS, collectionPath, DEFAULT_API_VERSION, formatTimestamp, UID_PATTERN } from '../../model/api';
import { closedObject } from '../wire/documentation';
import { invalidField } from '../wire/errors';
import { onlyValue } from '../wire/messages';
import type { Caller, Route } from '../wire/route';
import type { Access } from './access';

/** The account of a person: the issuer and subject of their identity provider. */
export interface Account {
  readonly issuer: string;
  readonly subject: string;
}

export interface AccountBackend {
  readonly access: Access;
  /** Returns the name of a group or a role; empty if the caller must not know it. */
  readonly nameFor: (caller: Caller, of: 'group' | 'role', uid: string) => string;
  /** The uid that a person has or will have. */
  readonly lookUpPerson: (account: Account) => string;
}

const someText = { type: 'string', minLength: 1 };
const uid = { type: 'string', pattern: UID_PATTERN };
const name = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const capabilities = { type: 'array', items: { type: 'string' } };
const callerSchema = closedObject(
  {
    subject: { ...uid, description: 'The uid of the identity.' },
    capabilities: {
      description:
        'The roles of the caller, each with the capabilities that the token has in the group and under it. The list of capabilities next to a role is empty.',
      type: 'array',
      items: closedObject({
        group: closedObject({ id: uid, name }),
        role: closedObject({ id: uid, name, capabilities }),
        capabilities: { ...capabilities, maxItems: 0 },
      }),
    },
  },
  {
    issuer: { ...name, description: 'The issuer of the token.' },
    audience: { type: 'array', items: name, description: 'The addresses for which the token is valid.' },
    issuedAt: { ...time, description: 'The time when the token was issued.' },
    expiry: { ...time, description: 'The time when the token expires. Absent if it does not.' },
  },
);

/** Returns the caller and its roles, as far as the token reaches. */
export function describeCaller({ access, nameFor }: AccountBackend, caller: Caller) {
  return {
    ...describeToken(caller),
    subject: caller.subject,
    capabilities: access.granted(caller).map(({ groupUid, roleUid, capabilities }) => ({
      group: { id: groupUid, name: nameFor(caller, 'group', groupUid) },
      role: { id: roleUid, name: nameFor(caller, 'role', roleUid), capabilities },
      capabilities: [],
    })),
  };
}

function describeToken({ token }: Caller) {
  if (token === undefined) return {};
  const { issuer, audience, issuedAt, expiry } = token;
  const times = Object.entries({ issuedAt, expiry }).flatMap(([name, time]): [string, string][] =>
    time === undefined ? [] : [[name, formatTimestamp(time)]],
  );
  return { issuer, audience, ...Object.fromEntries(times) };
}

export const accountRoutes: readonly Route<AccountBackend>[] = [
  {
    method: 'GET',
    path: '/auth/v1/ok',
    who: 'caller',
    handle: (backend, { caller }) => describeCaller(backend, caller),
    documented: {
      operationId: 'whoami',
      summary: 'Return the subject of the token and its capabilities by group.',
      tag: 'authentication',
      response: { description: 'The caller.', name: 'Caller', schema: callerSchema },
    },
  },
  ...API_VERSIONS.map((version): Route<AccountBackend> => ({
    method: 'GET',
    path: `${collectionPath('iam', 'identities', version)}:lookupIdentity`,
    who: 'caller',
    handle: ({ lookUpPerson }, { url }) => {
      const given = (name: string): string => {
        const value = onlyValue(url.searchParams, name);
        if (value === '') throw invalidField(name, `${name} is required`);
        return value;
      };
      return { uid: lookUpPerson({ issuer: given('issuer'), subject: given('subject') }) };
    },
    ...(version === DEFAULT_API_VERSION && {
      documented: {
        operationId: 'lookupIdentity',
        summary: 'Return the current or future uid of a person.',
        tag: 'identities',
        parameters: [
          { name: 'issuer', description: 'The issuer that the person signs in with.', schema: someText },
          { name: 'subject', description: 'The subject of the person at the issuer.', schema: someText },
        ],
        response: { description: 'The uid.', schema: closedObject({ uid }) },
      },
    }),
  })),
  ...API_VERSIONS.map((version): Route<AccountBackend> => ({
    method: 'GET',
    path: collectionPath('ping', 'ping', version),
    who: 'anyone',
    handle: () => ({}),
    ...(version === DEFAULT_API_VERSION && {
      documented: {
        operationId: 'ping',
        summary: 'Check that the service responds.',
        tag: 'service',
        response: { description: 'Somebody is.', schema: closedObject({}) },
      },
    }),
  })),
];

/** The uid that a person has or will have: a single segment, the same for the same account each time. Contract O5, U3. */
export function personUid(issuer: string, subject: string): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')
    .slice(0, 40);
}
