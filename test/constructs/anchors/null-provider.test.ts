import { App, TerraformStack, Testing } from 'cdktf';
import * as packaged from '../../../constructs/anchors/null-provider';
import * as own from '../../../constructs/anchors/null-provider.cdktn';
import { outdir } from '../synthesized';

type Twin = Pick<typeof packaged, 'createNullProvider'>;

/** Returns both formats of a stack that contains nothing but the provider. */
function synthesized({ createNullProvider }: Twin): unknown[] {
  const stack = new TerraformStack(new App({ outdir }), 'org');
  createNullProvider(stack);
  return [JSON.parse(Testing.synth(stack)), Testing.synthHcl(stack)];
}

test('the provider for CDK Terrain is the same as that of @cdktf/provider-null', () => {
  expect(synthesized(own)).toEqual(synthesized(packaged));
  expect(synthesized(own)[0]).toMatchObject({
    provider: { null: [{}] },
    terraform: { required_providers: { null: { source: 'null', version: '3.2.4' } } },
  });
});

describe('without @cdktf/provider-null', () => {
  afterEach(() => jest.dontMock('@cdktf/provider-null/lib/provider'));

  /** The error of a stack with a null_resource, when loading the package fails with `message`. */
  function failure(message: string): Error {
    jest.doMock('@cdktf/provider-null/lib/provider', () => {
      throw new Error(message);
    });
    const stack = new TerraformStack(new App({ outdir }), 'org');
    try {
      packaged.createNullProvider(stack);
    } catch (error) {
      return error as Error;
    }
    throw new Error('It was created.');
  }

  it('says how to install it, and what needs no package', () => {
    const { message } = failure("Cannot find module '@cdktf/provider-null/lib/provider'\nRequire stack:\n- x.js");
    expect(message).toBe(
      'Cannot create a null_resource in "org": @cdktf/provider-null is not installed. ' +
        "Run npm install @cdktf/provider-null, or pass anchor: 'terraform_data' to Settled and Rotation.",
    );
  });

  it('passes on any other error', () => {
    const text =
      "Cannot find module 'cdktf'\nRequire stack:\n- node_modules/@cdktf/provider-null/lib/provider/index.js";
    expect(failure(text).message).toBe(text);
  });
});
