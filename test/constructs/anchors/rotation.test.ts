import { Testing, Token } from 'cdktf';
import { Group, Identity, type IdentityProps, Rotation } from '../../../constructs';
import { emptyStack, rootUid, synth } from '../synthesized';

const quarter = '2026-q4';

describe('Rotation', () => {
  it('gives its lifecycle to an identity and its grants: new ones are created before the old ones are deleted', () => {
    const { resource } = synth((stack) => {
      const { lifecycle } = new Rotation(stack, 'rotation', { rotateOn: { quarter } });
      const acme = Group.fromUid(stack, 'acme', rootUid);
      const name = `ci-${quarter}`;
      const ci = acme.addIdentity('ci', { name, servicePrincipal: 'SERVICE_PRINCIPAL_X', lifecycle });
      acme.grant(ci, 'viewer', { lifecycle });
    });
    expect(resource['null_resource']).toEqual({ rotation: { triggers: { quarter } } });
    const following = { create_before_destroy: true, replace_triggered_by: ['null_resource.rotation'] };
    expect(resource['platform_identity']?.['acme_ci']?.['lifecycle']).toEqual(following);
    expect(resource['platform_role_binding']?.['acme_ci_viewer']?.['lifecycle']).toEqual(following);
  });

  it('stores its values in the identities with its lifecycle, and in nothing else', () => {
    const { resource } = synth((stack) => {
      const rotation = new Rotation(stack, 'rotation', { rotateOn: { quarter } });
      const other = new Rotation(stack, 'other', { rotateOn: { leak: '2' } });
      const acme = Group.fromUid(stack, 'acme', rootUid);
      const add = (name: string, props: Partial<IdentityProps>) =>
        acme.addIdentity(name, { name: `${name}-${quarter}-2`, servicePrincipal: 'SERVICE_PRINCIPAL_X', ...props });
      const { lifecycle } = rotation;
      acme.grant(add('follows', { lifecycle }), 'viewer', { lifecycle });
      add('spreads', { lifecycle: { ...lifecycle, preventDestroy: true } });
      const replaceTriggeredBy = [...lifecycle.replaceTriggeredBy!, ...other.lifecycle.replaceTriggeredBy!];
      add('both', { lifecycle: { createBeforeDestroy: true, replaceTriggeredBy } });
      add('by_address', { lifecycle: { createBeforeDestroy: true, replaceTriggeredBy: ['null_resource.rotation'] } });
      add('later', {}).lifecycle = lifecycle;
      add('own', { lifecycle, rotateOn: { year: '2026', quarter } });
      add('alone', { rotateOn: { year: '2026' } });
      add('none', {});
    });
    const stored = Object.entries(resource['platform_identity']!).map(([id, { rotate_on }]) => [id, rotate_on]);
    expect(Object.fromEntries(stored)).toEqual({
      acme_follows: { quarter },
      acme_spreads: { quarter },
      acme_both: { quarter, leak: '2' },
      acme_by_address: { quarter },
      acme_later: { quarter },
      acme_own: { year: '2026', quarter },
      acme_alone: { year: '2026' },
      acme_none: undefined,
    });
    expect(resource['platform_role_binding']?.['acme_follows_viewer']).not.toHaveProperty('rotate_on');
  });

  it('writes the values as an attribute of HCL', () => {
    const stack = emptyStack();
    const { lifecycle } = new Rotation(stack, 'rotation', { rotateOn: { quarter }, anchor: 'terraform_data' });
    const props = { group: rootUid, name: `ci-${quarter}`, servicePrincipal: 'SERVICE_PRINCIPAL_X', lifecycle };
    new Identity(stack, 'ci', props);
    expect(Testing.synthHcl(stack)).toContain('rotate_on = {\n  quarter = "2026-q4"\n}');
  });

  it('rejects a key with several values: it could store only one of them', () => {
    const synthWith = (rotateOn: Readonly<Record<string, string>>) => () =>
      synth((stack) => {
        const { lifecycle } = new Rotation(stack, 'rotation', { rotateOn: { quarter } });
        const props = { group: rootUid, name: `ci-${quarter}`, servicePrincipal: 'SERVICE_PRINCIPAL_X', lifecycle };
        new Identity(stack, 'ci', { ...props, rotateOn });
      });
    expect(synthWith({ quarter: '2026-q3' })).toThrow(
      '[org/ci] rotateOn["quarter"] has several values, because the lifecycle of a Rotation has the same key. Rename one of the keys',
    );
    expect(synthWith({ year: 7 } as never)).toThrow('[org/ci] rotateOn.year must be');
    expect(synthWith(Token.asAny('${var.values}') as never)).toThrow(
      '[org/ci] rotateOn must be an object without tokens',
    );
  });

  it('accepts itself in replaceTriggeredBy, too', () => {
    const { resource } = synth((stack) => {
      const rotation = new Rotation(stack, 'rotation', { rotateOn: { quarter }, anchor: 'terraform_data' });
      rotation.overrideLogicalId('quarterly');
      new Identity(stack, 'ci', {
        group: rootUid,
        name: `ci-${quarter}`,
        servicePrincipal: 'SERVICE_PRINCIPAL_X',
        lifecycle: { createBeforeDestroy: true, replaceTriggeredBy: [rotation] },
      });
    });
    expect(resource['terraform_data']).toEqual({ quarterly: { triggers_replace: { quarter } } });
    expect(resource['platform_identity']?.['ci']?.['lifecycle']).toEqual({
      create_before_destroy: true,
      replace_triggered_by: ['terraform_data.quarterly'],
    });
  });

  it('keeps its address in the lifecycle when it is overridden later', () => {
    const { resource } = synth((stack) => {
      const rotation = new Rotation(stack, 'rotation', { rotateOn: { quarter } });
      const { lifecycle } = rotation;
      rotation.overrideLogicalId('quarterly');
      new Group(stack, 'old', { parent: rootUid, name: quarter, lifecycle });
    });
    expect(resource['platform_group']?.['old']?.['lifecycle']).toMatchObject({
      replace_triggered_by: ['null_resource.quarterly'],
    });
  });

  it('rejects values that are no text, and unknown props', () => {
    const make = (props: object) => () => new Rotation(emptyStack(), 'rotation', props as never);
    expect(make({ rotateOn: { quarter: {} } })).toThrow(
      'Rotation "org/rotation": rotateOn["quarter"] must be text; it is an object.',
    );
    expect(make({ anchor: 'terraform_data' })).toThrow(
      'Rotation "org/rotation": rotateOn must be an object of values, such as { quarter: "2026-q4" }; it is undefined.',
    );
    expect(make({ rotateOn: {} })).toThrow(
      'Rotation "org/rotation": rotateOn has no value, so nothing is ever replaced. Pass a value that changes.',
    );
    const unset = process.env['NO_QUARTER'];
    expect(make({ rotateOn: { quarter: unset } })).toThrow(
      'Rotation "org/rotation": rotateOn["quarter"] must be text that changes; it is undefined.',
    );
    expect(make({ rotateOn: {}, triggers: {} })).toThrow('Rotation "org/rotation": unknown prop `triggers`');
  });
});
