/**
 * Objects that are known only from what others say of them (contract K4): a role binding shows its identity and its role. That
 * is how people are known, whom no list shows, and built-in roles where no list of roles was read.
 */
import { BUILT_IN_ROLES, isObject, isUid, parentUid, snakeCase } from '../../api';
import { declarationOf, role } from '../../resources';
import type { Instance } from './objects';

/** The objects that a response names whole where others give their uid (`from: 'identity.uid'`). */
export function describedIn(instance: Instance): Instance[] {
  return Object.values(instance.declaration.fields).flatMap(({ type, from = '' }) => {
    const kind = type.is === 'string' ? type.refersTo : undefined;
    const [name = ''] = from.split('.');
    const described = instance.values[snakeCase(name)];
    if (kind === undefined || !isObject(described) || !isUid(described['uid'])) return [];
    const { uid } = described;
    const declaration = declarationOf(kind);
    const values = declaration === role ? builtInRole(uid, described) : described;
    return values === undefined ? [] : [{ ...instance, declaration, values, key: uid }];
  });
}

/** What a custom role holds is not said, and nothing must be made of its name. Contract U3, A4. */
function builtInRole(uid: string, described: Instance['values']): Instance['values'] | undefined {
  const known = BUILT_IN_ROLES.find(({ name }) => name === described['name']);
  if (known === undefined || parentUid(uid) !== undefined) return undefined;
  return { ...described, capabilities: known.capabilities };
}
