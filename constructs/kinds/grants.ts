/**
 * Role bindings in one line, from a group or from an identity. Their ids are derived from the identity, the role and
 * the group.
 */
import { isDeepStrictEqual } from 'node:util';
import { TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { isUid } from '../../src/model/api';
import { replaceDots, toTerraformName } from '../../src/base/text/terraform-name';
import { pathIn, readableName, toConstructId, type GetPath } from '../base/addresses';
import { isPending } from '../base/attributes';
import type { BuiltInRoleName } from '../base/built-in-role';
import { rememberDerivedName } from '../base/former-addresses';
import type { Reference, Uid } from '../base/reference';
import { RoleBinding, type GrantOptions } from './role-binding';

/** The parts of a grant. */
export interface GrantParts {
  readonly group: Reference<'Group'> | Uid;
  readonly identity: Reference<'Identity'> | Uid;
  readonly role: Reference<'Role'> | BuiltInRoleName;
}

/**
 * Returns the role binding of a grant. Its scope is the group, or `caller` if the group is not in the stack of
 * `caller`.
 */
export function grantRole(caller: Construct, grant: GrantParts, props: GrantOptions): RoleBinding {
  const { group, ...bound } = grant;
  const isHere = Construct.isConstruct(group) && findStack(group) === findStack(caller);
  const scope: Construct = isHere ? group : caller;
  const { identity } = bound;
  // A group prop that is omitted is the scope, and the binding uses its provider.
  const place = isHere ? {} : { group };
  const { id: ownId, ...options } = props;
  if (ownId !== undefined) return new RoleBinding(scope, ownId, { ...options, ...bound, ...place });
  const { id, name } = getNames(caller, grant, { scope, toPath: pathIn });
  const binding = new RoleBinding(scope, freeId(scope, id), { ...options, ...bound, ...place });
  // Never the number of a free id: the address would depend on other grants.
  binding.overrideLogicalId(name);
  const parts = [scope, identity, bound.role, group].filter((part) => Construct.isConstruct(part));
  rememberDerivedName(binding, {
    parts: [...new Set<Construct>(parts)],
    nameWith: (toPath) => getNames(caller, grant, { scope, toPath }).name,
  });
  return binding;
}

/** Returns the id of the binding of a grant in `scope`, and the name in its address. */
function getNames(
  caller: Construct,
  { group, identity, role }: GrantParts,
  { scope, toPath }: { readonly scope: Construct; readonly toPath: GetPath },
): { readonly id: string; readonly name: string } {
  const ofRole = idPart(caller, role, toPath);
  const isHere = Construct.isConstruct(identity) && findStack(identity) === findStack(scope);
  const [last = '', ...above] = isHere ? toPath(identity).toReversed() : [];
  // In its own group, the path of the binding already contains the path of the identity.
  if (isHere && isDeepStrictEqual(above.reverse(), toPath(scope))) {
    const id = toTerraformName([last, ofRole]);
    return { id, name: readableName([...toPath(scope), id]) };
  }
  const id = `${idPart(caller, identity, toPath)}_${ofRole}_on_${idPart(caller, group, toPath)}`;
  return { id, name: id };
}

/** Returns the id, or the next free one. Two equal grants are two constructs at one address, and the synthesis reports them. */
export function freeId({ node }: Construct, id: string): string {
  let free = id;
  for (let number = 2; node.tryFindChild(toConstructId(free)) !== undefined; number++) free = `${id}_${number}`;
  return free;
}

/**
 * Returns the part of an id that identifies an object: its path in the stack of `caller`, its whole path, the name of a
 * built-in role, or the last part of its uid.
 *
 * @throws Error for a value that only Terraform knows.
 */
export function idPart(caller: Construct, part: Reference<string> | string, toPath: GetPath = pathIn): string {
  if (Construct.isConstruct(part)) {
    const stack = findStack(part);
    return stack !== undefined && stack === findStack(caller)
      ? readableName(toPath(part))
      : toTerraformName(part.node.path.split('/'));
  }
  const text = typeof part === 'object' ? part.uid : part;
  if (isPending(text))
    throw new Error(
      `${caller.node.path}: cannot derive the id of a grant from a value that only Terraform knows. ` +
        'Use new RoleBinding(…) with an id.',
    );
  // A name in Terraform begins with a letter.
  return isUid(text) ? `uid_${text.replace(/^.*\//, '')}` : toTerraformName([replaceDots(String(text))]);
}

function findStack({ node }: Construct): TerraformStack | undefined {
  return node.scopes.find((scope) => TerraformStack.isStack(scope));
}
