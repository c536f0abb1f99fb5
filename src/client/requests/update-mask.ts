/** Computes the update mask of a PATCH. */
import { isObject, type Values } from '../../model/api';
import { type Fields, isWriteOnly } from '../../model/schema';

/**
 * Returns the paths of an update mask: the fields of the update (contract M2), and each secret in a message that the
 * update clears, which would stay otherwise (contract M6).
 */
export function getUpdateMask(fields: Fields, values: Values): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const type = fields[name]?.type;
    if (type?.is !== 'message' || !isObject(value)) return [name];
    const clearedSecrets = Object.entries(type.fields).filter(
      ([inner, field]) => isWriteOnly(field) && value[inner] === '',
    );
    return [name, ...clearedSecrets.map(([inner]) => `${name}.${inner}`)];
  });
}
