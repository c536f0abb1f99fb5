/** Lists of the existing objects of a kind in a group. Terraform reads them during the plan. */
import { Construct } from 'constructs';
import { snakeCase } from '../../src/model/api';
import { group } from '../../src/model/kinds';
import { pluralTypeName, string, type Declaration, type Fields } from '../../src/model/schema';
import { LOOKUP_ID, setReadableAddress } from './addresses';
import { requireKnownOptions, requireStack, requireType } from './constructor-arguments';
import { PlatformDataSource, type Lookup, type LookupOptions } from './platform-data-source';
import { isReference, type Reference } from './reference';
import { sharedLookup } from './shared-lookups';

/** Options of a list. */
export interface ListOptions extends LookupOptions {
  /**
   * If true, the list also contains the objects in all groups under the group.
   *
   * @default false
   */
  readonly descendants?: boolean;
}

export abstract class FoundList extends PlatformDataSource {
  private readonly objects: string;

  protected constructor(scope: Construct, id: string, declaration: Declaration, lookup: Lookup) {
    super(scope, id, pluralTypeName(declaration), lookup);
    this.objects = snakeCase(declaration.collection);
    setReadableAddress(this);
  }

  /** Returns one attribute of each object, in the order of the list. */
  protected each(attribute: string): string[] {
    return this.getListAttribute(`${this.objects}[*].${attribute}`);
  }
}

/** A function that lists objects, as users call it: `Repos.in`. */
export interface Lister<T extends FoundList> {
  readonly title: string;
  readonly declaration: Declaration;
  readonly create: (scope: Construct, id: string, lookup: Lookup) => T;
}

/**
 * Returns the list of a group: one data source in its stack, even if the program requests it several times.
 *
 * @throws Error if the group is not a construct in a stack, or for an unknown option.
 */
export function listIn<T extends FoundList>(
  { title, declaration, create }: Lister<T>,
  scope: Construct & Reference<'Group'>,
  options: ListOptions,
): T {
  requireType(
    title,
    'the group, the first argument,',
    'a construct of a group',
    scope,
    (value) => isReference(group.kind, value) && Construct.isConstruct(value),
  );
  requireKnownOptions(title, 'its options, the second argument,', options, ['descendants', 'provider']);
  requireStack(title, scope, snakeCase(declaration.collection));
  const { descendants = false, provider } = options;
  const filter = descendants ? 'descendantsOf' : 'childrenOf';
  const fields: Fields = { [filter]: string(['required'], 'The group.', { format: 'uid', refersTo: group.kind }) };
  const lookup: Lookup = { fields, props: { [filter]: scope }, provider };
  const name = descendants ? 'descendants' : LOOKUP_ID;
  return sharedLookup(scope, declaration, { name, group: scope, provider }, (folder, id) => create(folder, id, lookup));
}
