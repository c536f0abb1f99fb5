/** The stacks that reject unknown capabilities instead of warning about them. */
import { TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';

const strict = new WeakSet<TerraformStack>();

/** Makes each unknown capability in the stack of a construct an error at synth. */
export function rejectUnknownCapabilities(construct: Construct): void {
  strict.add(TerraformStack.of(construct));
}

/** Returns true if an unknown capability in the stack of a construct is an error. */
export function areUnknownCapabilitiesRejected(construct: Construct): boolean {
  return strict.has(TerraformStack.of(construct));
}
