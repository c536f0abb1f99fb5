import { reasonsOf } from './reasons';

test('a changed sign-in shows the changed attributes', () => {
  expect(reasonsOf('default-role-changed', 'sign-in-opened')[0]).toMatch(/\. This plan changes default_role\.$/);
});
