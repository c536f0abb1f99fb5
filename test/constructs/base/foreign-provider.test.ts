import { Group, Identity } from '../../../constructs';
import { emptyStack, rootUid, synth } from '../synthesized';

const source = 'chainguard-dev/chainguard';
const group = (stack: ConstructorParameters<typeof Group>[0], id: string) =>
  new Group(stack, id, { parent: rootUid, name: id });

it('a move from another provider requires it, once for all resources, and configures nothing', () => {
  const json = synth((stack) => {
    group(stack, 'a').moveFromId('chainguard_group.a', { source, version: '~> 0.1' });
    group(stack, 'b').moveFromId('module.teams.chainguard_group.b["x"]', { source });
    group(stack, 'c').moveFromId('other_group.c', { source: 'registry.example/any/other' });
  });
  expect((json as { terraform?: { required_providers?: object } }).terraform?.required_providers).toMatchObject({
    chainguard: { source, version: '~> 0.1' },
    other: { source: 'registry.example/any/other' },
  });
  expect(Object.keys((json as { provider?: object }).provider ?? {})).not.toContain('chainguard');
  expect(json.moved).toEqual([
    { from: 'chainguard_group.a', to: 'platform_group.a' },
    { from: 'module.teams.chainguard_group.b["x"]', to: 'platform_group.b' },
    { from: 'other_group.c', to: 'platform_group.c' },
  ]);
});

it('without a provider the stack requires only ours', () => {
  const json = synth((stack) => group(stack, 'a').moveFromId('platform_group.old'));
  expect(
    Object.keys((json as { terraform?: { required_providers?: object } }).terraform?.required_providers ?? {}),
  ).toEqual(['platform']);
});

it('is written to HCL, too', () => {
  const stack = emptyStack();
  group(stack, 'a').moveFromId('chainguard_group.a', { source });
  expect(JSON.stringify(stack.toHclTerraform())).toContain('chainguard-dev/chainguard');
});

it.each(['', 'payments', 'chainguard_group', 'data.chainguard_group.a', 'chainguard_group.a.b'])(
  'an address that is not one of a resource is an error: %j',
  (address) => {
    const identity = new Identity(emptyStack(), 'ci', {
      group: rootUid,
      name: 'ci',
      servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER',
    });
    expect(() => identity.moveFromId(address, { source })).toThrow('is not the address of a resource');
  },
);

it.each(['', 'chainguard', 'https://registry.terraform.io/a/b', 'a/b/c/d'])(
  'a source that is no source address is an error: %j',
  (wrong) => {
    expect(() => group(emptyStack(), 'a').moveFromId('chainguard_group.a', { source: wrong })).toThrow(
      'the source of the former provider must be like "chainguard-dev/chainguard"',
    );
  },
);

it('two sources of one name are an error', () => {
  const stack = emptyStack();
  group(stack, 'a').moveFromId('chainguard_group.a', { source });
  expect(() => group(stack, 'b').moveFromId('chainguard_group.b', { source: 'fork/chainguard' })).toThrow(
    'has the source chainguard-dev/chainguard elsewhere in the stack',
  );
});
