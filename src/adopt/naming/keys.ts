/** Ids of constructs, which are also the keys of data: the names of objects, made unique in their group and in Terraform. */
import { BUILT_IN_ROLES, snakeCase } from '../../api';
import { accountAssociation, containerKind, declarations, identity, identityProvider, role } from '../../resources';
import { kindInWords, type Declaration } from '../../schema';
import { groupsOf, membersOf, type AdoptedGroup, type AdoptedObject } from '../organization/model';

/** The kinds whose objects have an id from their name. Objects of the first kind choose first. */
const NAMED: readonly Declaration[] = [containerKind, role, identity, identityProvider, accountAssociation];

/** The ids of the constructs that contain shared look-ups. */
const FOLDERS = new Set(declarations.map(({ collection }) => `platform-${snakeCase(collection).replaceAll('_', '-')}`));

const builtIn = new Set(BUILT_IN_ROLES.map(({ name }) => name));

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
    this.nameContents(group, [id]);
  }

  /** Returns the id of an object. */
  of(object: AdoptedObject | AdoptedGroup): string {
    return this.keys.get(object) ?? object.name;
  }

  /** Returns the ids from a group to an object in it: `cards/ci`. The group itself has an empty path. */
  path(object: AdoptedObject | AdoptedGroup, from: AdoptedGroup): string {
    const ids: string[] = [];
    for (let one: AdoptedObject | AdoptedGroup | undefined = object; one !== undefined && one !== from; one = one.group)
      ids.unshift(this.of(one));
    return ids.join('/');
  }

  /** Returns a free id in a group for an object without a name. */
  free(group: AdoptedGroup, wanted: string): string {
    const taken = this.ids.get(group) ?? new Set();
    this.ids.set(group, taken);
    let id = wanted;
    for (let number = 2; taken.has(id); number++) id = `${wanted}-${number}`;
    taken.add(id);
    return id;
  }

  private nameContents(group: AdoptedGroup, path: readonly string[]): void {
    for (const declaration of NAMED) for (const object of membersOf(group, declaration)) this.name(group, object, path);
    for (const inner of groupsOf(group)) this.nameContents(inner, [...path, this.of(inner)]);
  }

  private name(group: AdoptedGroup, object: AdoptedObject, path: readonly string[]): void {
    const { declaration } = object;
    const taken = this.ids.get(group) ?? new Set();
    this.ids.set(group, taken);
    const plain = object.name.replaceAll('/', '-');
    const longer = `${plain}-${kindInWords(declaration).replaceAll(' ', '-')}`;
    const isFree = (id: string): boolean =>
      id !== '' &&
      !taken.has(id) &&
      !(declaration === role && builtIn.has(id)) &&
      // The library of constructs finds such an id in every scope.
      !(id in Object.prototype) &&
      // The constructs omit the ids of their folders from addresses.
      !FOLDERS.has(id) &&
      !this.addresses.has(addressOf(declaration, [...path, id]));
    let key = [plain, longer].find(isFree);
    for (let number = 2; key === undefined; number++) if (isFree(`${longer}-${number}`)) key = `${longer}-${number}`;
    taken.add(key);
    this.addresses.add(addressOf(declaration, [...path, key]));
    this.keys.set(object, key);
  }
}

/** Terraform allows only letters, digits, `_` and `-` in names: different paths may have the same address. */
function addressOf({ kind }: Declaration, path: readonly string[]): string {
  return `${kind} ${path.map((id) => id.replaceAll(/[^A-Za-z0-9_-]+|--/g, '_')).join('_')}`;
}
