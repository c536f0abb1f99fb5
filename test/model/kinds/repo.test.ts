import { repo } from '../../../src/model/kinds';
import { decodeResponse, inputFields, offers, servedFields, unsetInResponse } from '../../../src/model/schema';

test('a repository is read-only', () => {
  expect(['create', 'update', 'delete'].filter((operation) => offers(repo, operation as 'create'))).toEqual([]);
  expect(inputFields(repo)).toEqual([]);
});

test('a repository without a tier has none, and one without bundles has an empty list', () => {
  const { catalogTier } = repo.fields;
  expect(unsetInResponse(catalogTier.type)).toBeUndefined();
  expect(decodeResponse(repo, { uid: 'u', name: 'shop' })).toMatchObject({ name: 'shop', bundles: [], activeTags: [] });
});

test('the synchronization keeps its name on the wire, in both representations', () => {
  const sync = { source: 'registry.example.com/shop', unknown_to_us: [1, null] };
  expect(decodeResponse(repo, { sync_config: sync })['sync_config']).toEqual(sync);
  expect(decodeResponse(repo, { syncConfig: sync })['sync_config']).toEqual(sync);
  expect(Object.keys(servedFields(repo))).toContain('sync_config');
});
