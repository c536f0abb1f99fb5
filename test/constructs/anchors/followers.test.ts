import {
  TerraformIterator,
  TerraformOutput,
  TerraformResource,
  type TerraformResourceLifecycle,
  type TerraformStack,
  TerraformVariable,
} from 'cdktf';
import { Group, Identity, PlatformProvider, Role, RoleBinding, Rotation } from '../../../constructs';
import { problemsOf, rootUid, synth } from '../synthesized';

const quarter = '2026-q4';
const principal = { group: rootUid, servicePrincipal: 'SERVICE_PRINCIPAL_X' } as const;

const rotationIn = (stack: TerraformStack) => new Rotation(stack, 'rotation', { rotateOn: { quarter, empty: '' } });

/** The warnings that synthesis prints. */
function warningsOf(build: (stack: TerraformStack) => unknown): string[] {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  synth(build);
  const lines = write.mock.calls.map(([text]) => String(text).split('\n')[0]!);
  write.mockRestore();
  return lines;
}

describe('a rotation that no resource follows', () => {
  const warning = expect.stringContaining('No resource follows the rotation, so nothing is ever replaced.') as string;

  it('is a warning, also if a resource only waits for it', () => {
    expect(warningsOf(rotationIn)).toEqual([warning]);
    expect(
      warningsOf((stack) => new Group(stack, 'a', { parent: rootUid, name: 'a', dependsOn: [rotationIn(stack)] })),
    ).toEqual([warning]);
  });

  it.each<[string, (rotation: Rotation) => unknown]>([
    ['as a construct', (rotation) => rotation],
    ['by its address', (rotation) => rotation.fqn],
    ['by the text of its address', (rotation) => `${rotation.terraformResourceType}.${rotation.friendlyUniqueId}`],
  ])('may replace a resource of another provider, %s', (_, causeOf) => {
    const warnings = warningsOf((stack) => {
      const replaceTriggeredBy = [causeOf(rotationIn(stack))];
      const other = new TerraformResource(stack, 'other', { terraformResourceType: 'other_thing' });
      other.lifecycle = { replaceTriggeredBy } as TerraformResourceLifecycle;
    });
    expect(warnings).toEqual([]);
  });

  it('may be read by another element', () => {
    expect(
      warningsOf((stack) => new TerraformOutput(stack, 'id', { value: rotationIn(stack).id, staticId: true })),
    ).toEqual([]);
  });
});

describe('a resource that follows a rotation', () => {
  it('needs another name after each rotation', () => {
    const problems = problemsOf((stack) => {
      const { lifecycle } = rotationIn(stack);
      new Identity(stack, 'ci', { ...principal, name: 'ci', lifecycle });
    });
    expect(problems).toEqual([
      '[org/rotation] replaces org/ci under the same name, so the new object conflicts with the old one. Put a value of rotateOn into the name',
    ]);
  });

  it.each<[string, (stack: TerraformStack, rotation: Rotation) => unknown]>([
    [
      'its name contains a value of the rotation',
      (stack, { lifecycle }) => new Identity(stack, 'ci', { ...principal, name: `ci-${quarter}`, lifecycle }),
    ],
    [
      'only Terraform knows its name',
      (stack, { lifecycle }) => {
        const name = new TerraformVariable(stack, 'name', {}).stringValue;
        new Identity(stack, 'ci', { ...principal, name, lifecycle });
      },
    ],
    [
      'its group follows the rotation',
      (stack, { lifecycle }) => {
        const group = new Group(stack, 'team', { parent: rootUid, name: quarter, lifecycle });
        new Identity(stack, 'ci', { ...principal, group, name: 'ci', lifecycle });
      },
    ],
    [
      'Terraform decides the number of its objects by count',
      (stack, { lifecycle }) => new Identity(stack, 'ci', { ...principal, name: 'ci', count: 2, lifecycle }),
    ],
    [
      'Terraform decides the number of its objects by for_each',
      (stack, { lifecycle }) => {
        const forEach = TerraformIterator.fromList(['a', 'b']);
        new Identity(stack, 'ci', { ...principal, name: 'ci', forEach, lifecycle });
      },
    ],
    [
      'the old one is deleted first',
      (stack, rotation) =>
        new Identity(stack, 'ci', { ...principal, name: 'ci', lifecycle: { replaceTriggeredBy: [rotation] } }),
    ],
  ])('is accepted if %s', (_, build) => {
    expect(problemsOf((stack) => build(stack, rotationIn(stack)))).toEqual([]);
  });

  it('may keep its name if the provider creates duplicates', () => {
    expect(
      problemsOf((stack) => {
        const provider = new PlatformProvider(stack, 'lax', { alias: 'lax', onExisting: 'create', install: false });
        const { lifecycle } = rotationIn(stack);
        new Identity(stack, 'ci', { ...principal, name: 'ci', lifecycle, provider });
      }),
    ).toEqual([]);
  });

  it('is a role binding only if its identity follows, too', () => {
    const problems = problemsOf((stack) => {
      const { lifecycle } = rotationIn(stack);
      const robot = new Identity(stack, 'robot', { ...principal, name: 'robot' });
      const acme = Group.named(stack, 'acme');
      const role = Role.named(stack, 'viewer');
      new RoleBinding(stack, 'robot-views', { group: acme, identity: robot, role, lifecycle });
    });
    expect(problems).toEqual([
      '[org/rotation] replaces org/robot-views by an object with the same group, identity and role, which conflicts with it. Pass the lifecycle only to objects that refer to a rotated one',
    ]);
  });
});

describe('a role binding of a rotated identity', () => {
  const build = (follows: boolean) => (stack: TerraformStack) => {
    const { lifecycle } = rotationIn(stack);
    const ci = new Identity(stack, 'ci', { ...principal, name: `ci-${quarter}`, lifecycle });
    const role = Role.named(stack, 'viewer');
    new RoleBinding(stack, 'ci-views', { group: rootUid, identity: ci, role, ...(follows && { lifecycle }) });
  };

  it('is reported if Terraform deletes it before it creates the new one', () => {
    expect(warningsOf(build(false))).toEqual([
      'Warning: [org/ci-views] When org/rotation changes, Terraform deletes this object before it creates the new one. Pass the lifecycle of the rotation to keep access at all times.',
    ]);
    expect(warningsOf(build(true))).toEqual([]);
  });
});
