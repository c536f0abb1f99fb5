/** Anchors: `null_resource`s for other resources to wait for, or to be replaced with. */
import { NullProvider } from '@cdktf/provider-null/lib/provider';
import { Resource as NullResource } from '@cdktf/provider-null/lib/resource';
import {
  DefaultTokenResolver,
  dependable,
  StringConcat,
  TerraformProvider,
  TerraformResource,
  type TerraformStack,
  Tokenization,
} from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { requireOnly, requireType, requireStack, requireValue } from '../base/constructor-arguments';
import { sourceLine, withSource } from '../base/source-line';

/** The resources or constructs to wait for. */
export interface SettledProps {
  /** The construct whose resources are waited for: itself and everything in its scope, also what is added later. */
  readonly tree: IConstruct;
}

/**
 * Exists once every resource of a construct tree does: `dependsOn: [settled]` waits for all of them with one line, and on
 * destroy the waiting resource goes first.
 *
 * @example
 * const ready = new Settled(stack, 'payments-ready', { tree: paymentsTeam });
 * new RoleBinding(stack, 'auditor', { …, dependsOn: [ready] });
 */
export class Settled extends NullResource {
  private readonly tree: IConstruct;

  /** @throws Error outside of a stack, and when a prop is of another type than it takes, or unknown. */
  constructor(scope: Construct, id: string, props: SettledProps) {
    const subject = requireStack('Settled', scope, id);
    requireOnly(subject, 'the third argument', props, ['tree']);
    requireType(subject, 'tree', 'a construct', props.tree, (value) => Construct.isConstruct(value));
    super(scope, id);
    this.tree = props.tree;
    provideNull(this);
    const source = sourceLine(this, new.target, Settled);
    this.node.addValidation({ validate: () => withSource(this.problems(), source) });
  }

  /** Computed at synth, so that it holds resources that were added after the anchor. */
  override get terraformMetaArguments(): Record<string, unknown> {
    return { ...super.terraformMetaArguments, dependsOn: this.resources().map((resource) => dependable(resource)) };
  }

  private resources(): TerraformResource[] {
    const resources = this.tree.node.findAll().filter((node) => TerraformResource.isTerraformResource(node));
    return resources.filter((resource) => resource !== this && resource.cdktfStack === this.cdktfStack);
  }

  private problems(): string[] {
    const resources = this.resources();
    const here = this.tree.node.path;
    if (resources.length === 0) return [`${here} contains no resource to wait for`];
    const address = `${this.terraformResourceType}.${this.friendlyUniqueId}`;
    const waiting = resources.filter(({ dependsOn = [] }) =>
      dependsOn.some((cause) => this.resolved(cause) === address),
    );
    return waiting.map(
      ({ node }) => `waits for ${here}, where ${node.path} waits for it in turn: move ${node.path} out of ${here}`,
    );
  }

  private resolved(token: string): unknown {
    return Tokenization.resolve(token, { scope: this, resolver: new DefaultTokenResolver(new StringConcat()) });
  }
}

/** The values that trigger a replacement. */
export interface RotationProps {
  /** Any values; a change of one replaces the resources that follow the rotation. */
  readonly rotateOn: Readonly<Record<string, string>>;
}

/**
 * Replaces the resources that follow it when one of its values changes: list it in their `replaceTriggeredBy`.
 *
 * @example
 * const quarter = '2026-q4';
 * const rotation = new Rotation(stack, 'rotation', { rotateOn: { quarter } });
 * new Identity(stack, 'ci', {
 *   …,
 *   name: `ci-${quarter}`, // the old and the new one exist at the same time for a while
 *   lifecycle: { createBeforeDestroy: true, replaceTriggeredBy: [rotation] },
 * });
 */
export class Rotation extends NullResource {
  /** @throws Error outside of a stack, and when a prop is of another type than it takes, or unknown. */
  constructor(scope: Construct, id: string, props: RotationProps) {
    const subject = requireStack('Rotation', scope, id);
    requireOnly(subject, 'the third argument', props, ['rotateOn']);
    requireValue(subject, 'rotateOn', { is: 'map', of: { is: 'string' } }, props.rotateOn);
    super(scope, id, { triggers: { ...props.rotateOn } });
    provideNull(this);
  }
}

/** A `null_resource` needs its provider in the stack: one is added unless there is one, under any id. */
function provideNull({ cdktfStack: stack }: TerraformResource): void {
  if (provided.has(stack)) return;
  provided.add(stack);
  const isNull = (node: IConstruct): boolean =>
    TerraformProvider.isTerraformProvider(node) && node.terraformResourceType === 'null';
  if (!stack.node.findAll().some(isNull)) new NullProvider(stack, 'null');
}

const provided = new WeakSet<TerraformStack>();
