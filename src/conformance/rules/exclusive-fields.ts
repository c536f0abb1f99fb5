/** Secrets and fields that exclude each other in a change: M6 and M7 of the contract. */
import type { Values } from '../../api';
import { requireSame, requireThat } from '../http/difference';
import type { Rule } from './rule';
import { ISSUER } from '../session/signed-token';
import { changed, messageIn, patch, requireCode } from './requirements';
import { all, part } from './sources';

const full = { issuer: ISSUER, subject: 'first', audience: 'api', claims: { ref: 'main' } };

export const exclusiveFields: readonly Rule[] = [
  {
    id: 'M6',
    says: 'A mask oidc with an empty secret keeps the secret of an identity provider. oidc.client_secret in the mask clears it.',
    relies: ['provider'],
    published: all('providers'),
    ifDifferent: 'A change of an identity provider may drop its secret, and users can no longer sign in.',
    cases: [
      {
        says: 'the mask oidc with an empty secret keeps the secret, and oidc.client_secret clears it',
        needs: 'throwawayRoot',
        run: async (kit) =>
          kit.withProvider(async ({ uid, oidc }) => {
            const change = (values: Values, mask: string) => patch(kit, 'identityProviders', String(uid), values, mask);
            const body = { oidc: { ...(oidc as Values), clientId: 'changed', clientSecret: '' } };
            // A provider without a secret and without PKCE is invalid, so that the result shows whether a secret is stored.
            const kept = await change(body, 'oidc');
            requireThat(kept.code === 'OK', 'the change succeeds, because the secret is kept', kept);
            requireCode(await change({ oidc: { clientSecret: '' } }, 'oidc.client_secret'), 'INVALID_ARGUMENT');
            const pkce = { oidc: { clientSecret: '', pkceEnabled: true } };
            const cleared = await change(pkce, 'oidc.client_secret,oidc.pkce_enabled');
            requireThat(cleared.code === 'OK', 'the secret can be cleared with pkceEnabled', cleared);
            const without = await change({ oidc: { ...(oidc as Values), pkceEnabled: false } }, 'oidc');
            requireCode(without, 'INVALID_ARGUMENT');
          }),
      },
    ],
  },
  {
    id: 'M7',
    says: 'If fields exclude each other, setting one clears the others. A request that sets two of them is INVALID_ARGUMENT.',
    relies: ['provider'],
    published: part('The files state which fields exclude each other. They do not state a change.', 'identities'),
    ifDifferent: 'The provider replaces the whole message, so that it never depends on this.',
    cases: [
      {
        says: 'a nested mask and a body without a mask clear the excluded field',
        relies: [],
        run: async (kit) => {
          for (const mask of ['claim_match.subject_pattern', undefined]) {
            const { uid } = await kit.make('identities', { claimMatch: full });
            const answer = await changed(
              kit,
              'identities',
              String(uid),
              { claimMatch: { subjectPattern: '^x$' } },
              mask,
            );
            const { subject, subjectPattern, audience } = messageIn(answer, 'claimMatch');
            requireSame([subject ?? '', subjectPattern, audience], ['', '^x$', 'api'], 'the message', answer);
          }
        },
      },
      {
        says: 'two fields that exclude each other are INVALID_ARGUMENT',
        run: async (kit) => {
          const { uid } = await kit.make('identities', { claimMatch: full });
          const claimMatch = { ...full, subjectPattern: '^x$' };
          requireCode(await patch(kit, 'identities', String(uid), { claimMatch }, 'claim_match'), 'INVALID_ARGUMENT');
          requireCode(
            await kit.send('POST', kit.path('identities', kit.group), { body: { name: kit.name(), claimMatch } }),
            'INVALID_ARGUMENT',
          );
        },
      },
    ],
  },
];
