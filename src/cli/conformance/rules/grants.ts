/** Grants and hidden objects: A5 to A9 of the contract. */
import { requireSame, requireThat } from '../http/difference';
import { getDetail } from '../http/answer';
import { ISSUER } from '../session/signed-token';
import { mayDiffer, type RulesById } from './rule';
import { assumeReader, makeBinding, MISSING, requireFields, requireRejected } from './requirements';
import { all } from './sources';

const masked = (updateMask: string, body: object) => ({ query: { updateMask }, body });

export const grants: RulesById = {
  A5: {
    says: 'Creating an invite also requires role_bindings.create. Nobody can grant a capability that they lack.',
    relies: ['review'],
    published: all('invites', 'providers', 'mappings'),
    ifDifferent: 'The review assumes that grants are limited. At such a service, more identities can become owners.',
    cases: {
      'an invite needs role_bindings.create': async (kit) => {
        const [caller, group] = await assumeReader(kit, 'group_invites.create');
        const body = { roleUid: await kit.builtInUid('registry.pull'), ttl: '60s' };
        await kit.fails('PERMISSION_DENIED', 'POST', `groupInvites/${group}`, { caller, body });
      },
      'nobody can grant, or put into a role, a capability that they lack': mayDiffer(async (kit) => {
        const [caller, group] = await assumeReader(kit, 'role_bindings.create', 'roles.create');
        const identityUid = await kit.makeUid('identities', {}, group);
        const body = { identityUid, roleUid: await kit.builtInUid('viewer') };
        await kit.fails('PERMISSION_DENIED', 'POST', `roleBindings/${group}`, { caller, body });
        const role = { name: 'iac conformance', capabilities: ['CAP_IAM_IDENTITY_DELETE'] };
        await kit.fails('PERMISSION_DENIED', 'POST', `roles/${group}`, { caller, body: role });
      }),
    },
  },
  A6: {
    says: 'Changing the trust policy of an identity requires every capability of the identity.',
    relies: [],
    ifDifferent: 'The review assumes that a service does not check this.',
    cases: {
      'a caller with identity.update alone cannot change who assumes a stronger identity': mayDiffer(async (kit) => {
        const [caller, group] = await assumeReader(kit, 'identity.list', 'identity.update');
        const identityUid = await kit.makeUid('identities', {}, group);
        await kit.make('roleBindings', { identityUid }, group);
        const target = `identities/${identityUid}`;
        const theft = masked('claim_match', { claimMatch: { issuer: ISSUER, subject: 'thief' } });
        await kit.fails('PERMISSION_DENIED', 'PATCH', target, { ...theft, caller });
        await kit.ok('PATCH', target, { ...masked('description', { description: 'allowed' }), caller });
      }),
    },
  },
  A7: {
    says: 'A binding names an identity beneath the same root, or a person. A custom role is valid only in its own group and beneath it.',
    relies: ['review'],
    ifDifferent: 'The review reports an identity of another organization as unknown.',
    cases: {
      'an unknown identity and an unknown role are INVALID_ARGUMENT': mayDiffer(async (kit) => {
        const [identityUid, missing] = [await kit.makeUid('identities'), `${kit.group}/${MISSING}`];
        await requireRejected(kit, 'roleBindings', { identityUid: missing }, { field: 'identityUid' });
        await requireRejected(kit, 'roleBindings', { identityUid, roleUid: missing }, { field: 'roleUid' });
        await requireRejected(kit, 'groupInvites', { roleUid: missing }, { field: 'roleUid' });
      }),
      'a custom role is valid beneath its group, and not next to it': mayDiffer(async (kit) => {
        const [a, c, b] = [await kit.subgroup('a'), await kit.subgroup('c'), await kit.subgroup('a/b')];
        const roleUid = await kit.makeUid('roles', {}, a);
        const identityUid = await kit.makeUid('identities', {}, a);
        await kit.make('roleBindings', { identityUid, roleUid }, b);
        await requireRejected(kit, 'roleBindings', { identityUid, roleUid }, { group: c, field: 'roleUid' });
      }),
    },
  },
  A8: {
    says: 'Other objects can grant roles, too: mappings from the groups of an identity provider.',
    relies: ['review'],
    published: all('mappings'),
    ifDifferent: 'The review lists mappings that grant nothing.',
    invisible: 'only a sign-in of a person shows what a mapping grants',
  },
  A9: {
    says: 'A response contains nothing about an object that the caller may not list.',
    relies: [],
    ifDifferent: 'A caller with a narrow role learns names and uids.',
    cases: {
      'the response to a create of a caller who cannot list has only the uid and the sent fields': mayDiffer(
        async (kit) => {
          const [caller, group] = await assumeReader(kit, 'identity.update');
          const uid = await kit.makeUid('identities', { description: 'secret plan' }, group);
          const change = masked('name', { name: 'iac renamed' });
          const answer = await kit.ok('PATCH', `identities/${uid}`, { ...change, caller });
          requireFields(answer, { uid, name: 'iac renamed' });
          const isSilent = !answer.text.includes('secret plan') && !answer.text.includes(ISSUER);
          requireThat(isSilent, 'the response has no other value of the object', answer);
        },
      ),
      'ALREADY_EXISTS does not name an object that the caller may not list': mayDiffer(async (kit) => {
        const [caller, group] = await assumeReader(kit, 'role_bindings.create');
        const { uid, ...body } = await makeBinding(kit, group);
        const answer = await kit.fails('ALREADY_EXISTS', 'POST', `roleBindings/${group}`, { caller, body });
        requireSame(getDetail(answer, 'ResourceInfo')?.['resourceName'] ?? '', '', 'resourceName', answer);
        requireThat(!answer.text.includes(uid), 'the response does not contain the uid of the binding', answer);
      }),
    },
  },
};
