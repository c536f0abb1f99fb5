/** Finds existing objects by their name in a group. A stack looks each object up once. */
import type { Construct } from 'constructs';
import type { Values } from '../../src/model/api';
import { group } from '../../src/model/kinds';
import { kindInWords, string, type Declaration, type Fields } from '../../src/model/schema';
import { referenceName } from './attributes';
import { isNonEmptyText, requireKnownOptions, requireProps, requireStack, requireType } from './constructor-arguments';
import type { Lookup, LookupOptions } from './platform-data-source';
import type { Reference, Uid } from './reference';
import { requireGiven } from './scope-defaults';
import { sharedLookup } from './shared-lookups';

/** A function that finds objects by name, with the title that users call: `Role.named`. */
export interface Finder<T extends Construct> {
  readonly title: string;
  readonly declaration: Declaration;
  /** The group of the object, if the options have none. */
  readonly defaultGroup?: Reference<'Group'> | undefined;
  readonly create: (scope: Construct, id: string, found: Found) => T;
}

/** A look-up with the name and the group of the object. */
export interface Found extends Lookup {
  readonly name: string;
  readonly group: Reference<'Group'> | Uid | undefined;
}

/**
 * Returns the object with this name.
 *
 * @throws Error outside of a stack, for an invalid name, for an unknown option, or if the group is undefined.
 */
export function findByName<T extends Construct>(
  { title, declaration, defaultGroup, create }: Finder<T>,
  scope: Construct,
  name: string,
  options: LookupOptions,
): T {
  requireType(title, `the name of the ${kindInWords(declaration)}, the second argument,`, 'text', name, isNonEmptyText);
  const [parent, prop] = [declaration.parent?.name ?? '', referenceName(declaration.parent?.name ?? '')];
  requireKnownOptions(`${title} "${name}"`, 'its options, the third argument,', options, [prop, 'provider']);
  const subject = requireStack(title, scope, name);
  const fields: Fields = {
    name: declaration.fields['name'] ?? string(['required'], ''),
    [parent]: string(['optional'], declaration.parent?.description ?? '', { format: 'uid', refersTo: group.kind }),
  };
  const props: Values = { name, ...(defaultGroup && { [prop]: defaultGroup }), ...options };
  requireProps(subject, fields, props);
  requireGiven(subject, prop, props, `Pass the group construct, or its uid, or omit ${prop}.`);
  const { provider } = options;
  const home = props[prop] as Found['group'];
  return sharedLookup(scope, declaration, { name, group: home, provider }, (folder, id) =>
    create(folder, id, { fields, props: { name, [prop]: home }, provider, name, group: home }),
  );
}
