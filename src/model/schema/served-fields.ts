/** The fields of a kind as the service has them, including those that no resource of ours manages. */
import { onceFor } from '../../base/cache/once-for';
import type { Declaration } from './declaration';
import { type Fields, type Field } from './field';

/**
 * Returns the declared fields and the unmanaged ones, which are marked as such. A client reads all, and sends only the declared
 * fields; data sources show all. Throws if the path of an unmanaged field has no declared message.
 */
export const servedFields = onceFor(({ fields, unmanagedFields = {} }: Declaration): Fields =>
  Object.entries(unmanagedFields).reduce((served, [path, field]) => added(served, path.split('.'), field), fields),
);

function added(fields: Fields, [name = '', ...rest]: readonly string[], field: Field): Fields {
  if (rest.length === 0) return { ...fields, [name]: { ...field, isUnmanaged: true } };
  const outer = fields[name];
  if (outer?.type.is !== 'message') throw new TypeError(`${name} is no message, and cannot contain ${rest.join('.')}`);
  const inner = added(outer.type.fields, rest, field);
  return { ...fields, [name]: { ...outer, type: { ...outer.type, fields: inner } } };
}
