/** Dependencies of `node.addDependency`, which CDKTF ignores: as `dependsOn`, for all resources of both trees. */
import { dependable, TerraformDataSource, TerraformResource, type TerraformElement } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import type { Values } from '../../src/model/api';
import { findReaders } from './left-out';

type Dependable = TerraformResource | TerraformDataSource;

/** Returns the meta-arguments of an element, with the dependencies of the element and of the scopes around it. */
export function withAddedDependencies(element: TerraformElement, metaArguments: Values): Values {
  const added = getDependencies(element).filter(({ cdktfStack }) => cdktfStack === element.cdktfStack);
  if (added.length === 0) return metaArguments;
  const { dependsOn = [] } = metaArguments as { readonly dependsOn?: readonly string[] };
  return { ...metaArguments, dependsOn: [...dependsOn, ...added.map((one) => dependable(one))] };
}

/** Returns a problem for each dependency in another stack, and for each that refers to the element around it. */
export function dependencyProblems(element: TerraformElement): string[] {
  const dependencies = getDependencies(element);
  if (dependencies.length === 0) return [];
  return [...problemsOfStacks(element, dependencies), ...problemsOfCycles(element, dependencies)];
}

function problemsOfStacks({ cdktfStack: here }: TerraformElement, dependencies: readonly Dependable[]): string[] {
  const away = dependencies.filter((dependency) => dependency.cdktfStack !== here);
  return away.map(
    ({ node, cdktfStack: there }) =>
      `cannot depend on ${node.path}, which is in another stack: call addDependency on the stack "${here.node.path}", ` +
      `with the stack "${there.node.path}"`,
  );
}

/** A group that waits for a group below it is the likely case. Terraform reports all other cycles. */
function problemsOfCycles(element: TerraformElement, dependencies: readonly Dependable[]): string[] {
  const inside = dependencies.filter(({ node }) => node.scopes.includes(element));
  if (inside.length === 0 || !TerraformResource.isTerraformResource(element)) return [];
  const readers = new Set(findReaders([element], element.cdktfStack).map(({ reader }) => reader));
  return inside
    .filter((dependable) => readers.has(dependable))
    .map(
      ({ node }) =>
        `cannot depend on ${node.path}, which refers to it: a cycle. Remove the call of addDependency, or move ` +
        `${node.path} out of ${element.node.path}`,
    );
}

function getDependencies(element: Construct): Dependable[] {
  if (!hasDependencies(element)) return [];
  const { scopes } = element.node;
  const causes = new Set(scopes.flatMap((scope) => scope.node.dependencies));
  return [...new Set([...causes].flatMap((cause) => awaitedIn(cause, element, scopes)))];
}

/** Returns false for most elements. A synthesis asks several times for each, and `scopes` copies a list. */
function hasDependencies(element: IConstruct): boolean {
  for (let scope: IConstruct | undefined = element; scope !== undefined; scope = scope.node.scope)
    if (scope.node.dependencies.length > 0) return true;
  return false;
}

/** Returns what an element awaits of a construct: its whole tree, but not the part that the element is in. */
function awaitedIn(cause: IConstruct, element: Construct, scopes: readonly IConstruct[]): Dependable[] {
  const tree = scopes.includes(cause) ? [cause] : cause.node.findAll();
  return tree.filter((construct): construct is Dependable => construct !== element && isDependable(construct));
}

function isDependable(construct: IConstruct): boolean {
  return TerraformResource.isTerraformResource(construct) || TerraformDataSource.isTerraformDataSource(construct);
}
