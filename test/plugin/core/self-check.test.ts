import { block, nested, nestedList, nestedMap, nestedSet, str, UNKNOWN } from '../../../src/plugin';
import { assertObjectCompatible, assertPlanValid } from '../../../src/plugin/core/self-check';
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

describe('a planned list or map has the configured keys', () => {
  const name = { name: str({ mode: 'required' }) };
  const body = {
    attributes: { list: nestedList(name, { mode: 'required' }), map: nestedMap(name, { mode: 'required' }) },
    blocks: { blocks: block('list', { attributes: name }) },
  };
  const [a, b] = [{ name: 'a' }, { name: 'b' }];
  const empty = { list: [], map: {}, blocks: [] };
  const check = (config: object, planned: object) => {
    const values = { prior: null, config: { ...empty, ...config }, planned: { ...empty, ...planned } };
    return assertPlanValid(body, values).map(({ path, message }) => `${path.join('.')} ${message}`);
  };
  const differs = (path: string, given: number, wanted: number | string) =>
    `${path} is planned with ${given} elements, but configured with ${wanted}, or with other keys`;
  const unknown = 'a number that is not known yet';

  test.each([
    ['the same list', { list: [a, b] }, { list: [a, b] }, []],
    ['a shorter list', { list: [a, b] }, { list: [a] }, [differs('list', 1, 2)]],
    ['a longer list', { list: [a] }, { list: [a, b] }, [differs('list', 2, 1)]],
    ['no element', { list: [a] }, { list: [] }, [differs('list', 0, 1)]],
    ['a list of unknown length', { list: UNKNOWN }, { list: [a] }, [differs('list', 1, unknown)]],
    ['an empty list of unknown length', { list: UNKNOWN }, { list: [] }, [differs('list', 0, unknown)]],
    ['the same map', { map: { a, b } }, { map: { a, b } }, []],
    ['a map with another key', { map: { a } }, { map: { b: a } }, [differs('map', 1, 1)]],
    ['a smaller map', { map: { a, b } }, { map: { a } }, [differs('map', 1, 2)]],
    ['a larger map', { map: { a } }, { map: { a, b } }, [differs('map', 2, 1)]],
    ['the same blocks', { blocks: [a] }, { blocks: [a] }, []],
    ['fewer blocks', { blocks: [a, b] }, { blocks: [a] }, [differs('blocks', 1, 2)]],
    ['more blocks', { blocks: [a] }, { blocks: [a, b] }, [differs('blocks', 2, 1)]],
  ])('%s', (_, config, planned, problems) => {
    expect(check(config, planned)).toEqual(problems);
  });
});

test.each([
  ['fewer blocks', [{ name: 'a' }], [], ['blocks'], 'was planned with 1 blocks, but has 0'],
  ['more blocks', [], [{ name: 'a' }], ['blocks'], 'was planned with 0 blocks, but has 1'],
  ['another block', [{ name: 'a' }], [{ name: 'b' }], ['blocks', 0, 'name'], 'was planned as "a", but is "b"'],
])('a result with %s than planned', (_, planned, actual, path, message) => {
  const body = {
    attributes: {},
    blocks: { blocks: block('list', { attributes: { name: str({ mode: 'required' }) } }) },
  };
  expect(assertObjectCompatible(body, { blocks: planned }, { blocks: actual })).toEqual([{ path, message }]);
});
