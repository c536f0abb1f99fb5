import { block, nested, nestedSet, str } from '../../../src/plugin';
import { assertObjectCompatible } from '../../../src/plugin/core/self-check';
import { startHost, type Host, type ResourceInstance } from '../../../src/plugin/testing';
import { createFixture, type Fixture } from '../../support/fixture/fixture-provider';

let fixture: Fixture;
let host: Host;
let thing: ResourceInstance;

beforeEach(async () => {
  fixture = createFixture();
  host = await startHost(fixture.provider);
  thing = host.resource('fixture_thing');
});

test('a plan that Terraform would refuse names the attribute and the handler', async () => {
  fixture.override.modifyPlan = ({ plan }) => {
    if (plan !== null) plan.text = 'invented';
  };
  await expect(thing.plan({ name: 'a' })).rejects.toMatchObject({
    diagnostics: [
      {
        summary: 'The provider returned an invalid result',
        detail: expect.stringContaining('text is planned as "invented", but is neither configured nor computed.'),
        path: ['text'],
      },
    ],
  });
  await expect(thing.plan({ name: 'a' })).rejects.toThrow('(fixture_thing: modifyPlan)');
});

test('a plan with a path to nowhere among the replaced ones is refused on update only', async () => {
  fixture.override.modifyPlan = ({ replace }) => replace(['nowhere']);
  await thing.apply({ name: 'a' });
  await expect(thing.plan({ name: 'b' })).rejects.toThrow(
    'requires replacement because of nowhere, which does not exist',
  );
});

test('an answer without an attribute, or with another one, is refused', async () => {
  fixture.override.modifyPlan = ({ plan }) => {
    if (plan !== null) Reflect.deleteProperty(plan, 'text');
  };
  await expect(thing.plan({ name: 'a' })).rejects.toThrow('text is missing');
  fixture.override.modifyPlan = ({ plan }) => {
    if (plan !== null) Object.assign(plan, { extra: 1 });
  };
  await expect(thing.plan({ name: 'a' })).rejects.toThrow('extra is not in the schema');
});

test('a planned block must exist, and an unplanned block must not', () => {
  const body = { attributes: {}, blocks: { one: block('single', { attributes: {} }) } };
  expect(assertObjectCompatible(body, { one: {} }, { one: null })).toMatchObject([
    { path: ['one'], message: 'was planned to exist, but is absent' },
  ]);
  expect(assertObjectCompatible(body, { one: null }, { one: {} })).toMatchObject([
    { path: ['one'], message: 'was planned to be absent, but exists' },
  ]);
});

test('the value of a sensitive attribute is in no error, also inside another attribute or a set of blocks', async () => {
  const body = {
    attributes: {
      settings: nested({ token: str({ mode: 'required', sensitive: true }) }, { mode: 'required' }),
      rules: nestedSet({ token: str({ mode: 'required', sensitive: true }) }, { mode: 'required' }),
    },
    blocks: { key: block('set', { attributes: { token: str({ mode: 'required', sensitive: true }) } }) },
  };
  const of = (token: string): object => ({ settings: { token }, rules: [{ token }], key: [{ token }] });
  const problems = assertObjectCompatible(body, of('leaked-1'), of('leaked-2'));
  expect(problems.map(({ path }) => path)).toEqual([['settings'], ['rules'], ['key']]);
  expect(JSON.stringify(problems)).not.toContain('leaked');
});
