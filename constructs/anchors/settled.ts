import { dependable, TerraformResource } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { requireKnownOptions, requireType } from '../base/constructor-arguments';
import { recordSourceLine, appendSourceLine } from '../base/source-line';
import { Anchor, requireAnchor, type AnchorProps } from './anchor';

/** The props of a settled tree. */
export interface SettledProps extends AnchorProps {
  /** The construct to wait for, with everything in its scope, including constructs that are added later. */
  readonly tree: IConstruct;
}

/**
 * Exists once every resource of a construct tree exists. `dependsOn: [settled]` waits for all of them in one line. On
 * destroy, Terraform deletes the waiting resource first.
 *
 * @example
 * const ready = new Settled(stack, 'payments-ready', { tree: paymentsTeam });
 * new RoleBinding(stack, 'auditor', { …, dependsOn: [ready] });
 */
export class Settled extends Anchor {
  private readonly tree: IConstruct;

  /**
   * Creates an anchor for a tree.
   *
   * @throws Error outside of a stack, for an unknown prop or a prop of a wrong type, and for a `null_resource` if
   *   `@cdktf/provider-null` is not installed.
   */
  constructor(scope: Construct, id: string, props: SettledProps) {
    const subject = requireAnchor('Settled', scope, id, props);
    requireKnownOptions(subject, 'the third argument', props, ['tree', 'anchor']);
    requireType(subject, 'tree', 'a construct', props.tree, (value) => Construct.isConstruct(value));
    super(scope, id, props.anchor);
    this.tree = props.tree;
    const source = recordSourceLine(this, new.target, Settled);
    this.node.addValidation({ validate: () => appendSourceLine(this.problems(), source) });
  }

  /** Computed at synth, so that it includes resources that were added after the anchor. */
  override get terraformMetaArguments(): Record<string, unknown> {
    const metaArguments = super.terraformMetaArguments;
    const tree = this.resources().map((resource) => dependable(resource));
    return { ...metaArguments, dependsOn: [...awaitedBy(metaArguments), ...tree] };
  }

  private resources(): TerraformResource[] {
    const resources = this.tree.node.findAll().filter((node) => TerraformResource.isTerraformResource(node));
    return resources.filter((resource) => resource !== this && resource.cdktfStack === this.cdktfStack);
  }

  private problems(): string[] {
    const resources = this.resources();
    const here = this.tree.node.path;
    if (resources.length === 0) return [`${here} contains no resource to wait for`];
    const waiting = resources.filter(({ terraformMetaArguments }) =>
      awaitedBy(terraformMetaArguments).some((cause) => this.isAddress(cause)),
    );
    return waiting.map(
      ({ node }) =>
        `waits for ${here}, and ${node.path} in it waits for the anchor: a cycle. Move ${node.path} out of ${here}`,
    );
  }
}

function awaitedBy(metaArguments: Record<string, unknown>): readonly string[] {
  return (metaArguments['dependsOn'] as readonly string[] | undefined) ?? [];
}
