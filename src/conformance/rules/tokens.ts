/** Tokens and identities: T1, T6, T7 and T9 of the contract. */
import { canonicalCapability, isObject, type Values } from '../../api';
import { requireSame, requireThat } from '../http/difference';
import type { Answer } from '../http/answer';
import type { Rule } from './rule';
import { createAssumable } from './assumable';
import { ISSUER } from '../session/signed-token';
import { requireCode, requireRejected } from './requirements';
import { all, part } from './sources';

const trust = { issuer: ISSUER, subject: 'nobody' };

function grantsIn({ json }: Answer): readonly Values[] {
  const { capabilities } = json;
  return Array.isArray(capabilities) ? capabilities.filter(isObject) : [];
}

/** Dotted names, which the client reads from both representations (contract A1). */
function namesIn(grant: Values | undefined): readonly string[] {
  const own = (grant?.['capabilities'] ?? []) as readonly string[];
  const role = grant?.['role'];
  const ofRole = isObject(role) ? (role['capabilities'] as readonly string[] | undefined) : undefined;
  return [...own, ...(ofRole ?? [])].map((name) => canonicalCapability(name));
}

export const tokens: readonly Rule[] = [
  {
    id: 'T1',
    says: 'Every call has a bearer token. A missing, malformed or foreign token is UNAUTHENTICATED.',
    relies: ['client', 'provider'],
    published: part('The files state that calls need a caller. They do not state the error.', 'permissions', 'ping'),
    ifDifferent:
      'The client renews a token only after UNAUTHENTICATED. With another code, a run fails when its token expires.',
    cases: [
      {
        says: 'no token, a malformed one and a foreign one are UNAUTHENTICATED',
        run: async (kit) => {
          const { sign } = await kit.signer();
          const callers = [
            { name: 'nobody' },
            { name: 'a malformed token', token: 'not-a-token' },
            { name: 'a token of another issuer', token: sign({ sub: kit.group, aud: kit.baseUrl }) },
          ];
          for (const caller of callers)
            for (const path of [kit.path('groups'), kit.path('roles', `${kit.group}/0123456789abcdef`), '/auth/v1/ok'])
              requireCode(await kit.send('GET', path, { caller }), 'UNAUTHENTICATED');
          requireCode(
            await kit.send('POST', kit.path('roles', kit.group), { caller: { name: 'nobody' }, body: {} }),
            'UNAUTHENTICATED',
          );
        },
      },
    ],
  },
  {
    id: 'T6',
    says: 'An identity has exactly one of the four methods to be assumed. Another method requires a new identity.',
    relies: ['provider', 'review'],
    published: part('The files state the choice. They do not state that it is immutable.', 'identities'),
    ifDifferent: 'The provider plans a replacement where the service could change the identity.',
    cases: [
      {
        says: 'none and two methods are INVALID_ARGUMENT',
        run: async (kit) => {
          await requireRejected(kit, 'identities', { name: kit.name() });
          await requireRejected(kit, 'identities', {
            name: kit.name(),
            claimMatch: trust,
            servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER',
          });
        },
      },
      {
        says: 'each of the four methods is accepted',
        run: async (kit) => {
          const { issuerKeys } = await kit.signer();
          const methods = [
            { staticKeys: { ...trust, issuerKeys } },
            { awsIdentity: { awsAccount: '123456789012', arnPattern: '^arn:.*$', userId: 'AIDA' } },
            { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' },
          ];
          for (const method of methods) {
            const answer = await kit.ok('POST', kit.path('identities', kit.group), {
              body: { name: kit.name(), ...method },
            });
            requireThat(
              Object.keys(method).every((name) => Boolean(answer.json[name])),
              'the method comes back',
              answer,
            );
          }
        },
      },
      {
        says: 'a change to another method is INVALID_ARGUMENT',
        run: async (kit) => {
          const { uid } = await kit.make('identities');
          const body = { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER', claimMatch: null };
          const query = [['updateMask', 'service_principal,claim_match']] as const;
          requireCode(
            await kit.send('PATCH', kit.path('identities', String(uid)), { query, body }),
            'INVALID_ARGUMENT',
          );
        },
      },
    ],
  },
  {
    id: 'T7',
    says: 'An OIDC token of a CI system is valid for five minutes, an API token for an hour. A saved plan outlives both.',
    relies: ['provider'],
    ifDifferent: 'The provider reads the token again for each exchange, and stores none.',
    cases: [],
    invisible: 'it is a rule of CI systems, not of the service',
  },
  {
    id: 'T9',
    says: '/auth/v1/ok returns the subject and its capabilities, with group and role as objects. A narrowed token shows only what it has.',
    relies: ['client', 'provider'],
    published: all('whoami'),
    ifDifferent:
      'The provider cannot see which lists it may read, and reports this. It then creates nothing that may exist.',
    cases: [
      {
        says: 'each grant has a group, a role and capabilities',
        run: async (kit) => {
          const group = await kit.subgroup('a');
          const caller = await kit.assume(['groups.list', 'roles.list'], group);
          const answer = await kit.ok('GET', '/auth/v1/ok', { caller });
          requireSame(answer.json['subject'], caller.identity['uid'], 'the subject', answer);
          const [grant] = grantsIn(answer);
          const [of, role] = [grant?.['group'], grant?.['role']].map((entry) =>
            isObject(entry) ? (entry['uid'] ?? entry['id']) : entry,
          );
          requireSame([of, role], [group, caller.role['uid']], 'the group and the role', answer);
          requireSame([...namesIn(grant)].sort(), ['groups.list', 'roles.list'], 'the dotted capabilities', answer);
        },
      },
      {
        says: 'a narrowed token shows only the capabilities that it has',
        run: async (kit) => {
          const exchanged = await (await createAssumable(kit)).exchange('GET', [['cap', 'roles.list']]);
          const caller = { name: 'a narrowed token', token: String(exchanged.json['token']) };
          const answer = await kit.ok('GET', '/auth/v1/ok', { caller });
          requireSame([...new Set(grantsIn(answer).flatMap(namesIn))], ['roles.list'], 'the capabilities', answer);
        },
      },
      {
        says: 'a name is empty if the caller may not list the object',
        mayDiffer: true,
        run: async (kit) => {
          const caller = await kit.assume(['groups.list', 'identity.list'], await kit.subgroup('a'));
          const answer = await kit.ok('GET', '/auth/v1/ok', { caller });
          const role = grantsIn(answer)[0]?.['role'] as Values | undefined;
          requireSame(role?.['name'] ?? '', '', 'the name of the role', answer);
        },
      },
    ],
  },
];
