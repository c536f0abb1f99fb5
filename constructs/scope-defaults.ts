/**
 * An object that is created in the scope of a group is in that group, and uses its provider. Only an omitted prop has this
 * default: an explicit `undefined` is a lost variable, which must not place the object in another group.
 */
import { TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import type { Values } from '../src/api';
import type { Declaration } from '../src/schema';
import { referenceName } from './attributes';
import { isGroupConstruct } from './reference';

/**
 * Returns the props with the scope as the parent, if the scope is a group and the props have no parent.
 *
 * @throws Error without a parent. `subject`: the construct that the props are for, as in `Group "org/payments"`.
 */
export function withScopeDefaults(subject: string, declaration: Declaration, scope: Construct, props: Values): Values {
  if (declaration.parent === undefined) return props;
  const prop = referenceName(declaration.parent.name);
  if (!(prop in props)) {
    if (isGroupConstruct(scope)) return { ...providerOf(scope), ...props, [prop]: scope };
    throw missing(subject, declaration, `${prop} is missing`, ', or create the object in the scope of a group');
  }
  const parent = props[prop];
  if (parent !== undefined && parent !== null && parent !== '') return props;
  const omission = isGroupConstruct(scope) ? `, or omit ${prop} to use "${scope.node.path}"` : '';
  throw missing(subject, declaration, `${prop} is ${parent === '' ? 'empty' : String(parent)}`, omission);
}

function missing(subject: string, declaration: Declaration, problem: string, alternative: string): Error {
  const root =
    declaration.parent?.is === 'groupOrNone' ? ` For one without a parent, use ${declaration.kind}.root(…).` : '';
  return new Error(`${subject}: ${problem}. Pass the parent construct, or its uid${alternative}.${root}`);
}

function providerOf(scope: Construct): Values {
  const provider = TerraformResource.isTerraformResource(scope) ? scope.provider : undefined;
  return provider === undefined ? {} : { provider };
}
