import { group } from '../../../src/model/kinds';
import { decodeResponse, hasRoots, servedFields, updatableFields } from '../../../src/model/schema';
import { problems, problemsWith } from './checked';

test('a group needs a name only', () => {
  expect(problems(group, { name: 'engineering' })).toEqual([]);
  expect(problems(group, { description: 'Builds the product.' })).toEqual(['name is required']);
});

test('a group without a parent is a root group', () => {
  expect(hasRoots(group)).toBe(true);
});

test('nobody verifies an organization, or sets its limits, by creating or updating it', () => {
  const refused = (name: string) => `${name} is not a field that can be set here`;
  expect(problemsWith(group, { verified: true, resourceLimits: { clusters: 9 } })).toEqual(
    ['verified', 'resourceLimits'].map(refused),
  );
  expect(updatableFields(group).map(([name]) => name)).toEqual(['name', 'description']);
});

test('the service has fields of a group that no resource manages', () => {
  const unmanaged = Object.entries(servedFields(group)).filter(([, field]) => field.isUnmanaged === true);
  expect(unmanaged.map(([name]) => name)).toEqual(['kind', 'status']);
  expect(problemsWith(group, { kind: 'ORG_KIND_CUSTOMER' })).toEqual(['kind is not a field that can be set here']);
});

test('a response without limits and verification is a group that has none', () => {
  expect(decodeResponse(group, { uid: 'u', name: 'a' })).toMatchObject({
    description: '',
    resourceLimits: {},
    verified: false,
  });
});
