/** Where a construct is made: what lies in no stack is left out of every file that CDKTF writes, without a word. */
import { App, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { isText, requireSort } from './given';

/**
 * What is being made, for errors: `Group "org/payments"`.
 *
 * @throws Error when `scope` is no construct, or lies in no `TerraformStack`, or `id` is no text. `what`: the class.
 */
export function requireStack(what: string, scope: unknown, id: unknown): string {
  const subject = requireConstruct(what, scope, id);
  const above = Construct.isConstruct(scope) ? scope.node.scopes : [];
  if (above.some((construct) => TerraformStack.isStack(construct))) return subject;
  const place = App.isApp(scope)
    ? 'the App itself'
    : `"${above.at(-1)?.node.path ?? ''}", which lies in no TerraformStack`;
  throw new Error(
    `${subject} is made in ${place}: it would be missing from what is synthesized. ` +
      'Pass a TerraformStack, or a construct in one, as its scope.',
  );
}

/**
 * What is being made, for errors.
 *
 * @throws Error when `scope` is no construct, or `id` is no text.
 */
export function requireConstruct(what: string, scope: unknown, id: unknown): string {
  requireSort(what, 'its scope, the first argument,', 'a TerraformStack or a construct in one', scope, (value) =>
    Construct.isConstruct(value),
  );
  requireSort(`${what} in "${scope.node.path}"`, 'its id, the second argument,', 'text', id, isText);
  return `${what} "${scope.node.path === '' ? id : `${scope.node.path}/${id}`}"`;
}
