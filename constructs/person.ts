/** People, found by the account that they sign in with: a data source each. */
import type { Construct } from 'constructs';
import { identity } from '../src/resources';
import { string, type Fields } from '../src/schema';
import { requireOnly, requireProps, requireStack } from './constructor-arguments';
import { FoundObject, type LookupOptions } from './found-object';

/** The account that a person signs in with. */
export interface PersonProps extends LookupOptions {
  /** The URL of the issuer with which a person signs in. */
  readonly issuer: string;
  /** The subject of the person at the issuer. */
  readonly subject: string;
}

const fields: Fields = {
  issuer: string(['required'], 'The URL of the issuer.', { format: 'httpsUrl' }),
  subject: string(['required'], 'What the issuer knows the person by.'),
};

export class Person extends FoundObject<'Identity'> {
  readonly kind = 'Identity';

  constructor(scope: Construct, id: string, props: PersonProps) {
    const subject = requireStack('Identity.person', scope, id);
    requireOnly(subject, 'its props, the third argument,', props, [...Object.keys(fields), 'provider']);
    requireProps(subject, fields, props);
    super(scope, id, { declaration: identity, fields, props: { ...props }, provider: props.provider });
  }
}
