/** The base class of every resource. Its attributes and checks are derived from the declaration of the kind. */
import { dependable, TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import { PACKAGE_NAME, PROVIDER_NAME, type Values } from '../../src/model/api';
import { typeName, type Declaration, type Fields } from '../../src/model/schema';
import { dependencyProblems, withAddedDependencies } from './added-dependencies';
import { getAddress, pathName, setValidAddress, toConstructId } from './addresses';
import { asHcl, attributes, blockNames, fieldValues, propFields, propNames, referenceName } from './attributes';
import { rememberProps } from './declared-props';
import { definedMembers, metaArguments, requireMetaArguments, withAddresses } from './meta-arguments';
import { addValidation, runInTextMode, rememberTextMode, stackValue } from './literal-text';
import { duplicateProblems, type DeclaredResource } from './duplicates';
import { isNonEmptyText, requireProps, requireType, requireStack } from './constructor-arguments';
import { requireForeignProvider, type ForeignProvider } from './foreign-provider';
import { requireFreeId } from './free-id';
import { findImportId, rememberImport } from './import-ids';
import { omittedAddress } from './left-out';
import { declareMove } from './moves';
import { withNamedRoles } from './named-role';
import { problems, unknownProps } from './problems';
import { resolveTokensOnly } from './resolved-tokens';
import type { ResourceProps } from './resource-props';
import { rotationProblems, withRotations } from './followed-rotations';
import { rememberParent, scopeProblems } from './scope';
import { withScopeDefaults } from './scope-defaults';
import { recordSourceLine, appendSourceLine, type SourceLine } from './source-line';
import { hasNumberToken, refuseUnescapedHcl, USE_AS_STRING } from './texts';
import { withoutTrace } from './without-trace';
import { isUnmanaged, refuseHcl, removedBlockJson } from './unmanaged';

export type { ResourceProps, Timeouts } from './resource-props';

/** A resource of the Platform Management API. */
export abstract class PlatformResource extends TerraformResource {
  /** The kind of the object, with its name in the API. */
  abstract readonly kind: string;
  private readonly fields: Fields;
  private readonly blocks: readonly string[];
  private readonly props: Values;
  private readonly source: SourceLine | undefined;
  private values: Values | undefined;
  private uidToken: string | undefined;
  private omittedFqn: string | undefined;

  /**
   * Creates a resource.
   *
   * @param ownProps The names of props that only the construct reads.
   * @throws Error outside of a stack (CDKTF would omit the resource), without a parent (the object would become a
   *   root), or for a prop of a wrong type. Synthesis reports all other problems together.
   */
  protected constructor(
    scope: Construct,
    id: string,
    declaration: Declaration,
    props: ResourceProps,
    ownProps: readonly string[] = [],
  ) {
    const subject = requireStack(declaration.kind, scope, id);
    requireFreeId(subject, scope, id);
    const fields = propFields(declaration);
    requireProps(subject, fields, props);
    requireMetaArguments(subject, { ...props });
    const complete = withScopeDefaults(subject, declaration, scope, props as Values);
    const { dependsOn, count, provider, lifecycle, forEach, provisioners, connection } = complete as ResourceProps;
    const values = withNamedRoles(scope, fields, complete, provider);
    super(scope, toConstructId(id), {
      terraformResourceType: typeName(declaration),
      terraformGeneratorMetadata: { providerName: PROVIDER_NAME },
      ...{ dependsOn, count, provider, forEach, provisioners, connection },
      lifecycle: lifecycle && withAddresses(lifecycle),
    });
    // An object with an explicit group keeps the address that CDKTF gives it.
    if (complete === props) setValidAddress(this);
    else this.overrideLogicalId(pathName(this));
    this.fields = fields;
    this.blocks = blockNames(declaration);
    this.props = values;
    if (declaration.parent !== undefined) rememberParent(this, values[referenceName(declaration.parent.name)]);
    rememberProps(this, { declaration, props: values, isManaged: true });
    rememberTextMode(this);
    this.source = recordSourceLine(this, new.target, PlatformResource);
    Object.defineProperty(this, mark, { value: declaration.kind });
    // A user's subclass can have props of its own. Only the classes of this package know all of theirs.
    const areKnown = Object.hasOwn(new.target, 'tfResourceType');
    addValidation(this, () =>
      appendSourceLine(
        [
          ...(areKnown ? unknownProps(values, [...propNames(fields), ...ownProps, ...metaArguments], fields) : []),
          ...problems(this, this.fields, declaration.rules, this.given()),
          ...scopeProblems(declaration, this.fields, values),
          ...dependencyProblems(this),
          ...rotationProblems(this, this.fields, this.given()),
          ...(this.isLeftOut ? [] : duplicateProblems(this.declared(declaration))),
        ],
        this.source,
      ),
    );
  }

  /**
   * The uid of the object, which the service assigns. It is a token: Terraform creates and deletes objects in the order
   * of these references.
   */
  get uid(): string {
    this.uidToken ??= withoutTrace(() => this.getStringAttribute('uid'));
    return this.uidToken;
  }

  /**
   * True if the synthesized stack does not contain the resource, because it is unmanaged or has reached its end date.
   */
  get isLeftOut(): boolean {
    return isUnmanaged(this);
  }

  /**
   * The address of the resource. The `dependsOn` of other resources omits it if the stack does not contain the
   * resource.
   */
  override get fqn(): string {
    if (!this.isLeftOut) return super.fqn;
    this.omittedFqn ??= omittedAddress(() => super.fqn);
    return this.omittedFqn;
  }

  /** Adds the dependencies of `node.addDependency` to `dependsOn`. */
  override get terraformMetaArguments(): Record<string, unknown> {
    return withAddedDependencies(this, definedMembers(super.terraformMetaArguments));
  }

  /** The time when the object was created, in RFC 3339 format. */
  get createTime(): string {
    return this.getStringAttribute('create_time');
  }

  /**
   * Imports an existing object at the next apply instead of creating one. Later applies ignore the call.
   *
   * @param id The uid of the object, or its path of names from the root: `acme/engineering/ci-bot`.
   * @throws Error for an empty text. Without this error, Terraform would create a duplicate of the object.
   */
  override importFrom(id: string): void {
    requireType(
      `${this.kind} "${this.node.path}"`,
      'the argument of importFrom',
      'a uid, or a path of names',
      id,
      isNonEmptyText,
    );
    if (hasNumberToken(id))
      throw new Error(`${this.kind} "${this.node.path}": the argument of importFrom ${USE_AS_STRING}.`);
    rememberImport(this, id);
  }

  /**
   * Declares a former path of the construct. Terraform then moves the object, with everything in the scope of the
   * construct, to the new address, and recreates nothing. For constructs that are not resources, call `moved`.
   *
   * Keep the call until every state of the stack has been applied with it.
   *
   * @param place The former path below the stack: `old/team`. Or the former address in Terraform:
   *   `platform_group.old_team`.
   * @returns the construct
   * @throws Error for an empty text. Synthesis reports a construct that is still at the former path, a path that two
   *   constructs claim, and a path in another stack.
   * @example
   * engineering.addGroup('payments').wasAt('acme/payments');
   */
  wasAt(place: string): this {
    return declareMove(this, place);
  }

  /**
   * Moves the object of a resource at another address, also of another provider, to this construct. Terraform deletes and
   * creates nothing. To move a construct of this package, call `wasAt`.
   *
   * Keep the call until every state of the stack has been applied with it.
   *
   * @param id The former address in Terraform: `chainguard_group.payments`.
   * @param provider The other provider. The stack then requires it, so that `terraform init` installs it: the state
   *   still names it. It needs no configuration and no credentials.
   * @throws Error with a provider, if the id is not the address of a resource, or the source is not a source address.
   * @example
   * payments.moveFromId('chainguard_group.payments', { source: 'chainguard-dev/chainguard' });
   */
  override moveFromId(id: string, provider?: ForeignProvider): void {
    super.moveFromId(id);
    if (provider !== undefined) requireForeignProvider(this, id, provider);
  }

  /** Returns `undefined`: for a move, CDKTF would run `terraform version`, and all supported engines have moves. */
  override hasResourceMove(): undefined {
    return undefined;
  }

  override toTerraform(): unknown {
    if (isUnmanaged(this)) return removedBlockJson(getAddress(this));
    if (this.isLeftOut) return {};
    const json = definedMembers(super.toTerraform() as Values);
    const id = findImportId(this);
    if (id === undefined) return resolveTokensOnly(json);
    // Terraform refuses the block unless it names the provider exactly as the resource does, or neither names one.
    return { ...json, import: [{ to: dependable(this), id, provider: this.provider?.fqn }] };
  }

  override toMetadata(): unknown {
    return definedMembers(super.toMetadata() as Values);
  }

  override toHclTerraform(): unknown {
    if (isUnmanaged(this)) return refuseHcl(getAddress(this));
    if (this.isLeftOut) return {};
    const hcl = super.toHclTerraform() as Values;
    const importId = findImportId(this);
    if (importId === undefined) return hcl;
    refuseUnescapedHcl(this.node.path, { import: importId });
    const to = { value: dependable(this), type: 'simple', storageClassType: 'reference' };
    const provider = this.provider && { value: this.provider.fqn, type: 'simple', storageClassType: 'reference' };
    const id = { value: importId, type: 'simple', storageClassType: 'string' };
    return { ...hcl, import: [{ to, id, provider }] };
  }

  /**
   * CDKTF writes this metadata next to the resource. Terraform ignores it, and `platform-iac review --synth` reads it.
   */
  protected override get constructNodeMetadata(): Record<string, unknown> {
    const { metadata } = super.constructNodeMetadata as { readonly metadata: Values };
    return { metadata: definedMembers({ ...metadata, source: this.source && definedMembers(this.source) }) };
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return runInTextMode(this, () =>
      // The values of rotations are text of the program.
      attributes(this.fields, withRotations(this, this.fields, stackValue(this.given()))),
    );
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return asHcl(this, this.synthesizeAttributes(), this.blocks);
  }

  private declared(declaration: Declaration): DeclaredResource {
    const isImported = findImportId(this) !== undefined;
    return { resource: this, declaration, fields: this.fields, values: this.given(), isImported };
  }

  /**
   * Computed late, because reading the uid of a construct fixes its address. Computed once, because CDKTF supports only
   * the first token of an object in another stack.
   */
  private given(): Values {
    this.values ??= runInTextMode(this, () => fieldValues(this.fields, this.props));
    return this.values;
  }
}

/** Returns true if `x` is a construct of the kind, also one of another copy of this package. */
export function isResource(x: unknown, declaration: Declaration): boolean {
  return typeof x === 'object' && x !== null && (x as Record<symbol, unknown>)[mark] === declaration.kind;
}

const mark = Symbol.for(`${PACKAGE_NAME}/resource`);
