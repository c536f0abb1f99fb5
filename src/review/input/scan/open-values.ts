/**
 * Finds values in an expression that only the apply knows, such as the uid of a new object. A review plan has a placeholder in their place:
 * an expression that reads its digits can choose another value at apply, although both review plans agree by chance.
 */
import { isKnownAttribute } from '../../../model/approval/grammar';
import type { HclNode } from '../../../base/text/hcl-tree';
import { isMark, readMember, type ScanScope, splitArguments, unwrap } from './paths';

/** Functions that return or compare their arguments whole. Every other function can read the digits of a text, or sort by them. */
const WHOLE: ReadonlySet<string> = new Set(
  `abs alltrue anytrue can ceil chunklist coalesce coalescelist compact concat contains distinct element flatten floor index issensitive
  join jsonencode length list log lookup lower map matchkeys max merge min nonsensitive one pow range reverse sensitive signum slice sum
  tobool tolist tomap tonumber tostring trimspace try yamlencode`.split(/\s+/),
);
const FORMATS: readonly string[] = ['format', 'formatlist'];
/** Verbs that contain the whole text. */
const WHOLE_FORMAT = /^(?:[^%]|%[%sdvt])*$/;

/** Names whose values a plan always knows. A data source that the apply reads is unknown in a review as well. */
const KNOWN_ROOTS = ['count', 'data', 'path', 'terraform', 'tofu'];
/** Roots of references that are neither a module nor a type of a resource. */
const OTHER_ROOTS = [...KNOWN_ROOTS, 'each', 'self', 'var', 'local'];
const MAX_DEPTH = 16;

/** Returns true if the function can read the digits of its arguments. @param list the arguments */
export function readsDigits(name: string, list: readonly (readonly HclNode[])[]): boolean {
  const own = name.replace(/^core::/, '');
  if (!FORMATS.includes(own)) return !WHOLE.has(own);
  const [format] = list[0] ?? [];
  const pieces = format?.is === 'text' && list[0]?.length === 1 ? format.pieces : [undefined];
  return !pieces.every((piece) => typeof piece === 'string' && WHOLE_FORMAT.test(piece));
}

/** Returns true if the code contains a value that only the apply can know. */
export function isOpen(nodes: readonly HclNode[], scope: ScanScope, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true;
  return nodes.some((node, index) => {
    if (node.is === 'group') return isOpen(node.nodes, scope, depth);
    if (node.is === 'text')
      return node.pieces.some((piece) => typeof piece !== 'string' && isOpen(piece, scope, depth));
    return node.is === 'word' && !isMark(nodes[index - 1], '.') && isOpenName(nodes.slice(index), scope, depth);
  });
}

/**
 * Returns true if only the apply can know the keys of a collection. The engine knows the instances of a resource or module before it plans,
 * and an object with such a key is a place of its own.
 */
export function hasOpenKeys(nodes: readonly HclNode[], scope: ScanScope, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true;
  const collection = unwrap(nodes);
  const [first, second] = collection;
  if (first?.is === 'group' && second === undefined) return first.open !== '{' && isOpen(collection, scope);
  const [root = '', name = ''] = readMember(collection) ?? [];
  if (scope.variables.has(root)) return isOpen(collection, scope);
  if (root === 'local') {
    const outer = { module: scope.module, variables: new Map() };
    return hasOpenKeys(scope.module.locals.get(name) ?? [], outer, depth + 1);
  }
  if (first?.is === 'word' && first.text === 'merge' && second?.is === 'group' && collection.length === 2)
    return splitArguments(second.nodes).some((argument) => hasOpenKeys(argument, scope, depth + 1));
  const hasInstances = name !== '' && scope.module.roots.has(root) && !OTHER_ROOTS.includes(root);
  return !hasInstances && isOpen(collection, scope);
}

function isOpenName(nodes: readonly HclNode[], scope: ScanScope, depth: number): boolean {
  const { module, variables, openVariables, each } = scope;
  const [root, second = '', third = ''] = readSteps(nodes);
  if (root === undefined) return false;
  if (variables.has(root)) return openVariables?.has(root) === true;
  const outer = { module, variables: new Map() };
  switch (root) {
    case 'each':
      // The engine knows the keys before it plans.
      return second !== 'key' && isOpen(each ?? [], outer, depth + 1);
    case 'local':
      return isOpen(module.locals.get(second) ?? [], outer, depth + 1);
    case 'var':
      return module.folder !== '.';
    case 'module':
    case 'self':
      return second !== '';
    default:
      // Other words are keys, functions and keywords.
      return module.roots.has(root) && !KNOWN_ROOTS.includes(root) && second !== '' && !isKnownAttribute(root, [third]);
  }
}

/** Returns the names of a reference without its indexes. `resource.` is a longer form. */
export function readSteps(nodes: readonly HclNode[]): string[] {
  const [first, ...rest] = nodes;
  const steps = first?.is === 'word' ? [first.text] : [];
  for (let index = 0; index < rest.length; index++) {
    const [node, next] = [rest[index], rest[index + 1]];
    if (node?.is === 'group' && node.open === '[') continue;
    if (!isMark(node, '.') || next?.is !== 'word') break;
    steps.push(next.text);
    index++;
  }
  return steps[0] === 'resource' ? steps.slice(1) : steps;
}
