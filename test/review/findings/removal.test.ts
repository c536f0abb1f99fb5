import { reasonsOf } from './reasons';

test('a deletion shows its dependents, and then the recreated object', () => {
  expect(reasonsOf('identity-recreated', 'destroys')).toEqual([
    'The identity "acme/payments/ci" is deleted, with 1 object that depends on it, and recreated: it gets another uid, and references to the old uid break. Pipelines with the old uid fail.',
  ]);
  expect(reasonsOf('group-again', 'destroys')).toEqual([
    'The group "acme/shop" is deleted and recreated: it gets another uid, and references to the old uid break. Its unmanaged contents were not read, and the API refuses the deletion if there are any. To read them, run `platform-iac plan` with a token.',
  ]);
});
