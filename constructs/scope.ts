/** Where a construct is made: what lies in no stack is left out of every file that CDKTF writes, without a word. */
import { App, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';

/** @throws Error when `scope` is no construct, or lies in no `TerraformStack`. `what`: the class that is being made. */
export function requireStack(what: string, scope: unknown, id: string): void {
  requireConstruct(what, scope, id);
  if (scope.node.scopes.some((above) => TerraformStack.isStack(above))) return;
  const place = App.isApp(scope) ? 'the App itself' : `"${scope.node.path}", which lies in no TerraformStack`;
  throw new Error(
    `${what} "${pathOf(scope, id)}" is made in ${place}: it would be missing from what is synthesized. ` +
      'Pass a TerraformStack, or a construct in one, as its scope.',
  );
}

/** @throws Error when `scope` is no construct. */
export function requireConstruct(what: string, scope: unknown, id: string): asserts scope is Construct {
  if (Construct.isConstruct(scope)) return;
  throw new Error(
    `${what} "${id}": its scope is no construct. Pass a TerraformStack, or a construct in one, as its scope.`,
  );
}

function pathOf(scope: Construct, id: string): string {
  return scope.node.path === '' ? id : `${scope.node.path}/${id}`;
}
