/** The base class of anchors: resources without an object of the API, to wait for or to be replaced with. */
import {
  DefaultTokenResolver,
  StringConcat,
  TerraformProvider,
  TerraformResource,
  type TerraformStack,
  Tokenization,
} from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { dependencyProblems, withAddedDependencies } from '../base/added-dependencies';
import { requireStack } from '../base/constructor-arguments';
import { setValidAddress, toConstructId } from '../base/addresses';
import { addressProblems } from '../base/duplicates';
import { requireFreeId } from '../base/free-id';
import { getSourceLine, appendSourceLine } from '../base/source-line';
import { refuseUnescapedHcl } from '../base/texts';
import { createNullProvider } from './null-provider';

/** The type of resource of an anchor. */
export type AnchorType = 'null_resource' | 'terraform_data';

/** The props of every anchor. */
export interface AnchorProps {
  /**
   * The type of resource. `null_resource` needs the package `@cdktf/provider-null`, and a registry or a mirror with the
   * provider `hashicorp/null`. `terraform_data` is built into Terraform and needs neither. A change of the type
   * recreates the anchor, but not the resources that follow it.
   *
   * @default 'null_resource'
   */
  readonly anchor?: AnchorType;
}

/** The arguments of Terraform for each type of resource. */
const types: Readonly<Record<AnchorType, { readonly provider?: object; readonly triggers: string }>> = {
  null_resource: {
    provider: { providerName: 'null', providerVersion: '3.2.4', providerVersionConstraint: '~> 3.0' },
    triggers: 'triggers',
  },
  terraform_data: { triggers: 'triggers_replace' },
};

/** A Terraform resource without an object of the API. */
export abstract class Anchor extends TerraformResource {
  private readonly triggers: Readonly<Record<string, string>> | undefined;

  protected constructor(
    scope: Construct,
    id: string,
    type: AnchorType = 'null_resource',
    triggers?: Readonly<Record<string, string>>,
  ) {
    super(scope, toConstructId(id), {
      terraformResourceType: type,
      terraformGeneratorMetadata: types[type].provider as never,
    });
    setValidAddress(this);
    this.triggers = triggers;
    this.node.addValidation({
      validate: () => appendSourceLine([...dependencyProblems(this), ...addressProblems(this)], getSourceLine(this)),
    });
    if (type === 'null_resource') provideNull(this.cdktfStack);
  }

  /** The id of the resource. It changes when the resource is replaced. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  override get terraformMetaArguments(): Record<string, unknown> {
    return withAddedDependencies(this, super.terraformMetaArguments);
  }

  /** Returns true if a token of CDKTF is the address of the anchor. */
  isAddress(token: unknown): boolean {
    const text: unknown = Tokenization.resolve(token, {
      scope: this,
      resolver: new DefaultTokenResolver(new StringConcat()),
    });
    return text === `${this.terraformResourceType}.${this.friendlyUniqueId}`;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { [types[this.terraformResourceType as AnchorType].triggers]: this.triggers };
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    if (this.triggers === undefined) return {};
    refuseUnescapedHcl(this.node.path, { triggers: this.triggers });
    const hcl = { value: this.triggers, isBlock: false, type: 'map', storageClassType: 'stringMap' };
    return { [types[this.terraformResourceType as AnchorType].triggers]: hcl };
  }
}

/**
 * Returns the subject of errors, as `requireStack` does.
 *
 * @throws Error outside of a stack, or for an unknown type of anchor.
 */
export function requireAnchor(what: string, scope: unknown, id: unknown, props: unknown): string {
  const subject = requireStack(what, scope, id);
  const type = (props as AnchorProps | undefined)?.anchor;
  if (type !== undefined && !Object.hasOwn(types, type))
    throw new Error(
      `${subject}: anchor must be 'null_resource' or 'terraform_data'; it is ${JSON.stringify(type) ?? typeof type}.`,
    );
  requireFreeId(subject, scope as Construct, id as string);
  return subject;
}

/** Adds the provider of `null_resource` to a stack that does not have it under any id. */
function provideNull(stack: TerraformStack): void {
  if (provided.has(stack)) return;
  const isNull = (node: IConstruct): boolean =>
    TerraformProvider.isTerraformProvider(node) && node.terraformResourceType === 'null';
  if (!stack.node.findAll().some(isNull))
    createNullProvider(stack, stack.node.tryFindChild('null') === undefined ? 'null' : 'null-provider');
  provided.add(stack);
}

const provided = new WeakSet<TerraformStack>();
