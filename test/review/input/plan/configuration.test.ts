import {
  findBlock,
  getExpression,
  mentioned,
  provenReference,
  findReferences,
  splitAddress,
} from '../../../../src/review/input/plan/configuration';
import { readPlan } from '../../../../src/review';
import { corpusTexts } from '../../corpus';

test.each([
  ['platform_group.a', '', 'platform_group.a'],
  ['platform_group.a[0]', '', 'platform_group.a'],
  ['platform_group.a["x.y"]', '', 'platform_group.a'],
  ['data.platform_role.viewer', '', 'data.platform_role.viewer'],
  ['module.team.platform_group.a', 'module.team', 'module.team.platform_group.a'],
  ['module.team["a.b"].platform_group.a[1]', 'module.team["a.b"]', 'module.team.platform_group.a'],
  ['module.a[0].module.b.platform_group.c', 'module.a[0].module.b', 'module.a.module.b.platform_group.c'],
])('splitAddress separates the instance of a module from the block: %s', (address, module, block) => {
  expect(splitAddress(address)).toEqual({ module, block });
});

test('referencesOf returns only texts', () => {
  expect(findReferences({ references: ['var.a', 1, 'local.b'] })).toEqual(['var.a', 'local.b']);
  expect(findReferences({ constant_value: 'x' })).toEqual([]);
  expect(findReferences(undefined)).toEqual([]);
});

describe('a block of a synthesized stack', () => {
  const [plan] = corpusTexts('first-apply').map(({ text, name }) => readPlan(text, name));
  const configuration = plan!.configuration;
  const binding = [...configuration.blocks.keys()].find((address) => address.startsWith('platform_role_binding.'))!;

  test('has expressions', () => {
    expect(findBlock(configuration, `${binding}[0]`)).toBe(configuration.blocks.get(binding));
    expect(getExpression(findBlock(configuration, binding), 'group_uid')).toBeDefined();
    expect(getExpression(findBlock(configuration, binding), 'constructor')).toBeUndefined();
    expect(getExpression(undefined, 'group_uid')).toBeUndefined();
  });

  test('proves a reference that consists only of the uid of another block', () => {
    const target = provenReference(configuration, binding, 'group_uid');
    expect(target).toMatch(/^platform_group\.\w+$/);
  });

  test('an unknown block mentions nothing', () => {
    expect(mentioned(configuration, 'platform_group.unknown', 'name')).toEqual([]);
  });
});
