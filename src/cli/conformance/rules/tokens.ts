/** Tokens and identities: T1, T6, T7 and T9 of the contract. */
import { canonicalCapability, isObject, type Values } from '../../../model/api';
import { requireCode, requireSame, requireThat } from '../http/difference';
import type { HttpAnswer } from '../http/answer';
import { mayDiffer, type RulesById } from './rule';
import {
  assumeReader,
  createAssumable,
  MISSING,
  NOBODY,
  patch,
  requireFields,
  requireRejected,
  trust,
  valueAt,
} from './requirements';
import { all, part } from './sources';

const SERVICE = { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' };

function grantsIn({ json }: HttpAnswer): readonly Values[] {
  const { capabilities } = json;
  return Array.isArray(capabilities) ? capabilities.filter(isObject) : [];
}

/** Dotted names, which the client reads from both representations (contract A1). */
function namesIn(grant: Values | undefined): readonly string[] {
  const [own, ofRole] = ['capabilities', 'role.capabilities'].map((path) => valueAt(grant, path) ?? []);
  return [...(own as readonly string[]), ...(ofRole as readonly string[])].map((name) => canonicalCapability(name));
}

const uidIn = (entry: unknown): unknown => (isObject(entry) ? (entry['uid'] ?? entry['id']) : entry);

export const tokens: RulesById = {
  T1: {
    says: 'Every call has a bearer token. A missing, malformed or foreign token is UNAUTHENTICATED.',
    relies: ['client', 'provider'],
    published: part('The files state that calls need a caller. They do not state the error.', 'permissions', 'ping'),
    ifDifferent: 'The client renews a token only after UNAUTHENTICATED: a run fails when its token expires.',
    cases: {
      'no token, a malformed one and a foreign one are UNAUTHENTICATED': async (kit) => {
        const { sign } = await kit.signer();
        const callers = [
          NOBODY,
          { name: 'a malformed token', token: 'not-a-token' },
          { name: 'a token of another issuer', token: sign({ sub: kit.group, aud: kit.baseUrl }) },
        ];
        for (const caller of callers)
          for (const target of ['groups', `roles/${kit.group}/${MISSING}`, '/auth/v1/ok'])
            await kit.fails('UNAUTHENTICATED', 'GET', target, { caller });
        await kit.fails('UNAUTHENTICATED', 'POST', `roles/${kit.group}`, { caller: NOBODY, body: {} });
      },
    },
  },
  T6: {
    says: 'An identity has exactly one of the four methods to be assumed. Another method requires a new identity.',
    relies: ['provider', 'review'],
    published: part('The files state the choice. They do not state that it is immutable.', 'identities'),
    ifDifferent: 'The provider plans a replacement where the service could change the identity.',
    cases: {
      'none and two methods are INVALID_ARGUMENT': async (kit) => {
        await requireRejected(kit, 'identities', { claimMatch: undefined });
        await requireRejected(kit, 'identities', { claimMatch: trust, ...SERVICE });
      },
      'each of the four methods is accepted': async (kit) => {
        const { issuerKeys } = await kit.signer();
        const methods = [
          { staticKeys: { ...trust, issuerKeys } },
          { awsIdentity: { awsAccount: '123456789012', arnPattern: '^arn:.*$', userId: 'AIDA' } },
          SERVICE,
        ];
        for (const method of methods) {
          const answer = await kit.create('identities', method);
          const [name = ''] = Object.keys(method);
          requireThat(Boolean(answer.json[name]), 'the method comes back', answer);
        }
      },
      'a change to another method is INVALID_ARGUMENT': async (kit) => {
        const target = `identities/${await kit.makeUid('identities')}`;
        const body = { ...SERVICE, claimMatch: null };
        requireCode(await patch(kit, target, body, 'service_principal,claim_match'), 'INVALID_ARGUMENT');
      },
    },
  },
  T7: {
    says: 'An OIDC token of a CI system is valid for five minutes, an API token for an hour. A saved plan outlives both.',
    relies: ['provider'],
    ifDifferent: 'The provider reads the token again for each exchange, and stores none.',
    invisible: 'it is a rule of CI systems, not of the service',
  },
  T9: {
    says: '/auth/v1/ok returns the subject and its capabilities, with group and role as objects. A narrowed token shows only what it has.',
    relies: ['client', 'provider'],
    published: all('whoami'),
    ifDifferent: 'The provider reports that it cannot see its own access, and creates nothing that may exist.',
    cases: {
      'each grant has a group, a role and capabilities': async (kit) => {
        const [caller, group] = await assumeReader(kit);
        const answer = await kit.ok('GET', '/auth/v1/ok', { caller });
        requireFields(answer, { subject: caller.identity['uid'] });
        const [grant] = grantsIn(answer);
        const found = [uidIn(grant?.['group']), uidIn(grant?.['role'])];
        requireSame(found, [group, caller.role['uid']], 'the group and the role', answer);
        requireSame([...namesIn(grant)].sort(), ['groups.list', 'roles.list'], 'the dotted capabilities', answer);
      },
      'a narrowed token shows only the capabilities that it has': async (kit) => {
        const caller = await (await createAssumable(kit)).narrowed({ cap: 'roles.list' });
        const answer = await kit.ok('GET', '/auth/v1/ok', { caller });
        requireSame([...new Set(grantsIn(answer).flatMap(namesIn))], ['roles.list'], 'the capabilities', answer);
      },
      'a name is empty if the caller may not list the object': mayDiffer(async (kit) => {
        const [caller] = await assumeReader(kit, 'identity.list');
        const answer = await kit.ok('GET', '/auth/v1/ok', { caller });
        requireFields(answer, { 'role.name': '' }, grantsIn(answer)[0]);
      }),
    },
  },
};
