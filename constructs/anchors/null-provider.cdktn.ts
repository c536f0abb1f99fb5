/** The provider of `null_resource` for CDK Terrain, which has no package for it. The build for `cdktn` uses this file. */
import { TerraformProvider, type TerraformStack } from 'cdktf';

/** Adds the provider of `null_resource` to a stack. */
export function createNullProvider(stack: TerraformStack, id = 'null'): TerraformProvider {
  return new NullProvider(stack, id);
}

class NullProvider extends TerraformProvider {
  static readonly tfResourceType = 'null';

  constructor(scope: TerraformStack, id: string) {
    super(scope, id, {
      terraformResourceType: 'null',
      terraformGeneratorMetadata: {
        providerName: 'null',
        providerVersion: '3.2.4',
        providerVersionConstraint: '~> 3.0',
      },
      terraformProviderSource: 'null',
    });
  }
}
