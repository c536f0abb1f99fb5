import { advisory } from '../../../src/model/kinds';
import { decodeResponse, inputFields, offers, sortKeys, updatableFields } from '../../../src/model/schema';

test('an advisory is read-only: no field can be set, and no operation writes', () => {
  expect(inputFields(advisory)).toEqual([]);
  expect(updatableFields(advisory)).toEqual([]);
  expect(['create', 'update', 'delete'].filter((operation) => offers(advisory, operation as 'create'))).toEqual([]);
  expect(advisory.terraform).toBeUndefined();
});

test('one vulnerability has an advisory for each artifact', () => {
  const of = (artifactName: string) => ({ advisoryId: 'ADV-2026-0001', artifactName });
  const toKey = (values: Readonly<Record<string, unknown>>) => advisory.naturalKey.map((name) => values[name]);
  expect(toKey(of('openssl'))).not.toEqual(toKey(of('libressl')));
});

test('an advisory without severities and aliases is read with empty lists', () => {
  expect(decodeResponse(advisory, { uid: 'x', advisoryId: 'ADV-2026-0001' })).toMatchObject({
    advisoryId: 'ADV-2026-0001',
    artifactName: '',
    aliases: [],
    severities: [],
  });
});

test('a severity is read in both representations of names', () => {
  const severities = [{ type: 'CVSS_V3', score: '9.8' }];
  expect(decodeResponse(advisory, { component_name: 'libssl', severities })).toMatchObject({
    componentName: 'libssl',
    severities,
  });
});

test('lists cannot be ordered by the lists of an advisory', () => {
  expect(sortKeys(advisory)).toEqual(expect.arrayContaining(['advisoryId', 'artifactName']));
  expect(sortKeys(advisory)).not.toEqual(expect.arrayContaining(['aliases']));
  expect(sortKeys(advisory)).not.toEqual(expect.arrayContaining(['severities']));
});
