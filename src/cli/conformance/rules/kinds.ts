/** Rules of single kinds: K1 to K3, K6 and K8 of the contract. */
import { parseTimestamp } from '../../../model/api';
import { NotTried, requireCode, requireOffered, requireSame, requireThat } from '../http/difference';
import type { HttpAnswer } from '../http/answer';
import type { KitCollection, Kit, QueryParameters } from '../session/kit';
import { createTokenSigner } from '../session/signed-token';
import { mayDiffer, type RulesById, unused } from './rule';
import { changed, patch, requireFields, requireList, requireRejected, trust, valueAt } from './requirements';
import { all, part } from './sources';

const DAY_MS = 86_400_000;

/** Returns the moduli of keys. */
function moduliIn(keys: unknown): readonly string[] {
  return (JSON.parse(String(keys)) as { keys: { n: string }[] }).keys.map(({ n }) => n);
}

async function requireReadable(kit: Kit, collection: KitCollection, query: QueryParameters = {}): Promise<HttpAnswer> {
  const answer = await kit.send('GET', collection, { query: { page_size: 1, ...query } });
  requireOffered(answer, `the list of ${collection}`);
  requireThat(answer.code === 'OK', 'the list succeeds', answer);
  return answer;
}

export const kinds: RulesById = {
  K1: {
    says: 'verified is false for a new group, and only the staff of the service changes it. resourceLimits is empty without a limit.',
    relies: ['provider'],
    published: part('The files state verified and kind. They do not state resourceLimits of a new group.', 'groups'),
    ifDifferent: 'The provider shows both as the service returns them.',
    cases: {
      'a new group is not verified and has no limits': async (kit) => {
        const answer = await kit.ok('GET', `groups/${await kit.subgroup('empty')}`);
        requireFields(answer, { verified: false, resourceLimits: {} });
      },
      'a group has no description unless one is sent': async (kit) =>
        requireFields(await kit.ok('GET', `groups/${await kit.subgroup('empty')}`), { description: '' }),
      'a name and a description of a group can be changed': async (kit) => {
        const target = `groups/${await kit.subgroup('renamed')}`;
        const body = { name: kit.name(), description: 'changed' };
        requireFields(await changed(kit, target, body, 'name,description'), body);
      },
    },
  },
  K2: {
    says: 'A role has at least one capability.',
    relies: ['provider'],
    published: all('roles'),
    ifDifferent: 'The plan rejects a role without a capability.',
    cases: {
      'a role without a capability is INVALID_ARGUMENT, and the last one cannot be removed': async (kit) => {
        for (const capabilities of [undefined, []])
          await requireRejected(kit, 'roles', { capabilities }, { field: 'capabilities' });
        const target = `roles/${await kit.makeUid('roles')}`;
        requireCode(await patch(kit, target, { capabilities: [] }, 'capabilities'), 'INVALID_ARGUMENT');
      },
    },
  },
  K3: {
    says: 'Static keys without an expiry get 365 days. lastSeenTime is set at creation. Lists filter by name and relationship_type.',
    relies: ['provider', 'review'],
    published: part('The files state the expiry and the filters. They do not state the checks of keys.', 'identities'),
    ifDifferent: 'Terraform plans a change of the expiry, or a look-up finds another identity.',
    cases: {
      'static keys without an expiry get 365 days': async (kit) => {
        const { issuerKeys } = await kit.signer();
        const answer = await kit.create('identities', { staticKeys: { ...trust, issuerKeys } });
        const end = parseTimestamp(String(valueAt(answer.json, 'staticKeys.expirationTime')))?.getTime() ?? 0;
        requireThat(Math.abs(end - Date.now() - 365 * DAY_MS) < DAY_MS, 'the keys expire in 365 days', answer);
      },
      'lastSeenTime is set at creation': unused(async (kit) => {
        const answer = await kit.makeAndGet('identities');
        requireThat(Boolean(answer.json['lastSeenTime']), 'the identity has a lastSeenTime', answer);
      }),
      'keys come back with the same meaning': async (kit) => {
        const { issuerKeys } = await kit.signer();
        const answer = await kit.makeAndGet('identities', { staticKeys: { ...trust, issuerKeys } });
        const found = moduliIn(valueAt(answer.json, 'staticKeys.issuerKeys'));
        requireSame(found, moduliIn(issuerKeys), 'the keys', answer);
      },
      'lists filter by name and relationship_type': async (kit) => {
        const { issuerKeys } = await kit.signer();
        const name = kit.name();
        const match = await kit.makeUid('identities', { name });
        const keys = await kit.makeUid('identities', { name, staticKeys: { ...trust, issuerKeys } });
        await requireList(kit, 'identities', { name }, [match, keys]);
        await requireList(kit, 'identities', { name, relationship_type: 'RELATIONSHIP_TYPE_STATIC' }, [keys]);
        await requireList(kit, 'identities', { name, relationship_type: 'RELATIONSHIP_TYPE_CLAIM_MATCH' }, [match]);
      },
      'a past expiry, short RSA keys, an unknown service and an unknown relationship_type are INVALID_ARGUMENT':
        mayDiffer(async (kit) => {
          const { issuerKeys } = await kit.signer();
          const past = { ...trust, issuerKeys, expirationTime: '2020-01-01T00:00:00Z' };
          const short = { ...trust, issuerKeys: (await createTokenSigner(1024)).issuerKeys };
          for (const staticKeys of [past, short])
            await requireRejected(kit, 'identities', { staticKeys }, { field: 'staticKeys' });
          await requireRejected(kit, 'identities', { servicePrincipal: 'something' });
          const query = { relationship_type: 'SOMETHING' };
          await kit.fails('INVALID_ARGUMENT', 'GET', 'identities', { query });
        }),
      'an expiry of more than 365 days is INVALID_ARGUMENT': async (kit) => {
        const { issuerKeys } = await kit.signer();
        const expirationTime = new Date(Date.now() + 400 * DAY_MS).toISOString();
        await requireRejected(kit, 'identities', { staticKeys: { ...trust, issuerKeys, expirationTime } });
      },
    },
  },
  K6: {
    says: 'An account association names any of Amazon, Google and Azure. A cloud that the mask names and the body omits is removed.',
    relies: ['provider'],
    published: part('The files state the clouds. They do not state the removal.', 'associations'),
    ifDifferent: 'Terraform reports that a removed cloud is still associated.',
    cases: {
      'each cloud comes back, and an omitted one is removed': async (kit) => {
        const group = await kit.subgroup('clouds');
        const amazon = { account: '123456789012' };
        const google = { projectId: 'project-1', projectNumber: 'any text' };
        const clientIds = { api: '11111111-1111-1111-1111-111111111111' };
        const azure = { tenantId: '00000000-0000-0000-0000-000000000000', clientIds };
        await kit.create('accountAssociations', { amazon, google, azure }, group);
        const target = `accountAssociations/${group}`;
        requireFields(await kit.ok('GET', target), { amazon, google, azure });
        const after = await changed(kit, target, { description: 'x' }, 'google,description');
        requireFields(after, { google: null, amazon });
      },
    },
  },
  K8: {
    says: 'Repos, tags and advisories are read-only here, with their own filters.',
    relies: ['provider'],
    published: all('repos', 'tags', 'advisories'),
    ifDifferent: 'A data source finds other objects.',
    cases: {
      'each has a list with its envelope': async (kit) => {
        for (const collection of ['repos', 'tags', 'advisories'] as const) {
          const answer = await requireReadable(kit, collection);
          requireThat(Array.isArray(answer.json[collection] ?? []), `the response has ${collection}`, answer);
        }
      },
      'a filter that matches nothing gives an empty list': async (kit) => {
        const filters = [
          ['repos', 'name', 'no-such-repo'],
          ['tags', 'name', 'no-such-tag'],
          ['tags', 'digest', `sha256:${'0'.repeat(64)}`],
          ['advisories', 'advisory_ids', 'CGA-none'],
          ['advisories', 'aliases', 'CVE-0000-0000'],
          ['advisories', 'artifact_names', 'no-such-artifact'],
        ] as const;
        let seen = false;
        for (const [collection, name, value] of filters) {
          const some = await requireReadable(kit, collection);
          const none = await requireReadable(kit, collection, { [name]: value });
          requireSame(none.json[collection] ?? [], [], `the list of ${collection} by ${name}`, none);
          seen ||= ((some.json[collection] ?? []) as unknown[]).length > 0;
        }
        if (!seen) throw new NotTried('the caller sees no repo, tag or advisory');
      },
      'an unreadable updated_since is INVALID_ARGUMENT': unused(async (kit) =>
        kit.fails('INVALID_ARGUMENT', 'GET', 'tags', { query: { updated_since: 'yesterday' } }),
      ),
    },
  },
};
