import { dependable, type TerraformResourceLifecycle } from 'cdktf';
import type { Construct } from 'constructs';
import { requireOnly, requireValue } from '../base/constructor-arguments';
import { sourceLine, withSource } from '../base/source-line';
import { Anchor, requireAnchor, type AnchorProps } from './anchor';
import { followerProblems } from './followers';

/** The values that trigger a replacement. */
export interface RotationProps extends AnchorProps {
  /** Any values; a change of one replaces the resources that follow the rotation. */
  readonly rotateOn: Readonly<Record<string, string>>;
}

/**
 * Replaces the resources that follow it when one of its values changes: give them its `lifecycle`. Terraform creates the
 * new objects before it deletes the old ones. So the name of an identity contains a value of the rotation, and its role
 * bindings follow the rotation, too.
 *
 * @example
 * const quarter = '2026-q4';
 * const rotation = new Rotation(stack, 'rotation', { rotateOn: { quarter } });
 * const { lifecycle } = rotation;
 * const ci = payments.addIdentity('ci', { …, name: `ci-${quarter}`, lifecycle });
 * payments.grant(ci, 'editor', { lifecycle });
 */
export class Rotation extends Anchor {
  /**
   * The `lifecycle` of the resources that follow the rotation: a change of its values replaces them, and their
   * replacements are created first. Pass it to identities and to their role bindings.
   */
  declare readonly lifecycle: TerraformResourceLifecycle;

  /**
   * @throws Error outside of a stack, when a prop is of another type than it takes, or unknown, and for a `null_resource`
   *   when `@cdktf/provider-null` is not installed.
   */
  constructor(scope: Construct, id: string, props: RotationProps) {
    const subject = requireAnchor('Rotation', scope, id, props);
    requireOnly(subject, 'the third argument', props, ['rotateOn', 'anchor']);
    requireValue(subject, 'rotateOn', { is: 'map', of: { is: 'string' } }, props.rotateOn);
    super(scope, id, props.anchor, { ...props.rotateOn });
    // An address, because CDKTF writes resources in other packages' `replaceTriggeredBy` as expressions.
    this.lifecycle = { createBeforeDestroy: true, replaceTriggeredBy: [dependable(this)] };
    const source = sourceLine(this, new.target, Rotation);
    this.node.addValidation({
      validate: () => withSource(followerProblems(this, Object.values(props.rotateOn)), source),
    });
  }

  /** Without `lifecycle`, which is for the resources that follow the rotation. */
  override get terraformMetaArguments(): Record<string, unknown> {
    return { ...super.terraformMetaArguments, lifecycle: undefined };
  }
}
