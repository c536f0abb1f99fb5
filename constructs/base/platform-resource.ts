/** The base class of every resource: attributes and checks follow from the kind's declaration. */
import { dependable, TerraformResource, type TerraformMetaArguments, type TerraformResourceLifecycle } from 'cdktf';
import type { Construct } from 'constructs';
import { PACKAGE_NAME, PROVIDER_NAME, type Values } from '../../src/api';
import { typeName, type Declaration, type Fields } from '../../src/schema';
import { pathName } from './addresses';
import { asHcl, attributes, blockNames, fieldValues, propFields, propNames, referenceName } from './attributes';
import { rememberProps } from './declared-props';
import { addressProblem, sameObjectProblem, type Declared } from './duplicates';
import { isText, requireProps, requireType, requireStack } from './constructor-arguments';
import { importIdOf, rememberImport } from './import-ids';
import { omittedAddress } from './left-out';
import { declareMove } from './moves';
import { withNamedRoles } from './named-role';
import { problems, unknownProps } from './problems';
import { rememberParent, scopeProblems } from './scope';
import { withScopeDefaults } from './scope-defaults';
import { sourceLine, withSource, type SourceLine } from './source-line';
import { withoutTrace } from './tokens';
import { addressOf, isUnmanaged, refuseHcl, removedBlock } from './unmanaged';

/** The most time that operations on an object may take, each such as `90s` or `1h30m`. */
export interface Timeouts {
  /**
   * The time limit for a creation, including all waits; `20m` by default.
   *
   * @default '20m'
   */
  readonly create?: string;
  /**
   * The time limit for a refresh; by default only each request has a limit.
   *
   * @default - each request of it has a limit
   */
  readonly read?: string;
  /**
   * The time limit for a change in place; `20m` by default.
   *
   * @default '20m'
   */
  readonly update?: string;
  /**
   * The time limit for a deletion, from the last applied value; `20m` by default.
   *
   * @default '20m'
   */
  readonly delete?: string;
}

/**
 * The meta-arguments of every resource, in addition to its own props: `dependsOn`, `lifecycle`, `count` and so on, as
 * CDKTF names them.
 */
export interface ResourceProps extends TerraformMetaArguments {
  /**
   * Time limits for operations on the object, such as `90s` or `1h30m`. After the limit the operation ends as after an
   * interruption of Terraform. Created objects are stored, and nothing is duplicated.
   *
   * @default - see each of them
   */
  readonly timeouts?: Timeouts;
}

/** A resource of the Platform Management API. */
export abstract class PlatformResource extends TerraformResource {
  /** The kind of the object, in the API's words. */
  abstract readonly kind: string;
  private readonly fields: Fields;
  private readonly blocks: readonly string[];
  private readonly props: Values;
  private readonly source: SourceLine | undefined;
  private values: Values | undefined;
  private uidToken: string | undefined;
  private omittedFqn: string | undefined;

  /**
   * @param ownProps The names of props that only the construct reads.
   * @throws Error outside of a stack, where it would be left out; when the parent is missing: the object
   *   would become a root; and when a prop is of another type than it takes. Everything else that is wrong
   *   is collected and reported together when the stack is synthesized.
   */
  protected constructor(
    scope: Construct,
    id: string,
    declaration: Declaration,
    props: ResourceProps,
    ownProps: readonly string[] = [],
  ) {
    const subject = requireStack(declaration.kind, scope, id);
    const fields = propFields(declaration);
    requireProps(subject, fields, props);
    const complete = withScopeDefaults(subject, declaration, scope, props as Values);
    const { dependsOn, count, provider, lifecycle, forEach, provisioners, connection } = complete as ResourceProps;
    const values = withNamedRoles(scope, fields, complete, provider);
    super(scope, id, {
      terraformResourceType: typeName(declaration),
      terraformGeneratorMetadata: { providerName: PROVIDER_NAME },
      ...{ dependsOn, count, provider, forEach, provisioners, connection },
      lifecycle: lifecycle && withAddresses(lifecycle),
    });
    // An object that names its group keeps the address that CDKTF gives it.
    if (complete !== props) this.overrideLogicalId(pathName(this));
    this.fields = fields;
    this.blocks = blockNames(declaration);
    this.props = values;
    if (declaration.parent !== undefined) rememberParent(this, values[referenceName(declaration.parent.name)]);
    rememberProps(this, { declaration, props: values, isManaged: true });
    this.source = sourceLine(this, new.target, PlatformResource);
    Object.defineProperty(this, mark, { value: declaration.kind });
    // A user's subclass may have props of its own: only our own classes know all of theirs.
    const known = Object.hasOwn(new.target, 'tfResourceType')
      ? [...propNames(fields), ...ownProps, ...metaArguments]
      : undefined;
    this.node.addValidation({
      validate: () =>
        withSource(
          [
            ...(known === undefined ? [] : unknownProps(values, known, fields)),
            ...problems(this, this.fields, declaration.rules, this.given()),
            ...scopeProblems(declaration, this.fields, values),
            ...(this.isLeftOut ? [] : [...addressProblem(this), ...sameObjectProblem(this.declared(declaration))]),
          ],
          this.source,
        ),
    });
  }

