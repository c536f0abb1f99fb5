/** Roles found by name: one data source per stack, name and group, however often it is asked for. */
import { TerraformDataSource, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { BUILT_IN_ROLES, nearest, PROVIDER_NAME, type Values } from '../src/api';
import { group, role } from '../src/resources';
import { string, typeName, type Fields } from '../src/schema';
import { folderOf } from './addresses';
import { asHcl, attributes, fieldValues, isUnknown } from './attributes';
import type { Reference } from './reference';
import type { IGroup } from './group';
import { isText, requireProps, requireType, requireStack } from './constructor-arguments';
import { problems, warn } from './problems';
import { rememberParent } from './scope';
import { sourceLine, withSource } from './source-line';

/** Returns the role of this name: a built-in one, or a custom one in `parent`. */
export function namedRole(scope: Construct, name: string, parent?: IGroup | string | null): NamedRole {
  requireType('Role.named', 'the name of the role, the second argument,', 'text', name, isText);
  const subject = requireStack('Role.named', scope, name);
  requireProps(subject, fields, { name, group: parent });
  // Without a group the name would mean a built-in role, which the user did not ask for.
  if (parent === null || parent === '') throw new Error(`${subject}: group is ${parent === '' ? 'empty' : 'null'}.`);
  const stack = TerraformStack.of(scope);
  const roles = stack.node.tryFindChild(folder) ?? new Construct(stack, folder);
  const id = sharedId(name, parent) ?? `role ${roles.node.children.length}`;
  return (roles.node.tryFindChild(id) as NamedRole | undefined) ?? new NamedRole(roles, id, { name, group: parent });
}

const folder = folderOf(role);

const fields: Fields = {
  name: role.fields.name,
  groupUid: string(['optional'], 'The group that contains a custom role.', { format: 'uid', refersTo: group.kind }),
};

class NamedRole extends TerraformDataSource implements Reference<'Role'> {
  readonly kind = 'Role';
  private readonly sought: Values;
  private values: Values | undefined;
  private uidToken: string | undefined;

  constructor(scope: Construct, id: string, sought: { name: string; group: IGroup | string | undefined }) {
    super(scope, id, {
      terraformResourceType: typeName(role),
      terraformGeneratorMetadata: { providerName: PROVIDER_NAME },
    });
    this.sought = sought;
    if (sought.group !== undefined) rememberParent(this, sought.group);
    // An address without a hash reads better in a plan; any other name keeps the hash, which cannot collide.
    if (id === sought.name && /^[a-z][a-z0-9_]*$/.test(id)) this.overrideLogicalId(id);
    const source = sourceLine(this, NamedRole, NamedRole);
    this.node.addValidation({
      validate: () => {
        const slip = slipOf(sought);
        if (slip !== undefined) warn(this, slip);
        return withSource(problems(this, fields, [], this.given()), source);
      },
    });
  }

  get uid(): string {
    // One token for all references to the role: the data sources of different roles must differ.
    this.uidToken ??= this.getStringAttribute('uid');
    return this.uidToken;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributes(fields, this.given());
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return asHcl(this.synthesizeAttributes());
  }

  /** Computed once: CDKTF makes exactly the tokens that it finds first usable in another stack. */
  private given(): Values {
    this.values ??= fieldValues(fields, this.sought);
    return this.values;
  }
}

/** A service may have built-in roles that are not known here: only what looks like a slip of a known one is a warning. */
function slipOf({ name, group: parent }: { name: string; group: unknown }): string | undefined {
  const known = BUILT_IN_ROLES.map((builtIn) => builtIn.name);
  if (parent !== undefined || isUnknown(name) || known.includes(name)) return undefined;
  const meant = nearest(name, known);
  if (meant === undefined) return undefined;
  return `names ${JSON.stringify(name)}, an unknown built-in role: did you mean ${JSON.stringify(meant)}?`;
}

/** The construct id, the same for the same role; `undefined` where only Terraform will know which role is meant. */
function sharedId(name: string, parent: IGroup | string | undefined): string | undefined {
  if (isUnknown(name)) return undefined;
  if (parent === undefined) return name;
  const key = Construct.isConstruct(parent) ? parent.node.path : typeof parent === 'string' ? parent : parent.uid;
  return isUnknown(key) ? undefined : `${name} in ${key}`;
}
