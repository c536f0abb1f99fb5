/** Evaluates policies over a stack in memory. */
import { Aspects, Testing, type TerraformStack } from 'cdktf';
import type { Policy } from '../../../constructs';
import { emptyStack } from '../synthesized';

/** Returns the annotations of the stack that `build` fills: severity, construct and message, without the line. */
export function reported(build: (stack: TerraformStack) => Policy | readonly Policy[]): string[] {
  const stack = emptyStack();
  for (const policy of [build(stack)].flat()) Aspects.of(stack).add(policy);
  return quietly(() => {
    Testing.synth(stack);
    return annotationsIn(stack);
  });
}

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
