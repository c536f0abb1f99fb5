import { dependable, type TerraformResourceLifecycle } from 'cdktf';
import type { Construct } from 'constructs';
import { isPlain, requireKnownOptions, requireType, requireValue } from '../base/constructor-arguments';
import { rememberRotation } from '../base/followed-rotations';
import { recordSourceLine, appendSourceLine } from '../base/source-line';
import { numberTokenPaths, USE_AS_STRING } from '../base/texts';
import { Anchor, requireAnchor, type AnchorProps } from './anchor';
import { followerProblems } from './followers';

/** The props of a rotation. */
export interface RotationProps extends AnchorProps {
  /** At least one value. A change of a value replaces the resources that follow the rotation. */
  readonly rotateOn: Readonly<Record<string, string>>;
}

/**
 * Replaces resources when one of its values changes. Pass its `lifecycle` to these resources. Terraform creates the new
 * objects before it deletes the old ones. So put a value of the rotation into the name of an identity, and pass the
 * lifecycle to its role bindings, too. If an apply fails, the next one completes the rotation, because identities
 * store the values, too.
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
   * The `lifecycle` for the resources to rotate: a change of the values replaces them, and Terraform creates the new
   * ones first. Pass it to identities and to their role bindings.
   */
  declare readonly lifecycle: TerraformResourceLifecycle;
  /** The values of the rotation. Identities with its lifecycle store them, too. */
  readonly rotateOn: Readonly<Record<string, string>>;

  /**
   * Creates a rotation.
   *
   * @throws Error outside of a stack, without any value, for an unknown prop or a prop of a wrong type, and for a
   *   `null_resource` if `@cdktf/provider-null` is not installed.
   */
  constructor(scope: Construct, id: string, props: RotationProps) {
    const subject = requireAnchor('Rotation', scope, id, props);
    requireKnownOptions(subject, 'the third argument', props, ['rotateOn', 'anchor']);
    requireType(subject, 'rotateOn', 'an object of values, such as { quarter: "2026-q4" }', props.rotateOn, isPlain);
    requireValue(subject, 'rotateOn', { is: 'map', of: { is: 'string' } }, props.rotateOn);
    if (Object.keys(props.rotateOn).length === 0)
      throw new Error(`${subject}: rotateOn has no value, so nothing is ever replaced. Pass a value that changes.`);
    const [token] = numberTokenPaths(props.rotateOn);
    if (token !== undefined) throw new Error(`${subject}: ${['rotateOn', ...token].join('.')} ${USE_AS_STRING}.`);
    for (const [key, value] of Object.entries(props.rotateOn))
      requireType(subject, `rotateOn[${JSON.stringify(key)}]`, 'text that changes', value, isGiven);
    super(scope, id, props.anchor, { ...props.rotateOn });
    // CDKTF writes resources of other packages in `replaceTriggeredBy` as expressions, so this is an address.
    this.lifecycle = { createBeforeDestroy: true, replaceTriggeredBy: [dependable(this)] };
    this.rotateOn = { ...props.rotateOn };
    rememberRotation(this.cdktfStack, this);
    const source = recordSourceLine(this, new.target, Rotation);
    this.node.addValidation({
      validate: () => appendSourceLine(followerProblems(this, Object.values(this.rotateOn)), source),
    });
  }

  /** Omits `lifecycle`, which is for the resources that follow the rotation. */
  override get terraformMetaArguments(): Record<string, unknown> {
    return { ...super.terraformMetaArguments, lifecycle: undefined };
  }
}

/** Returns false for a value that CDKTF drops, such as that of an unset environment variable. */
function isGiven(value: unknown): value is string {
  return value !== undefined && value !== null;
}
