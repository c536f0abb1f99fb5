/** The resource that removes or reports the role bindings of a group that its stack does not declare. */
import { TerraformResource, Token } from 'cdktf';
import { PROVIDER_NAME, snakeCase, type Values } from '../../src/model/api';
import { roleBinding } from '../../src/model/kinds';
import { EXCLUSIVE, exclusiveTypeName, identifyingAttributes } from '../../src/model/schema';
import { getAddress, pathName } from '../base/addresses';
import { allowExpiry } from '../base/expiry';
import { warn } from '../base/problems';
import { getSourceLine, formatSourceLine, type SourceLine } from '../base/source-line';
import { isUnmanaged } from '../base/unmanaged';
import { declaredGrants, existingGrants, grantsElsewhere, grantsAt, type GroupConstruct } from './declared-grants';
import type { RoleBinding } from './role-binding';
import type { RoleBindings } from './role-bindings';

export class ExclusiveGrants extends TerraformResource {
  readonly isRemoval: boolean;
  private readonly home: GroupConstruct;
  private readonly existing: RoleBindings;
  private readonly source: SourceLine | undefined;

  constructor(home: GroupConstruct, id: string, isRemoval: boolean, source: SourceLine | undefined) {
    super(home, id, {
      terraformResourceType: exclusiveTypeName(roleBinding),
      terraformGeneratorMetadata: { providerName: PROVIDER_NAME },
      ...(TerraformResource.isTerraformResource(home) && { provider: home.provider }),
    });
    this.overrideLogicalId(pathName(this));
    this.isRemoval = isRemoval;
    this.home = home;
    this.source = source;
    this.existing = existingGrants(home);
    allowExpiry(this);
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
    if (!this.isRemoval) {
      for (const binding of grantsElsewhere(this.home))
        warn(
          binding,
          `is in the group of ${path}, whose stack manages all grants: each plan of that stack reports it. Move it to that stack`,
        );
      return [];
    }
    for (const binding of grantsAt(this.home, this.cdktfStack).filter((grant) => isUnmanaged(grant)))
      warn(binding, `is unmanaged, so the next apply removes it: managesAllGrants on ${path} has remove: true`);
    return grantsElsewhere(this.home).map(
      (binding) =>
        `managesAllGrants with remove: true would remove ${binding.node.path}, which another stack declares in the group. ` +
        `Move the grant to the stack of the group${formatSourceLine(getSourceLine(binding), '      ')}`,
    );
  }

  protected override get constructNodeMetadata(): Record<string, unknown> {
    const { metadata } = super.constructNodeMetadata as { readonly metadata: Values };
    return { metadata: { ...metadata, source: this.source } };
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const { terraformResourceType: type, friendlyUniqueId: name } = this.existing;
    return {
      group_uid: this.home.uid,
      [EXCLUSIVE.isRemoving]: this.isRemoval,
      [EXCLUSIVE.declared]: declaredList(declaredGrants(this.home)),
      [EXCLUSIVE.existing]: `\${data.${type}.${name}.${snakeCase(roleBinding.collection)}}`,
    };
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(this.synthesizeAttributes()).map(([attribute, value]) => [
        attribute,
        { value, isBlock: false, type: 'any', storageClassType: '' },
      ]),
    );
  }
}

/** Returns the role bindings as references. Only an iterator needs an expression, because the program does not know its elements. */
function declaredList(bindings: readonly RoleBinding[]): unknown {
  const instances = bindings.map(findInstances);
  if (instances.every((addresses) => addresses !== undefined)) return instances.flat().map(referencesTo);
  const lists = bindings.map((binding, index) => {
    const addresses = instances[index];
    return addresses === undefined ? `[for b in ${getAddress(binding)} : b]` : `[${addresses.join(', ')}]`;
  });
  return `\${concat(${['[]', ...lists].join(', ')})}`;
}

/** Returns the addresses of the instances of a role binding, or `undefined` if only Terraform knows them. */
function findInstances(binding: RoleBinding): string[] | undefined {
  const { count, forEach } = binding;
  const address = getAddress(binding);
  if (forEach !== undefined) return undefined;
  if (count === undefined) return [address];
  if (typeof count !== 'number' || Token.isUnresolved(count)) return undefined;
  return Array.from({ length: count }, (_, index) => `${address}[${index}]`);
}

function referencesTo(address: string): Values {
  const names = identifyingAttributes(roleBinding);
  return Object.fromEntries(names.map((name) => [name, `\${${address}.${name}}`]));
}
