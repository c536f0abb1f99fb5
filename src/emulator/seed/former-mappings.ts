/**
 * Mappings of external groups to roles, as earlier versions of the emulator stored them in the group of their role: moves
 * them to their identity providers, in a data file and in a snapshot. The provider for Terraform converts the uids in its
 * states alike. Mappings without an existing identity provider granted nothing, and are removed.
 */
import { isObject, isUid } from '../../model/api';
import { externalGroupRoleMapping, group, identityProvider, movedMappingUid } from '../../model/kinds';
import type { StoredRecord } from '../store/row';
import type { Store } from '../store/store';
import type { SeedObject, SeedTree } from './seed';

/** Moves the mappings in a store. */
export function moveFormerMappings(store: Store): void {
  const isFormer = ({ values }: StoredRecord) => values['externalGroup'] !== undefined;
  for (const former of store.find(externalGroupRoleMapping.kind, []).filter(isFormer)) {
    const { identityProviderUid, externalGroup, ...values } = former.values;
    store.remove(former.kind, former.uid);
    if (!isUid(identityProviderUid) || store.get(identityProvider.kind, identityProviderUid) === undefined) continue;
    store.insert({
      ...former,
      uid: movedMappingUid(identityProviderUid, former.uid),
      parent: identityProviderUid,
      values: { ...values, externalGroupId: externalGroup, scope: former.parent },
    });
  }
}

/** Returns a seed with its mappings moved. Only entries with uids are moved, as a snapshot has them. */
export function moveFormerMappingsIn(tree: SeedTree): SeedTree {
  const moved = new Map<string, SeedObject[]>();
  const withoutFormer = mapObjects(tree, group.collection, (parent) => {
    const { [externalGroupRoleMapping.collection]: mappings, ...others } = parent;
    if (!Array.isArray(mappings)) return parent;
    const isFormer = (mapping: unknown): mapping is SeedObject =>
      isObject(mapping) && isUid(mapping['uid']) && isUid(mapping['identityProviderUid']);
    for (const { identityProviderUid, externalGroup, ...values } of mappings.filter(isFormer)) {
      const provider = String(identityProviderUid);
      const uid = movedMappingUid(provider, String(values['uid']));
      const mapping = { ...values, uid, externalGroupId: externalGroup, scope: parent['uid'] };
      moved.set(provider, [...(moved.get(provider) ?? []), mapping]);
    }
    const left: readonly unknown[] = mappings.filter((mapping) => !isFormer(mapping));
    return left.length === 0 ? others : { ...others, [externalGroupRoleMapping.collection]: left };
  });
  if (moved.size === 0) return tree;
  return mapObjects(withoutFormer, identityProvider.collection, (provider) => {
    const mappings = moved.get(String(provider['uid']));
    return mappings === undefined ? provider : { ...provider, [externalGroupRoleMapping.collection]: mappings };
  });
}

/** Returns the tree and replaces each object of a collection, at every depth. */
function mapObjects(tree: SeedTree, collection: string, map: (object: SeedObject) => SeedObject): SeedTree {
  const mapped = (object: SeedObject): SeedObject =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => {
        if (!Array.isArray(value) || (key !== collection && key !== group.collection)) return [key, value];
        return [
          key,
          value.map((child: unknown) => {
            if (!isObject(child)) return child;
            const inner = mapped(child);
            return key === collection ? map(inner) : inner;
          }),
        ];
      }),
    );
  return mapped(tree) as SeedTree;
}
