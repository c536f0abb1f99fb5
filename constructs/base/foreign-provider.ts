/** The former provider of a resource that a construct replaces. The stack requires it, and declares none of its resources. */
import { TerraformElement, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isNonEmptyText, requireType } from './constructor-arguments';

/** The provider whose resource a construct replaces. */
export interface ForeignProvider {
  /** The source address, such as `chainguard-dev/chainguard`. */
  readonly source: string;
  /**
   * The version constraint, such as `~> 0.1`.
   *
   * @default - the newest version, if the lock file contains none
   */
  readonly version?: string;
}

const SOURCE = /^([\w.-]+\.[\w.-]+\/)?[\w-]+\/[\w-]+$/;
const ADDRESS = /^(?:module\.[\w-]+(?:\[[^\]]+\])?\.)*([a-z][a-z0-9-]*)_\w+\.[A-Za-z_][\w-]*(?:\[(?:\d+|"[^"]*")\])?$/;

/**
 * Adds the provider of the resource at an address to the required providers of the stack.
 *
 * @throws Error for an invalid address or source, and for another source of the same name in the stack.
 */
export function requireForeignProvider(construct: IConstruct, address: string, provider: ForeignProvider): void {
  const subject = `Move of "${construct.node.path}"`;
  const [, name] = ADDRESS.exec(address) ?? [];
  if (name === undefined)
    throw new Error(
      `${subject}: ${JSON.stringify(address)} is not the address of a resource. Pass an address like "chainguard_group.payments".`,
    );
  const isSource = (value: unknown): value is string => isNonEmptyText(value) && SOURCE.test(value);
  requireType(
    subject,
    'the source of the former provider',
    'like "chainguard-dev/chainguard"',
    provider.source,
    isSource,
  );
  const stack = TerraformStack.of(construct);
  const id = `former provider ${name}`;
  const existing = stack.node.tryFindChild(id);
  if (existing === undefined) new RequiredProvider(stack, id, name, provider);
  else if ((existing as RequiredProvider).requirement.source !== provider.source)
    throw new Error(
      `${subject}: the former provider ${name} has the source ${(existing as RequiredProvider).requirement.source} elsewhere in the stack. Pass the same source.`,
    );
}

/** An entry of `required_providers`. Without a `provider` block, the provider has no configuration and no credentials. */
class RequiredProvider extends TerraformElement {
  readonly requirement: ForeignProvider;
  private readonly name: string;

  constructor(stack: TerraformStack, id: string, name: string, requirement: ForeignProvider) {
    super(stack, id, 'required_provider');
    this.name = name;
    this.requirement = requirement;
  }

  override toTerraform(): unknown {
    const { source, version } = this.requirement;
    return { terraform: { required_providers: { [this.name]: { source, version } } } };
  }

  override toHclTerraform(): unknown {
    return this.toTerraform();
  }
}
