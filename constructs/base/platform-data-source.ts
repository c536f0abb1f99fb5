/** The base class of every data source. Its attributes and checks are derived from fields. */
import { TerraformDataSource, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { isObject, PROVIDER_NAME, type Values } from '../../src/model/api';
import type { Fields } from '../../src/model/schema';
import { dependencyProblems, withAddedDependencies } from './added-dependencies';
import { asHcl, attributes, fieldValues } from './attributes';
import { toConstructId } from './addresses';
import { addressProblems } from './duplicates';
import { addValidation, runInTextMode, rememberTextMode, stackValue } from './literal-text';
import { problems } from './problems';
import { recordSourceLine, appendSourceLine } from './source-line';

/** Options of a look-up. */
export interface LookupOptions {
  /**
   * The provider configuration that reads the objects, if the stack has several.
   *
   * @default - the configuration without an alias
   */
  readonly provider?: TerraformProvider;
}

/** The arguments of a data source. */
export interface Lookup {
  readonly fields: Fields;
  /** The values of the fields, by the names of props. */
  readonly props: Values;
  readonly provider: TerraformProvider | undefined;
}

export abstract class PlatformDataSource extends TerraformDataSource {
  private readonly lookup: Lookup;
  private values: Values | undefined;

  protected constructor(scope: Construct, id: string, terraformResourceType: string, lookup: Lookup) {
    super(scope, toConstructId(id), {
      terraformResourceType,
      terraformGeneratorMetadata: { providerName: PROVIDER_NAME },
      provider: lookup.provider,
    });
    this.lookup = lookup;
    rememberTextMode(this);
    const source = recordSourceLine(this, new.target, PlatformDataSource);
    addValidation(this, () => {
      const found = problems(this, lookup.fields, [], this.given());
      return appendSourceLine([...found, ...dependencyProblems(this), ...addressProblems(this)], source);
    });
  }

  /** Without an object of its arguments in the stack, Terraform could not read it. */
  private get isLeftOut(): boolean {
    return Object.values(this.lookup.props).some((value) => isObject(value) && value['isLeftOut'] === true);
  }

  override get terraformMetaArguments(): Record<string, unknown> {
    return withAddedDependencies(this, super.terraformMetaArguments);
  }

  override toTerraform(): unknown {
    return this.isLeftOut ? {} : super.toTerraform();
  }

  override toHclTerraform(): unknown {
    return this.isLeftOut ? {} : super.toHclTerraform();
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return runInTextMode(this, () => attributes(this.lookup.fields, stackValue(this.given())));
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return asHcl(this, this.synthesizeAttributes());
  }

  /** Computed once: CDKTF supports only the first token of an object in another stack. */
  private given(): Values {
    this.values ??= runInTextMode(this, () => fieldValues(this.lookup.fields, this.lookup.props));
    return this.values;
  }
}
