/** Finds the parts of a plan that no decision covers: a newer engine has them, and this version does not know their effect. */
import { isObject } from '../../../model/api';
import { PlanError } from './document';
import { hashValues } from './hash';
import { DECISIONS, type KeyPathDecision } from './key-paths';

/** A part of a plan, or of an object of this provider, that no rule knows. */
export interface UnknownPart {
  /** The key path without keys and indices, or the type and the attribute of an object of this provider. */
  readonly path: string;
  /** SHA-256 of all values at the path. Absent for a single value at the top, such as a new flag of the engine. */
  readonly sha256?: string;
  /** True for a kind or an attribute of this provider, which can decide access. */
  readonly isOurs: boolean;
}

interface Node {
  readonly path: string;
  readonly members: Map<string, Node>;
  /** True if the node covers everything below it. */
  isCovered: boolean;
}

/** Returns each unknown part once. Throws a {@link PlanError} for values that are too deep to read. */
export function unknownParts(document: unknown, name: string, decisions = DECISIONS): UnknownPart[] {
  const found = new Map<string, unknown[]>();
  const waiting: [value: unknown, node: Node][] = [[document, getTree(decisions)]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, node] = next;
    const isList = Array.isArray(value);
    if (!isList && !isObject(value)) continue;
    for (const [key, inner] of isList ? value.entries() : Object.entries(value)) {
      const member = isList ? node.members.get('[]') : (node.members.get(String(key)) ?? node.members.get('*'));
      if (member === undefined) {
        const path = isList ? `${node.path}[]` : join(node.path, String(key));
        found.set(path, [...(found.get(path) ?? []), inner]);
      } else if (!member.isCovered) waiting.push([inner, member]);
    }
  }
  return [...found].map(([path, values]) => ({ path, isOurs: false, ...hashedPart(path, values, name) }));
}

/** A new flag of the engine informs. Its value can differ between two plans of one change. */
function hashedPart(path: string, values: readonly unknown[], name: string): Pick<UnknownPart, 'sha256'> {
  const isFlag = !path.includes('.') && values.every((value) => typeof value !== 'object');
  if (isFlag) return {};
  try {
    return { sha256: hashValues(path, values) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new PlanError(`Cannot read ${name}: the unknown part ${path} is nested too deeply.`, { cause: error });
  }
}

function getTree(decisions: Readonly<Record<string, KeyPathDecision>>): Node {
  const root = createNode('');
  const nodeAt = (path: string): Node => {
    let node = root;
    for (const step of path.replaceAll('[]', '.[]').split('.')) {
      const known = node.members.get(step);
      const next = known ?? createNode(step === '[]' ? `${node.path}[]` : join(node.path, step));
      if (known === undefined) node.members.set(step, next);
      node = next;
    }
    return node;
  };
  for (const [path, decision] of Object.entries(decisions)) {
    if (!('as' in decision)) {
      nodeAt(path).isCovered = true;
      continue;
    }
    const [, parent = '', step = ''] = /^(.*?)\.?(\[\]|[^.[\]]+)$/.exec(path) ?? [];
    nodeAt(parent).members.set(step, nodeAt(decision.as));
  }
  return root;
}

function createNode(path: string): Node {
  return { path, members: new Map(), isCovered: false };
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
