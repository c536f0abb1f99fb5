/** The provider of `null_resource`. Its package is optional, and loaded for the first stack that needs it. */
import type { TerraformProvider, TerraformStack } from 'cdktf';

/**
 * Adds the provider of `null_resource` to a stack.
 *
 * @throws Error if `@cdktf/provider-null` is not installed.
 */
export function createNullProvider(stack: TerraformStack, id = 'null'): TerraformProvider {
  const { NullProvider } = loadProvider(stack);
  return new NullProvider(stack, id);
}

interface ProviderModule {
  readonly NullProvider: new (scope: TerraformStack, id: string) => TerraformProvider;
}

function loadProvider(stack: TerraformStack): ProviderModule {
  try {
    // oxlint-disable-next-line typescript/no-require-imports -- optional: an import would fail for users without it
    return require('@cdktf/provider-null/lib/provider') as ProviderModule;
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    if (!reason.startsWith("Cannot find module '@cdktf/provider-null")) throw error;
    throw new Error(
      `Cannot create a null_resource in "${stack.node.path}": @cdktf/provider-null is not installed. ` +
        "Run npm install @cdktf/provider-null, or pass anchor: 'terraform_data' to Settled and Rotation.",
      { cause: error },
    );
  }
}
