/** People, found by the account that they sign in with: a data source each. */
import { TerraformDataSource } from 'cdktf';
import type { Construct } from 'constructs';
import { PROVIDER_NAME, type Values } from '../src/api';
import { identity } from '../src/resources';
import { string, typeName, type Fields } from '../src/schema';
import { asHcl, attributes, fieldValues } from './attributes';
import type { Reference } from './reference';
import { requireOnly, requireProps, requireStack } from './constructor-arguments';
import { problems } from './problems';
import { sourceLine, withSource } from './source-line';

/** The account that a person signs in with. */
export interface PersonProps {
  /** The URL of the issuer with which a person signs in. */
  readonly issuer: string;
  /** The subject of the person at the issuer. */
  readonly subject: string;
}

const fields: Fields = {
  issuer: string(['required'], 'The URL of the issuer.', { format: 'httpsUrl' }),
  subject: string(['required'], 'What the issuer knows the person by.'),
};

export class Person extends TerraformDataSource implements Reference<'Identity'> {
  readonly kind = 'Identity';
  private readonly account: Values;
  private uidToken: string | undefined;

  constructor(scope: Construct, id: string, props: PersonProps) {
    const subject = requireStack('Identity.person', scope, id);
    requireOnly(subject, 'its props, the third argument,', props, Object.keys(fields));
    requireProps(subject, fields, props);
    super(scope, id, {
      terraformResourceType: typeName(identity),
      terraformGeneratorMetadata: { providerName: PROVIDER_NAME },
    });
    this.account = fieldValues(fields, { ...props });
    const source = sourceLine(this, Person, Person);
    this.node.addValidation({ validate: () => withSource(problems(this, fields, [], this.account), source) });
  }

  get uid(): string {
    // One token for all references to the person: the data sources of different people must differ.
    this.uidToken ??= this.getStringAttribute('uid');
    return this.uidToken;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributes(fields, this.account);
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return asHcl(this.synthesizeAttributes());
  }
}
