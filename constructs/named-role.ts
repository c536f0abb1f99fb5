/** Roles found by name: built-in ones, and custom ones of a group. */
import type { TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { nearest, type Values } from '../src/api';
import { group, role } from '../src/resources';
import { string, type Fields } from '../src/schema';
import { setReadableAddress } from './addresses';
import { isUnknown, propName, refersTo } from './attributes';
import { BuiltInRole, isBuiltInRoleName } from './built-in-role';
import { isText, requireProps, requireStack, requireType } from './constructor-arguments';
import { FoundObject } from './found-object';
import { warn } from './problems';
import type { Reference } from './reference';
import { rememberParent } from './scope';
import { sharedLookup, type Sought } from './shared-lookups';

const fields: Fields = {
  name: role.fields.name,
  groupUid: string(['optional'], 'The group that contains a custom role.', { format: 'uid', refersTo: group.kind }),
};

/** Returns the role of this name: a built-in one, or a custom one of a group. */
export function namedRole(scope: Construct, name: string, options: Partial<Sought> = {}): Reference<'Role'> {
  requireType('Role.named', 'the name of the role, the second argument,', 'text', name, isText);
  const subject = requireStack('Role.named', scope, name);
  const { group, provider } = options;
  requireProps(subject, fields, { name, group });
  // Without a group the name would mean a built-in role, which the user did not ask for.
  if ('group' in options && (group === undefined || group === null || group === ''))
    throw new Error(`${subject}: group is ${group === '' ? 'empty' : String(group)}.`);
  const sought = { name, group, provider };
  return sharedLookup(scope, role, sought, (folder, id) => new NamedRole(folder, id, sought));
}

/** Returns the props with a role construct for each built-in role that they name. */
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
      ? [[prop, namedRole(scope, value, { provider })] as const]
      : [];
  });
  return { ...props, ...Object.fromEntries(roles) };
}

class NamedRole extends FoundObject<'Role'> {
  readonly kind = 'Role';

  constructor(scope: Construct, id: string, sought: Sought) {
    const { name, group, provider } = sought;
    super(scope, id, { declaration: role, fields, props: { name, group }, provider });
    if (group !== undefined) rememberParent(this, group);
    setReadableAddress(this);
    this.node.addValidation({
      validate: () => {
        const slip = slipOf(sought);
        if (slip !== undefined) warn(this, slip);
        return [];
      },
    });
  }
}

/** A service may have built-in roles that are not known here: only what looks like a slip of a known one is a warning. */
function slipOf({ name, group }: Sought): string | undefined {
  if (group !== undefined || isUnknown(name) || isBuiltInRoleName(name)) return undefined;
  const meant = nearest(name, Object.values(BuiltInRole));
  if (meant === undefined) return undefined;
  return `names ${JSON.stringify(name)}, an unknown built-in role: did you mean ${JSON.stringify(meant)}?`;
}
