/** Reads the warnings and errors that constructs add to their nodes. */
import type { TerraformStack } from 'cdktf';

/** Returns the annotations of everything in a construct. */
export function annotationsIn({ node }: Pick<TerraformStack, 'node'>): string[] {
  return node.findAll().flatMap(({ node: { path, metadata } }) =>
    metadata.flatMap(({ type, data }) => {
      const severity = { '@cdktf/error': 'error', '@cdktf/warn': 'warning' }[type];
      return severity === undefined ? [] : [`${severity} [${path}] ${String(data).split('\n    at ')[0] ?? ''}`];
    }),
  );
}

/** Returns the result of `work`, without what it prints. */
export function quietly<T>(work: () => T): T {
  const printed = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    return work();
  } finally {
    printed.mockRestore();
  }
}
