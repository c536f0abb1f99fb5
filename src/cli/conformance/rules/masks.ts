/** Changing: M1 to M7 of the contract. */
import type { Values } from '../../../model/api';
import { requireCode, requireThat } from '../http/difference';
import { ISSUER } from '../session/signed-token';
import { mayDiffer, needing, type RulesById, unused } from './rule';
import { changed, fullTrust, patch, requireFields, requireRejected } from './requirements';
import { all, part } from './sources';

export const masks: RulesById = {
  M1: {
    says: 'Only the fields in the body change. With updateMask, only the fields that it names change.',
    relies: ['client', 'provider'],
    published: all('groups', 'identities'),
    ifDifferent: 'Terraform reports that a field which nobody changed has another value.',
    cases: {
      'without a mask, the fields in the body change': async (kit) => {
        const { uid, name } = await kit.make('identities', { description: 'before', claimMatch: fullTrust });
        const answer = await changed(kit, `identities/${String(uid)}`, { description: 'after' });
        requireFields(answer, { name, description: 'after', 'claimMatch.audience': 'api' });
      },
      'with a mask, other fields of the body are ignored': async (kit) => {
        for (const parameter of ['updateMask', 'update_mask']) {
          const { uid, name } = await kit.make('roles', { description: 'before' });
          const body = { description: 'after', name: 'ignored' };
          const answer = await changed(kit, `roles/${String(uid)}`, body, 'description', parameter);
          requireFields(answer, { name, description: 'after' });
        }
      },
      'a field that the mask names and the body omits is cleared': async (kit) => {
        const uid = await kit.makeUid('identities', { description: 'before' });
        requireFields(await changed(kit, `identities/${uid}`, {}, 'description'), { description: '' });
      },
    },
  },
  M2: {
    says: 'The body of a change is the bare object. A message that the mask names is replaced as a whole.',
    relies: ['client', 'provider'],
    published: part('The files do not state how a message is replaced.', 'groups', 'identities'),
    ifDifferent: 'Terraform reports that the trust policy differs from the plan.',
    cases: {
      'a message is replaced as a whole, with a mask in snake_case': async (kit) => {
        const target = `identities/${await kit.makeUid('identities', { claimMatch: fullTrust })}`;
        const body = { claimMatch: { issuer: ISSUER, subject: 'second' } };
        const answer = await changed(kit, target, body, 'claim_match');
        const expected = { 'claimMatch.subject': 'second', 'claimMatch.audience': '', 'claimMatch.claims': {} };
        requireFields(answer, expected);
      },
      'a mask of several fields changes all of them': async (kit) => {
        const target = `roles/${await kit.makeUid('roles', { description: 'before' })}`;
        const body = { description: 'after', capabilities: ['CAP_IAM_ROLES_LIST'] };
        requireFields(await changed(kit, target, body, 'capabilities,description'), body);
      },
      'a mask may be lowerCamelCase and have nested paths': unused(async (kit) => {
        const target = `identities/${await kit.makeUid('identities', { claimMatch: fullTrust })}`;
        const answer = await changed(kit, target, { claimMatch: { subject: 'nested' } }, 'claimMatch.subject');
        requireFields(answer, { 'claimMatch.subject': 'nested', 'claimMatch.audience': 'api' });
      }),
    },
  },
  M3: {
    says: 'An unknown, immutable or output-only path in a mask is INVALID_ARGUMENT. verified of a group is valid.',
    relies: [],
    ifDifferent: 'The client sends masks of fields that can change, and no others.',
    cases: {
      'an unknown and an output-only path are INVALID_ARGUMENT': mayDiffer(async (kit) => {
        const target = `roles/${await kit.makeUid('roles')}`;
        for (const mask of ['no_such_field', 'create_time', 'uid'])
          requireCode(await patch(kit, target, { description: 'x' }, mask), 'INVALID_ARGUMENT');
      }),
      'verified is a valid path, and the value is ignored': mayDiffer(async (kit) => {
        const target = `groups/${await kit.subgroup('empty')}`;
        requireFields(await changed(kit, target, { verified: false }, 'verified'), { verified: false });
      }),
    },
  },
  M4: {
    says: 'The mask * replaces everything. A service may reject it.',
    relies: [],
    published: all('groups', 'identities', 'roles'),
    ifDifferent: 'The client never sends it.',
    cases: {
      'the mask * clears absent fields, or is INVALID_ARGUMENT': async (kit) => {
        const { uid, capabilities } = await kit.make('roles', { description: 'before' });
        const name = kit.name();
        const answer = await patch(kit, `roles/${String(uid)}`, { name, capabilities }, '*');
        if (answer.code === 'OK') requireFields(answer, { name, description: '' });
        else requireCode(answer, 'INVALID_ARGUMENT');
      },
    },
  },
  M5: {
    says: "Without a mask, the body's keys (nested ones too) form the mask. Output-only fields in it are ignored.",
    relies: ['client'],
    published: part(
      'For gRPC, the files name the fields with values. They do not state nested keys.',
      'providers',
      'groups',
    ),
    ifDifferent: 'The client always sends a mask.',
    cases: {
      'nested keys of the body form the mask': unused(async (kit) => {
        const target = `identities/${await kit.makeUid('identities', { claimMatch: fullTrust })}`;
        const answer = await changed(kit, target, { claimMatch: { subject: 'nested' } });
        const others = { 'claimMatch.audience': 'api', 'claimMatch.issuer': ISSUER };
        requireFields(answer, { 'claimMatch.subject': 'nested', ...others });
      }),
      'output-only fields in the body are ignored': unused(async (kit) => {
        const before = await kit.make('roles', { description: 'before' });
        const body = { ...before, description: 'after', createTime: '2020-01-01T00:00:00Z' };
        const answer = await changed(kit, `roles/${String(before['uid'])}`, body);
        requireFields(answer, { createTime: before['createTime'], description: 'after' });
      }),
    },
  },
  M6: {
    says: 'A mask oidc with an empty secret keeps the secret of an identity provider. oidc.client_secret in the mask clears it.',
    relies: ['provider'],
    published: all('providers'),
    ifDifferent: 'A change of an identity provider may drop its secret, and users can no longer sign in.',
    cases: {
      'the mask oidc with an empty secret keeps the secret, and oidc.client_secret clears it': needing(
        'throwawayRoot',
        async (kit) =>
          kit.withProvider(async ({ uid, oidc }) => {
            const change = (values: Values, mask: string) =>
              patch(kit, `identityProviders/${String(uid)}`, { oidc: values }, mask);
            // A provider without a secret and without PKCE is invalid, so that the result shows whether a secret is stored.
            const kept = await change({ ...(oidc as Values), clientId: 'changed', clientSecret: '' }, 'oidc');
            requireThat(kept.code === 'OK', 'the change succeeds, because the secret is kept', kept);
            requireCode(await change({ clientSecret: '' }, 'oidc.client_secret'), 'INVALID_ARGUMENT');
            const pkce = { clientSecret: '', pkceEnabled: true };
            const cleared = await change(pkce, 'oidc.client_secret,oidc.pkce_enabled');
            requireThat(cleared.code === 'OK', 'the secret can be cleared with pkceEnabled', cleared);
            requireCode(await change({ ...(oidc as Values), pkceEnabled: false }, 'oidc'), 'INVALID_ARGUMENT');
          }),
      ),
    },
  },
  M7: {
    says: 'If fields exclude each other, setting one clears the others. A request that sets two of them is INVALID_ARGUMENT.',
    relies: ['provider'],
    published: part('The files state which fields exclude each other. They do not state a change.', 'identities'),
    ifDifferent: 'The provider replaces the whole message, so that it never depends on this.',
    cases: {
      'a nested mask and a body without a mask clear the excluded field': unused(async (kit) => {
        for (const mask of ['claim_match.subject_pattern', undefined]) {
          const target = `identities/${await kit.makeUid('identities', { claimMatch: fullTrust })}`;
          const answer = await changed(kit, target, { claimMatch: { subjectPattern: '^x$' } }, mask);
          const expected = { subject: '', subjectPattern: '^x$', audience: 'api' };
          requireFields(answer, expected, answer.json['claimMatch']);
        }
      }),
      'two fields that exclude each other are INVALID_ARGUMENT': async (kit) => {
        const target = `identities/${await kit.makeUid('identities', { claimMatch: fullTrust })}`;
        const claimMatch = { ...fullTrust, subjectPattern: '^x$' };
        requireCode(await patch(kit, target, { claimMatch }, 'claim_match'), 'INVALID_ARGUMENT');
        await requireRejected(kit, 'identities', { claimMatch });
      },
    },
  },
};
