/** The role bindings of a group: those that its stack declares, those of other stacks, and those that exist. */
import { TerraformResource, TerraformStack } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { isUid } from '../../src/model/api';
import { group } from '../../src/model/kinds';
import { declaredProps } from '../base/declared-props';
import { isResource } from '../base/platform-resource';
import { toUid, type Reference } from '../base/reference';
import { areDifferentGroups } from '../base/scope';
import { RoleBinding } from './role-binding';
import { RoleBindings } from './role-bindings';

export type GroupConstruct = Construct & Reference<'Group'>;

/** Returns the role bindings that the stack of a group declares in it, and those that could be in it. */
export function declaredGrants(home: GroupConstruct): RoleBinding[] {
  return bindingsIn(TerraformStack.of(home)).filter(
    (binding) => !binding.isLeftOut && relation(binding, home) !== 'no',
  );
}

/** Returns the role bindings that other stacks of the program certainly declare in the group. */
export function grantsElsewhere(home: GroupConstruct): RoleBinding[] {
  const stack = TerraformStack.of(home);
  return grantsAt(home, home.node.root).filter((grant) => !grant.isLeftOut && TerraformStack.of(grant) !== stack);
}

/** Returns the role bindings in a scope that are certainly in the group, including those that the stacks leave out. */
export function grantsAt(home: GroupConstruct, scope: IConstruct): RoleBinding[] {
  return bindingsIn(scope).filter((binding) => relation(binding, home) === 'yes');
}

/** Returns the data source of the role bindings that exist in a group. */
export function existingGrants(home: GroupConstruct): RoleBindings {
  const provider = TerraformResource.isTerraformResource(home) ? home.provider : undefined;
  return RoleBindings.in(home, provider === undefined ? {} : { provider });
}

function bindingsIn(scope: IConstruct): RoleBinding[] {
  return scope.node.findAll().filter((node) => RoleBinding.isRoleBinding(node));
}

/** Returns `maybe` if only Terraform knows whether a role binding is in a group. */
function relation(binding: RoleBinding, home: GroupConstruct): 'yes' | 'no' | 'maybe' {
  const place = declaredProps(binding)?.props['group'];
  if (place === home) return 'yes';
  // Two groups that one stack creates are different objects.
  if ((isResource(place, group) && isResource(home, group)) || areDifferentGroups(place, home)) return 'no';
  const [one, other] = [toUid(place), home.uid];
  if (!isUid(one) || !isUid(other)) return 'maybe';
  return one === other ? 'yes' : 'no';
}
