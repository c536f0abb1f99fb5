/** The resource that removes the role bindings of a group that its stack does not declare. */
import { TerraformResource } from 'cdktf';
import { PROVIDER_NAME, snakeCase, type Values } from '../../src/api';
import { roleBinding } from '../../src/resources';
import { EXCLUSIVE, exclusiveTypeName } from '../../src/schema';
import { pathName } from '../base/addresses';
import { warn } from '../base/problems';
import { knownSource, sourceText, type SourceLine } from '../base/source-line';
import { addressOf, isUnmanaged } from '../base/unmanaged';
import { declaredGrants, existingGrants, grantsElsewhere, grantsIn, type GroupConstruct } from './declared-grants';
import type { RoleBinding } from './role-binding';
import type { RoleBindings } from './role-bindings';

export class ExclusiveGrants extends TerraformResource {
  private readonly home: GroupConstruct;
  private readonly existing: RoleBindings;
  private readonly source: SourceLine | undefined;

  constructor(home: GroupConstruct, id: string, source: SourceLine | undefined) {
    super(home, id, {
      terraformResourceType: exclusiveTypeName(roleBinding),
      terraformGeneratorMetadata: { providerName: PROVIDER_NAME },
      ...(TerraformResource.isTerraformResource(home) && { provider: home.provider }),
    });
    this.overrideLogicalId(pathName(this));
    this.home = home;
    this.source = source;
    this.existing = existingGrants(home);
  }

  /** Without the group, the declared role bindings are left out, too. Then nothing is undeclared. */
  override toTerraform(): unknown {
    return isUnmanaged(this) ? {} : super.toTerraform();
  }

  override toHclTerraform(): unknown {
    return isUnmanaged(this) ? {} : super.toHclTerraform();
  }

  problems(): string[] {
    if (isUnmanaged(this)) return [];
    const { path } = this.home.node;
    for (const binding of grantsIn(this.home, this.cdktfStack).filter((one) => isUnmanaged(one)))
      warn(binding, `is unmanaged, so the next apply removes it: managesAllGrants on ${path} has remove: true`);
    return grantsElsewhere(this.home).map(
      (binding) =>
        `managesAllGrants with remove: true would remove ${binding.node.path}, which another stack declares in the group. ` +
        `Move the grant to the stack of the group${sourceText(knownSource(binding), '      ')}`,
    );
  }

  protected override get constructNodeMetadata(): Record<string, unknown> {
    const { metadata } = super.constructNodeMetadata as { readonly metadata: Values };
    return { metadata: { ...metadata, source: this.source } };
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const { terraformResourceType: type, friendlyUniqueId: name } = this.existing;
    const declared = declaredGrants(this.home).map((binding) => listOf(binding));
    return {
      group_uid: this.home.uid,
      [EXCLUSIVE.declared]: `\${concat(${['[]', ...declared].join(', ')})}`,
      [EXCLUSIVE.existing]: `\${data.${type}.${name}.${snakeCase(roleBinding.collection)}}`,
    };
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    const storage = { isBlock: false, type: 'list', storageClassType: 'objectList' };
    return Object.fromEntries(
      Object.entries(this.synthesizeAttributes()).map(([attribute, value]) => [
        attribute,
        attribute === 'group_uid'
          ? { value, isBlock: false, type: 'simple', storageClassType: 'string' }
          : { value, ...storage },
      ]),
    );
  }
}

/** Returns a role binding as a list in HCL. With count or for_each, it is several. */
function listOf(binding: RoleBinding): string {
  const address = addressOf(binding);
  const isOne = binding.count === undefined && binding.forEach === undefined;
  return isOne ? `[${address}]` : `[for b in ${address} : b]`;
}
