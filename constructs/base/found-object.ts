/** An existing object. Terraform finds it during the plan. */
import type { Construct } from 'constructs';
import { typeName, type Declaration } from '../../src/model/schema';
import { setReadableAddress } from './addresses';
import { rememberProps } from './declared-props';
import { PlatformDataSource, type Lookup } from './platform-data-source';
import type { Reference } from './reference';
import { withoutTrace } from './without-trace';

export class FoundObject<Kind extends string> extends PlatformDataSource implements Reference<Kind> {
  readonly kind: Kind;
  private uidToken: string | undefined;

  constructor(scope: Construct, id: string, declaration: Declaration, lookup: Lookup) {
    super(scope, id, typeName(declaration), lookup);
    this.kind = declaration.kind as Kind;
    rememberProps(this, { declaration, props: lookup.props, isManaged: false });
    setReadableAddress(this);
  }

  get uid(): string {
    // One token for all references to the object: the data sources of different objects must differ.
    this.uidToken ??= withoutTrace(() => this.getStringAttribute('uid'));
    return this.uidToken;
  }
}
