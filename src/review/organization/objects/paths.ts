/** Returns paths of objects for readers. Objects without a name are described by the objects that they connect. */
import { isUid } from '../../../model/api';
import type { AccessGraph } from '../../../access/graph';
import { group, identity, role, roleBinding } from '../../../model/kinds';
import { kindInWords } from '../../../model/schema';
import { getName, type Instance } from './objects';
import { groupAttribute, type createReferences } from './references';

/** Replaces a value that is unknown until apply. */
export const UNKNOWN_UNTIL_APPLY = '(unknown until apply)';

const lookUp: Readonly<Record<string, (graph: AccessGraph, key: string) => { readonly path: string }>> = {
  [group.kind]: (graph, key) => graph.group(key),
  [identity.kind]: (graph, key) => graph.identity(key),
  [role.kind]: (graph, key) => graph.role(key),
};

/** Returns the path of the object with a key; an unknown uid stays unchanged. */
export function getPath(graph: AccessGraph, kind: string, key: string): string {
  try {
    return lookUp[kind]?.(graph, key).path ?? key;
  } catch {
    return isUid(key) ? key : UNKNOWN_UNTIL_APPLY;
  }
}

/** Returns functions for the paths of objects. Groups, identities and roles have the paths of the graph. */
export function createPaths(graph: AccessGraph, refer: ReturnType<typeof createReferences>) {
  const referred = (instance: Instance, attribute: string, kind: string): string => {
    const found = refer(instance, attribute);
    if ('unresolved' in found) return UNKNOWN_UNTIL_APPLY;
    return found.key === undefined ? '' : getPath(graph, kind, found.key);
  };
  const paths = new WeakMap<Instance, string>();
  const find = (instance: Instance): string => {
    const { declaration, key } = instance;
    const place = groupAttribute(declaration);
    const inGroup = place === undefined ? '' : referred(instance, place, group.kind);
    if (graphKinds.has(declaration.kind)) {
      const path = getPath(graph, declaration.kind, key);
      return path === key || path === UNKNOWN_UNTIL_APPLY
        ? [inGroup, getName(instance)].filter(Boolean).join('/')
        : path;
    }
    if (isConnection(instance)) {
      const who = referred(instance, 'identity_uid', identity.kind);
      return `${who} is ${referred(instance, 'role_uid', role.kind)} in ${inGroup}`;
    }
    return `${kindInWords(declaration)} ${getName(instance)} in ${inGroup}`;
  };
  return (instance: Instance): string => {
    const path = paths.get(instance) ?? find(instance);
    paths.set(instance, path);
    return path;
  };
}

/** Returns true if the object has no name: it connects an identity with a role. */
export function isConnection({ declaration }: Instance): boolean {
  return declaration.kind in connecting;
}

const graphKinds: ReadonlySet<string> = new Set([group.kind, identity.kind, role.kind]);
const connecting: Readonly<Record<string, true>> = { [roleBinding.kind]: true };
