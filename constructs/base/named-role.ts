/** Finds roles by name: built-in roles, and custom roles of a group. */
import type { TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { nearest, type Values } from '../../src/model/api';
import { role } from '../../src/model/kinds';
import type { Fields } from '../../src/model/schema';
import { isPending, propName, refersTo } from './attributes';
import { BuiltInRole, isBuiltInRoleName } from './built-in-role';
import { FoundObject } from './found-object';
import { findByName, type Found } from './named-object';
import type { LookupOptions } from './platform-data-source';
import { warn } from './problems';
import type { Reference } from './reference';
import { rememberParent } from './scope';

/** Returns the role with this name: a built-in role, or a custom role of a group. */
export function findNamedRole(scope: Construct, name: string, options: LookupOptions): Reference<'Role'> {
  const create = (folder: Construct, id: string, found: Found): NamedRole => new NamedRole(folder, id, found);
  return findByName({ title: 'Role.named', declaration: role, create }, scope, name, options);
}

/** Returns the props with a construct for each built-in role that they name. */
export function withNamedRoles(
  scope: Construct,
  fields: Fields,
  props: Values,
  provider: TerraformProvider | undefined,
): Values {
  const roles = Object.entries(fields).flatMap(([name, { type }]) => {
    const prop = propName(name, type);
    const value = props[prop];
    return refersTo(type) === role.kind && isBuiltInRoleName(value)
      ? [[prop, findNamedRole(scope, value, provider === undefined ? {} : { provider })] as const]
      : [];
  });
  return { ...props, ...Object.fromEntries(roles) };
}

class NamedRole extends FoundObject<'Role'> {
  constructor(scope: Construct, id: string, found: Found) {
    super(scope, id, role, found);
    if (found.group !== undefined) rememberParent(this, found.group);
    this.node.addValidation({
      validate: () => {
        const mistake = findMistake(found);
        if (mistake !== undefined) warn(this, mistake);
        return [];
      },
    });
  }
}

/**
 * Returns a warning for a name that is similar to a known built-in role. A service can have more built-in roles than
 * this package knows.
 */
function findMistake({ name, group }: Found): string | undefined {
  if (group !== undefined || isPending(name) || isBuiltInRoleName(name)) return undefined;
  const meant = nearest(name, Object.values(BuiltInRole));
  if (meant === undefined) return undefined;
  return `names ${JSON.stringify(name)}, an unknown built-in role: did you mean ${JSON.stringify(meant)}?`;
}
