/**
 * The defaults that an object takes from its scope. An object in the scope of a group is in that group, and uses its
 * provider. Only an omitted prop has this default: an explicit `undefined` is a missing variable, which must not place
 * the object in another group.
 */
import { TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import type { Values } from '../../src/model/api';
import { getScopeField, type Declaration } from '../../src/model/schema';
import { referenceName } from './attributes';
import { isGroupConstruct } from './reference';

/**
 * Returns the props, with the scope as the group if the scope is a group and the props have no group. The group of an
 * object is its parent, or the group that it refers to if its parent is no group.
 *
 * @param subject the construct with the props, as in `Group "org/payments"`
 *
 * @throws Error without a group, or without another parent.
 */
export function withScopeDefaults(subject: string, declaration: Declaration, scope: Construct, props: Values): Values {
  if (declaration.parent === undefined) return props;
  const parent = referenceName(declaration.parent.name);
  const prop = scopeProp(declaration) ?? parent;
  const isInGroup = isGroupConstruct(scope);
  const root =
    declaration.parent.is === 'groupOrNone' ? ` For one without a parent, use ${declaration.kind}.root(…).` : '';
  const pass = prop === parent ? 'Pass the parent construct, or its uid' : 'Pass the group, or its uid';
  if (prop !== parent) {
    requireGiven(subject, parent, props, 'Pass the parent construct, or its uid.');
    if (!(parent in props)) throw new Error(`${subject}: ${parent} is missing. Pass the parent construct, or its uid.`);
  }
  requireGiven(
    subject,
    prop,
    props,
    `${pass}${isInGroup ? `, or omit ${prop} to use "${scope.node.path}"` : ''}.${root}`,
  );
  if (prop in props) return props;
  if (isInGroup) return { ...getProvider(scope), ...props, [prop]: scope };
  throw new Error(`${subject}: ${prop} is missing. ${pass}, or create the object in the scope of a group.${root}`);
}

/** Returns the prop with the group where an object gives a role, if this is not its parent. */
function scopeProp(declaration: Declaration): string | undefined {
  const scope = getScopeField(declaration.fields);
  return scope && referenceName(scope);
}

/**
 * Checks that a prop that is written has a value.
 *
 * @throws Error if a prop is written, and has no value.
 */
export function requireGiven(subject: string, prop: string, props: Values, next: string): void {
  if (!(prop in props)) return;
  const value = props[prop];
  if (value === undefined || value === null || value === '')
    throw new Error(`${subject}: ${prop} is ${value === '' ? 'empty' : String(value)}. ${next}`);
}

function getProvider(scope: Construct): Values {
  const provider = TerraformResource.isTerraformResource(scope) ? scope.provider : undefined;
  return provider === undefined ? {} : { provider };
}
