import { NullProvider } from '@cdktf/provider-null/lib/provider';
import type { TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { Rotation, Settled, type AnchorProps } from '../../../constructs';
import { emptyStack, synth } from '../synthesized';

const twoAnchors = (stack: Construct) =>
  [1, 2].forEach((n) => new Rotation(stack, `r${n}`, { rotateOn: { quarter: '1' } }));

describe('an anchor', () => {
  it('adds the provider of null_resource once, unless the stack has it', () => {
    const added = synth(twoAnchors);
    expect(added.provider['null']).toEqual([{}]);
    expect(added.terraform.required_providers['null']).toEqual({ source: 'null', version: '3.2.4' });
    const own = synth((stack) => {
      new NullProvider(new Construct(stack, 'own'), 'mine');
      twoAnchors(stack);
    });
    expect(own.provider['null']).toEqual([{}]);
  });

  it('adds no provider for terraform_data', () => {
    const { provider, terraform } = synth(
      (stack) => new Rotation(stack, 'rotation', { rotateOn: { quarter: '1' }, anchor: 'terraform_data' }),
    );
    expect(Object.keys(provider)).toEqual(['platform']);
    expect(Object.keys(terraform.required_providers)).toEqual(['platform']);
  });

  it.each([
    ['Settled', 'null', '"null"'],
    ['Rotation', 'terraform-data', '"terraform-data"'],
    ['Rotation', 'toString', '"toString"'],
    ['Rotation', null, 'null'],
  ])('rejects the anchor %s of %p', (what, anchor, shown) => {
    const stack = emptyStack();
    const props = { anchor } as AnchorProps;
    const make = () =>
      what === 'Settled'
        ? new Settled(stack, 'a', { tree: stack, ...props })
        : new Rotation(stack, 'a', { rotateOn: { quarter: '1' }, ...props });
    expect(make).toThrow(`${what} "org/a": anchor must be 'null_resource' or 'terraform_data'; it is ${shown}.`);
  });

  it('has an id that changes with it', () => {
    const { resource } = synth((stack: TerraformStack) => {
      const first = new Rotation(stack, 'first', { rotateOn: { quarter: '1' } });
      new Rotation(stack, 'second', { rotateOn: { first: first.id }, anchor: 'terraform_data' });
    });
    expect(resource['terraform_data']).toEqual({
      second: { triggers_replace: { first: '${null_resource.first.id}' } },
    });
  });

  it('has an address of its own, which Terraform accepts', () => {
    const withIds =
      (...ids: string[]) =>
      () =>
        synth((stack) => {
          for (const [index, id] of ids.entries())
            new Rotation(stack, `r${index}`, { rotateOn: { quarter: '1' } }).overrideLogicalId(id);
        });
    expect(withIds('a', 'a')).toThrow('has the same address, null_resource.a, as org/r0');
    expect(withIds('a b')).toThrow('has the address null_resource.a b, which Terraform rejects');
    expect(withIds('a', 'b')).not.toThrow();
  });
});