  /**
   * The uid that the service gives the object. A token: Terraform creates and deletes objects in the order of these
   * references.
   */
  get uid(): string {
    this.uidToken ??= withoutTrace(() => this.getStringAttribute('uid'));
    return this.uidToken;
  }

  /** True if the synthesized stack does not contain the resource: it is unmanaged, or has reached its end date. */
  get isLeftOut(): boolean {
    return isUnmanaged(this);
  }

  /** The address of the resource. A resource that is left out is also omitted from `dependsOn` of others. */
  override get fqn(): string {
    if (!this.isLeftOut) return super.fqn;
    this.omittedFqn ??= omittedAddress(() => super.fqn);
    return this.omittedFqn;
  }

  /** When the object was created, as RFC 3339 text. */
  get createTime(): string {
    return this.getStringAttribute('create_time');
  }

  /**
   * Imports an existing object instead of creating one, at the next apply; later applies ignore it.
   *
   * @param id The object's uid, or its path of names from the root: `acme/engineering/ci-bot`.
   * @throws Error for an empty text: Terraform would create a duplicate of the object.
   */
  override importFrom(id: string): void {
    requireType(
      `${this.kind} "${this.node.path}"`,
      'what importFrom is given',
      'a uid, or a path of names',
      id,
      isText,
    );
    rememberImport(this, id);
  }

  /**
   * Declares that the construct was at another path in the stack, or that its id was another. Terraform then moves the object
   * to its new address, with everything in the scope of the construct, and recreates nothing. `moved` does the same for
   * constructs that are no resources.
   *
   * Keep the call until each state of the stack has been applied with it.
   *
   * @param place The former path from the stack, without the stack: `old/team`. Or the former address in Terraform:
   *   `platform_group.old_team`.
   * @returns the construct
   * @throws Error for an empty text. A construct that is still at the former path, a path that two constructs claim, and a
   *   path in another stack are reported when the stack is synthesized.
   * @example
   * engineering.addGroup('payments').wasAt('acme/payments');
   */
  wasAt(place: string): this {
    return declareMove(this, place);
  }

  /** Always `undefined`: for a move CDKTF would run `terraform version`, and every Terraform that we support has moves. */
  override hasResourceMove(): undefined {
    return undefined;
  }

  override toTerraform(): unknown {
    if (isUnmanaged(this)) return removedBlock(addressOf(this));
    if (this.isLeftOut) return {};
    const json = super.toTerraform() as Values;
    const id = importIdOf(this);
    if (id === undefined) return json;
    // Terraform refuses the block unless it names the provider exactly as the resource does, or neither names one.
    return { ...json, import: [{ to: dependable(this), id, provider: this.provider?.fqn }] };
  }

  override toHclTerraform(): unknown {
    if (isUnmanaged(this)) return refuseHcl(addressOf(this));
    if (this.isLeftOut) return {};
    const hcl = super.toHclTerraform() as Values;
    const importId = importIdOf(this);
    if (importId === undefined) return hcl;
    const to = { value: dependable(this), type: 'simple', storageClassType: 'reference' };
    const provider = this.provider && { value: this.provider.fqn, type: 'simple', storageClassType: 'reference' };
    const id = { value: importId, type: 'simple', storageClassType: 'string' };
    return { ...hcl, import: [{ to, id, provider }] };
  }

  /** CDKTF writes this with the resource, and Terraform ignores it: `platform-iac review --synth` reads it. */
  protected override get constructNodeMetadata(): Record<string, unknown> {
    const { metadata } = super.constructNodeMetadata as { readonly metadata: Values };
    return { metadata: { ...metadata, source: this.source } };
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributes(this.fields, this.given());
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return asHcl(this.synthesizeAttributes(), this.blocks);
  }

  private declared(declaration: Declaration): Declared {
    const isImported = importIdOf(this) !== undefined;
    return { resource: this, declaration, fields: this.fields, values: this.given(), isImported };
  }

  /**
   * Computed late, because reading a construct's uid fixes its address, and once, because CDKTF makes exactly the tokens
   * that it finds first usable in another stack.
   */
  private given(): Values {
    this.values ??= fieldValues(this.fields, this.props);
    return this.values;
  }
}

/** Returns true if `x` is the construct of a kind, also one of another copy of this package. */
export function isResource(x: unknown, declaration: Declaration): boolean {
  return typeof x === 'object' && x !== null && (x as Record<symbol, unknown>)[mark] === declaration.kind;
}

const mark = Symbol.for(`${PACKAGE_NAME}/resource`);

/** Terraform takes addresses in `replaceTriggeredBy`, and refuses what CDKTF writes for a resource. */
function withAddresses(lifecycle: TerraformResourceLifecycle): TerraformResourceLifecycle {
  const { replaceTriggeredBy } = lifecycle;
  if (replaceTriggeredBy === undefined) return lifecycle;
  return {
    ...lifecycle,
    replaceTriggeredBy: replaceTriggeredBy.map((cause) => (typeof cause === 'string' ? cause : dependable(cause))),
  };
}

/** The arguments of CDKTF. */
export const metaArguments = [
  'dependsOn',
  'count',
  'provider',
  'lifecycle',
  'forEach',
  'provisioners',
  'connection',
] as const;
