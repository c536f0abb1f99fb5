/** Ids of constructs, which are also the keys of data: the names of objects, made unique in their group and in Terraform. */
import { BUILT_IN_ROLES, snakeCase } from '../../model/api';
import { accountAssociation, containerKind, declarations, identity, identityProvider, role } from '../../model/kinds';
import { kindInWords, type Declaration } from '../../model/schema';
import { shortHash, toTerraformName } from '../../base/text/terraform-name';
import { getGroups, getMembers, type AdoptedGroup, type AdoptedObject } from '../organization/model';

/** The kinds whose objects have an id from their name. Objects of the first kind choose first. */
const NAMED: readonly Declaration[] = [containerKind, role, identity, identityProvider, accountAssociation];

/** The ids of the constructs that contain shared look-ups. */
const FOLDERS = new Set(declarations.map(({ collection }) => `platform-${snakeCase(collection).replaceAll('_', '-')}`));

const builtIn = new Set(BUILT_IN_ROLES.map(({ name }) => name));

/** An id that the constructs derive for an object without a name. */
export interface DerivedId {
  readonly id: string;
  /** True if the address is the id, and not the path of the construct. */
  readonly isAddress: boolean;
}

/** The ids of constructs. Constructs of one group have different ids, and objects of one kind different addresses. */
export class Keys {
  private readonly keys = new Map<AdoptedObject | AdoptedGroup, string>();
  private readonly ids = new Map<AdoptedGroup, Set<string>>();
  private readonly addresses = new Set<string>();

  constructor(root: AdoptedGroup, rootId: string) {
    this.addGroup(root, rootId);
  }

  /** Adds an existing group with the id of its construct, and everything in it. */
  addGroup(group: AdoptedGroup, id: string): void {
    this.keys.set(group, id);
    this.nameContents(group);
  }

  /** Returns the id of an object. */
  of(object: AdoptedObject | AdoptedGroup): string {
    return this.keys.get(object) ?? object.name;
  }

  /** Returns the ids from a group to an object in it: `cards/ci`. The group itself has an empty path. */
  path(object: AdoptedObject | AdoptedGroup, from: AdoptedGroup): string {
    const ids: string[] = [];
    for (
      let ancestor: AdoptedObject | AdoptedGroup | undefined = object;
      ancestor !== undefined && ancestor !== from;
      ancestor = ancestor.group
    )
      ids.unshift(this.of(ancestor));
    return ids.join('/');
  }

  /** Returns the ids from the root, or from another existing group, to an object. */
  getIds(object: AdoptedObject | AdoptedGroup): string[] {
    return [...(object.group === undefined ? [] : this.getIds(object.group)), this.of(object)];
  }

  /** Reserves a free id in the group of an object without a name, and returns it. */
  free(object: AdoptedObject, wanted: string): string {
    return this.takeFirst(object, [wanted]);
  }

  /**
   * Reserves the id that the constructs derive for an object. Returns false if another object has the same address. Then the object
   * needs its own id.
   */
  takeDerived({ declaration, group }: AdoptedObject, { id, isAddress }: DerivedId): boolean {
    const taken = this.idsIn(group);
    const address = getAddress(declaration, isAddress ? [id] : [...this.getIds(group), id]);
    if (taken.has(id) || this.addresses.has(address)) return false;
    taken.add(id);
    this.addresses.add(address);
    return true;
  }

  private nameContents(group: AdoptedGroup): void {
    for (const declaration of NAMED)
      for (const object of getMembers(group, declaration)) {
        // The names of some kinds can be any text.
        const plain = object.name.replaceAll(/[^A-Za-z0-9 ._-]+/g, '-');
        const longer = `${plain}-${kindInWords(declaration).replaceAll(' ', '-')}`;
        this.keys.set(object, this.takeFirst(object, [plain, longer]));
      }
    for (const inner of getGroups(group)) this.nameContents(inner);
  }

  /** Reserves the first free id of the candidates. If none is free, it adds a hash of the uid to the last one. */
  private takeFirst({ declaration, group, uid }: AdoptedObject, candidates: readonly string[]): string {
    const taken = this.idsIn(group);
    const path = this.getIds(group);
    const isFree = (id: string): boolean =>
      id !== '' &&
      !taken.has(id) &&
      !(declaration === role && builtIn.has(id)) &&
      // The library of constructs finds such an id in every scope.
      !(id in Object.prototype) &&
      // The constructs omit the ids of their folders from addresses.
      !FOLDERS.has(id) &&
      !this.addresses.has(getAddress(declaration, [...path, id]));
    const id = candidates.find(isFree) ?? `${candidates.at(-1) ?? ''}-${shortHash(uid)}`;
    taken.add(id);
    this.addresses.add(getAddress(declaration, [...path, id]));
    return id;
  }

  private idsIn(group: AdoptedGroup): Set<string> {
    const ids = this.ids.get(group) ?? new Set();
    this.ids.set(group, ids);
    return ids;
  }
}

/** Different paths may have the same address. */
function getAddress({ kind }: Declaration, path: readonly string[]): string {
  return `${kind} ${toTerraformName(path)}`;
}
