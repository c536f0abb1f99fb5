import { Construct } from 'constructs';
import { Group, Role, Settled } from '../../../constructs';
import { problemsOf, rootUid, synth } from '../synthesized';

describe('Settled', () => {
  it('depends on every resource of its tree, also on those that are added after it, and not on itself', () => {
    const { resource } = synth((stack) => {
      const team = new Construct(stack, 'team');
      const ready = new Settled(team, 'ready', { tree: team });
      const group = new Group(team, 'group', { parent: rootUid, name: 'a' });
      Role.named(team, 'viewer');
      new Group(stack, 'outside', { parent: rootUid, name: 'b', dependsOn: [ready] });
      group.overrideLogicalId('team');
      new Group(group, 'below', { parent: group, name: 'c' }).overrideLogicalId('below');
      ready.overrideLogicalId('ready');
    });
    expect(resource['null_resource']).toEqual({
      ready: { depends_on: ['platform_group.team', 'platform_group.below'] },
    });
    expect(resource['platform_group']?.['outside']?.['depends_on']).toEqual(['null_resource.ready']);
  });

  it('waits for another anchor too', () => {
    const { resource } = synth((stack) => {
      const team = new Group(stack, 'team', { parent: rootUid, name: 'a' });
      const inner = new Settled(team, 'inner', { tree: team });
      inner.overrideLogicalId('inner');
      new Group(team, 'below', { parent: team, name: 'b' }).overrideLogicalId('below');
      new Settled(stack, 'outer', { tree: team });
    });
    expect(resource['null_resource']?.['outer']).toEqual({
      depends_on: ['platform_group.team', 'null_resource.inner', 'platform_group.below'],
    });
  });

  it('says when it and the tree would wait for each other, and when there is nothing to wait for', () => {
    const problems = problemsOf((stack) => {
      const ready = new Settled(stack, 'ready', { tree: stack });
      new Group(stack, 'late', { parent: rootUid, name: 'a', dependsOn: [ready] });
      new Settled(stack, 'idle', { tree: new Construct(stack, 'empty') });
    });
    expect(problems).toEqual([
      '[org/ready] waits for org, and org/late in it waits for the anchor: a cycle. Move org/late out of org',
      '[org/idle] org/empty contains no resource to wait for',
    ]);
  });

  it('waits with terraform_data, too, which needs no provider', () => {
    const { resource, provider } = synth((stack) => {
      const team = new Group(stack, 'team', { parent: rootUid, name: 'a' });
      new Settled(stack, 'ready', { tree: team, anchor: 'terraform_data' });
    });
    expect(resource['terraform_data']).toEqual({ ready: { depends_on: ['platform_group.team'] } });
    expect(Object.keys(provider)).toEqual(['platform']);
  });
});
