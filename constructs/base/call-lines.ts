/** Finds the line that calls a function of the program that creates constructs from several places. */
import type { IConstruct } from 'constructs';

/** A line, with the lines that have called it. */
export interface CallNode {
  readonly file: string;
  readonly line: number;
  readonly callers: Map<string, CallNode>;
}

/** The innermost lines of the constructs of an App. Its key is the root of the tree, so that two Apps of a test share nothing. */
const apps = new WeakMap<IConstruct, Map<string, CallNode>>();

/** Records the lines of the calls that create a construct, the inner one first. Returns them as nodes that all constructs of the App share. */
export function recordCalls(root: IConstruct, calls: readonly Pick<CallNode, 'file' | 'line'>[]): CallNode[] {
  let callers = apps.get(root) ?? new Map<string, CallNode>();
  apps.set(root, callers);
  return calls.map(({ file, line }) => {
    const key = `${file}:${line}`;
    const node = callers.get(key) ?? { file, line, callers: new Map<string, CallNode>() };
    callers.set(key, node);
    callers = node.callers;
    return node;
  });
}

/**
 * Returns the innermost call that differs from those of other constructs with the same inner line. Returns `undefined` for a function
 * that the program calls once: its inner line identifies the construct.
 */
export function distinctCaller(calls: readonly CallNode[]): CallNode | undefined {
  return calls.find((_, index) => (calls[index - 1]?.callers.size ?? 0) > 1);
}
