/** The names that the files of a stack declare. References can lead to these only. */
import { isObject, isUid, type Values } from '../../api';
import { namePattern } from './references';

export interface DeclaredNames {
  /** `platform_group.shop`, `data.platform_role.viewer`. */
  readonly addresses: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
  /** The addresses that `import` blocks give to existing objects, by their literal uid. */
  readonly imported: ReadonlyMap<string, string>;
}

/** Returns the names that the documents declare. */
export function readDeclaredNames(documents: readonly unknown[]): DeclaredNames {
  const blocks = (part: string) =>
    documents.flatMap((document) => members(isObject(document) ? document[part] : undefined));
  const addresses = (part: string, prefix: string) =>
    blocks(part).flatMap(([type, ids]) => members(ids).map(([id]) => `${prefix}${type}.${id}`));
  return {
    addresses: new Set([...addresses('resource', ''), ...addresses('data', 'data.')]),
    variables: new Set(
      blocks('variable').flatMap(([name, body]) => (namePattern.test(name) && isObject(body) ? [name] : [])),
    ),
    imported: new Map(
      documents
        .flatMap((document) => getImports(document))
        .flatMap(({ id, to }) => (isUid(id) ? [[id, String(to)]] : [])),
    ),
  };
}

/** Returns true for a document with a resource or a data source whose type begins with the prefix. */
export function hasResourceTypes(document: unknown, prefix: string): boolean {
  if (!isObject(document)) return false;
  const types = [...members(document['resource']), ...members(document['data'])];
  return types.some(([type]) => type.startsWith(prefix));
}

function getImports(document: unknown): Values[] {
  const blocks = isObject(document) ? document['import'] : undefined;
  return [blocks].flat().filter(isObject);
}

function members(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}
