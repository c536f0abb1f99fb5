import { App, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { Group, Identity, PlatformProvider, Rotation, Settled } from '../../../constructs';
import { problemsOf, rootUid, synth } from '../synthesized';

const group = (scope: Construct, id: string) => new Group(scope, id, { parent: rootUid, name: id });
const anchor = 'terraform_data';

describe('node.addDependency', () => {
  it('orders resources like dependsOn, and in addition to it', () => {
    const { resource } = synth((stack) => {
      const [first, second] = [group(stack, 'first'), group(stack, 'second')];
      const third = new Group(stack, 'third', { parent: rootUid, name: 'third', dependsOn: [first] });
      third.node.addDependency(second, second);
      third.node.addDependency(second);
    });
    expect(resource['platform_group']?.['third']?.['depends_on']).toEqual([
      'platform_group.first',
      'platform_group.second',
    ]);
    expect(resource['platform_group']?.['first']).not.toHaveProperty('depends_on');
  });

  it('applies to both trees: all in the dependent one wait for all in the other one', () => {
    const { resource, data } = synth((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      const [early, late] = [acme.addGroup('early'), acme.addGroup('late')];
      late.node.addDependency(early);
      late.addGroup('below');
      early.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' });
      const folder = new Construct(stack, 'folder');
      folder.node.addDependency(late);
      Identity.person(folder, 'ada', { issuer: 'https://login.example.com', subject: 'ada' }).node.addDependency(early);
    });
    const waits = ['platform_group.acme_early', 'platform_identity.acme_early_ci'];
    expect(resource['platform_group']?.['acme_late']?.['depends_on']).toEqual(waits);
    expect(resource['platform_group']?.['acme_late_below']?.['depends_on']).toEqual(waits);
    expect(Object.values(data['platform_identity'] ?? {})[0]?.['depends_on']).toEqual([
      'platform_group.acme_late',
      'platform_group.acme_late_below',
      ...waits,
    ]);
  });

  it('waits only for the resource itself of a scope around the dependent one, and never for itself', () => {
    const { resource } = synth((stack) => {
      const area = group(stack, 'area');
      const [one, other] = [area.addGroup('one'), area.addGroup('other')];
      other.node.addDependency(one, area);
      stack.node.addDependency(area);
    });
    expect(resource['platform_group']?.['area_other']?.['depends_on']).toEqual([
      'platform_group.area',
      'platform_group.area_one',
    ]);
    expect(resource['platform_group']?.['area_one']?.['depends_on']).toEqual(['platform_group.area']);
    expect(resource['platform_group']?.['area']).not.toHaveProperty('depends_on');
  });

  it('works for anchors, and a cycle with one is reported', () => {
    const anchors = (stack: TerraformStack) => {
      const team = group(stack, 'team');
      return { team, ready: new Settled(stack, 'ready', { tree: team, anchor }) };
    };
    const { resource } = synth((stack) => {
      const { ready } = anchors(stack);
      ready.node.addDependency(group(stack, 'more'));
      new Rotation(stack, 'rotation', { rotateOn: { quarter: '1' }, anchor }).node.addDependency(ready);
    });
    expect(resource['terraform_data']).toMatchObject({
      ready: { depends_on: ['platform_group.more', 'platform_group.team'] },
      rotation: { depends_on: ['terraform_data.ready'] },
    });
    expect(
      problemsOf((stack) => {
        const { team, ready } = anchors(stack);
        team.node.addDependency(ready);
      }),
    ).toEqual([
      '[org/ready] waits for org/team, and org/team in it waits for the anchor: a cycle. Move org/team out of org/team',
    ]);
  });

  it('reports a group that depends on a group below it', () => {
    const problems = problemsOf((stack) => {
      const area = group(stack, 'area');
      area.node.addDependency(area.addGroup('team'));
      const other = group(stack, 'other');
      other.node.addDependency(group(other, 'elsewhere'));
    });
    expect(problems).toEqual([
      '[org/area] cannot depend on org/area/team, which refers to it: a cycle. Remove the call of addDependency, or ' +
        'move org/area/team out of org/area',
    ]);
  });

  it('omits an expired role binding, and reports a construct in another stack', () => {
    const { resource } = synth((stack) => {
      const team = group(stack, 'team');
      const ci = team.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' });
      group(stack, 'late').node.addDependency(team.grant(ci, 'viewer', { expires: '2020-01-01' }), ci);
    });
    expect(resource['platform_group']?.['late']?.['depends_on']).toEqual(['platform_identity.team_ci']);
    const problems = problemsOf((stack) => {
      const other = new TerraformStack(App.of(stack), 'other');
      new PlatformProvider(other, 'platform', { install: false });
      group(stack, 'late').node.addDependency(group(other, 'early'));
    });
    expect(problems).toEqual([
      '[org/late] cannot depend on other/early, which is in another stack: call addDependency on the stack "org", ' +
        'with the stack "other"',
    ]);
  });
});
