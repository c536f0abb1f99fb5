/** Checks of all configurations of the provider in a stack. */
import { TerraformStack, type TerraformProvider } from 'cdktf';
import type { IConstruct } from 'constructs';
import { PlatformDataSource } from './platform-data-source';
import { PlatformResource } from './platform-resource';
import { warn } from './problems';

/**
 * Returns the conflicts of a configuration with earlier ones of the stack: Terraform installs one provider for all of them, and
 * accepts one configuration without an alias, and one for each alias.
 */
export function findProviderConflicts(provider: TerraformProvider, all: readonly TerraformProvider[]): string[] {
  const [first = provider] = all;
  const [same = provider] = all.filter(({ alias }) => alias === provider.alias);
  const alias =
    provider.alias === undefined ? 'has no alias either' : `has the alias ${JSON.stringify(provider.alias)}, too`;
  return [
    ...(first.terraformProviderSource === provider.terraformProviderSource
      ? []
      : [`source must be the same as for ${first.node.path}: a stack has one provider`]),
    ...(same === provider
      ? []
      : [`${same.node.path} ${alias}. Set another alias, and pass the provider to the resources that use it`]),
  ];
}

/**
 * Warns if each configuration has an alias, and a resource selects none: Terraform then configures the provider of the resource from
 * the environment alone, which can be another organization.
 */
export function warnAboutUnselectedProvider(all: readonly TerraformProvider[]): void {
  const [first] = all;
  if (first === undefined || all.some(({ alias }) => alias === undefined)) return;
  const resource = TerraformStack.of(first).node.findAll().find(selectsNone);
  if (resource !== undefined)
    warn(
      first,
      `${resource.node.path} selects no provider, and each PlatformProvider of the stack has an alias: only the environment configures it. Pass provider to it, or remove the alias.`,
    );
}

function selectsNone(node: IConstruct): boolean {
  const isOurs = node instanceof PlatformResource || node instanceof PlatformDataSource;
  return isOurs && node.provider === undefined;
}
