/** The base class of existing objects that Terraform finds when it plans: a data source for each. */
import { TerraformDataSource, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { PROVIDER_NAME, type Values } from '../src/api';
import { typeName, type Declaration, type Fields } from '../src/schema';
import { asHcl, attributes, fieldValues } from './attributes';
import { addressProblem } from './duplicates';
import { problems } from './problems';
import type { Reference } from './reference';
import { sourceLine, withSource } from './source-line';

/** Options of a look-up. */
export interface LookupOptions {
  /**
   * The configuration of the provider that looks the object up, where a stack has several.
   *
   * @default - the configuration without an alias
   */
  readonly provider?: TerraformProvider;
}

/** The arguments of a data source, by the names of props. */
export interface Lookup extends LookupOptions {
  readonly declaration: Declaration;
  readonly fields: Fields;
  readonly props: Values;
}

export abstract class FoundObject<Kind extends string> extends TerraformDataSource implements Reference<Kind> {
  abstract readonly kind: Kind;
  private readonly lookup: Lookup;
  private values: Values | undefined;
  private uidToken: string | undefined;

  protected constructor(scope: Construct, id: string, lookup: Lookup) {
    super(scope, id, {
      terraformResourceType: typeName(lookup.declaration),
      terraformGeneratorMetadata: { providerName: PROVIDER_NAME },
      provider: lookup.provider,
    });
    this.lookup = lookup;
    const source = sourceLine(this, new.target, FoundObject);
    this.node.addValidation({
      validate: () => withSource([...problems(this, lookup.fields, [], this.given()), ...addressProblem(this)], source),
    });
  }

  get uid(): string {
    // One token for all references to the object: the data sources of different objects must differ.
    this.uidToken ??= this.getStringAttribute('uid');
    return this.uidToken;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributes(this.lookup.fields, this.given());
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return asHcl(this.synthesizeAttributes());
  }

  /** Computed once: CDKTF makes exactly the tokens that it finds first usable in another stack. */
  private given(): Values {
    this.values ??= fieldValues(this.lookup.fields, this.lookup.props);
    return this.values;
  }
}
