/** Sibling groups of the same shape: one table, and resources with `for_each` over it. */
import {
  call,
  code,
  toRecord,
  text,
  type RecordEntry,
  type Expression,
  type RecordExpression,
} from '../../code/expressions';
import {
  getGroups,
  groupsWithin,
  type AdoptedGroup,
  type AdoptedObject,
  type InnerGroup,
} from '../../organization/model';
import { worthwhile } from '../../patterns/extract';
import { generalize, getShape, type Generalized } from '../../patterns/generalize';
import { toHclAttributes, PERSON, type References } from './attributes';
import { kindLabel, getLabel, ownLabel } from './labels';

/** Groups of the same shape, which have the same parent. */
export interface Family {
  readonly parent: AdoptedGroup;
  readonly groups: readonly InnerGroup[];
}

/** The key of the entry with everything in a group. */
const CONTENTS = 'contents';

/**
 * Returns the families of an organization. `issuer`: people who sign in with it differ only in their subjects. A group in a family
 * belongs to no other one.
 */
export function getFamilies(root: AdoptedGroup, issuer: string | undefined): Family[] {
  const record = (group: InnerGroup) => groupRecord(group, symbolicReferences(group, issuer));
  const own = new Map<string, InnerGroup[]>();
  for (const group of getGroups(root)) {
    const shape = getShape(record(group));
    own.set(shape, [...(own.get(shape) ?? []), group]);
  }
  const found = [...own.values()].filter((groups) => worthwhile(groups.map(record)) !== undefined);
  const inFamilies = new Set(found.flat());
  return [
    ...found.map((groups) => ({ parent: root, groups })),
    ...getGroups(root).flatMap((group) => (inFamilies.has(group) ? [] : getFamilies(group, issuer))),
  ];
}

/** Returns the common attributes of the groups of a family. Their references are shorter or longer than those of the decision for it. */
export function getPattern(groups: readonly InnerGroup[], references: (group: InnerGroup) => References): Generalized {
  const records = groups.map((group) => groupRecord(group, references(group)));
  return generalize(records, { groups: groups.map(({ name }) => name) });
}

/** Returns the attributes of a group, and of everything in it by the keys of its resources. */
export function splitBody(body: RecordExpression): {
  readonly group: readonly RecordEntry[];
  readonly contents: ReadonlyMap<string, readonly RecordEntry[]>;
} {
  const contents = body.entries.find(({ key }) => key === CONTENTS)?.value;
  return {
    group: body.entries.filter(({ key }) => key !== CONTENTS),
    contents: new Map(
      (contents?.is === 'record' ? contents.entries : []).flatMap(({ key, value }) =>
        value.is === 'record' ? [[key, value.entries] as const] : [],
      ),
    ),
  };
}

/** Returns the objects in a group by keys that are equal in all groups of its family. The keys are labels. */
export function getContents(group: InnerGroup): ReadonlyMap<string, AdoptedObject> {
  const found = new Map<string, AdoptedObject>();
  for (const adoptedGroup of groupsWithin(group)) {
    const path = adoptedGroup.names.slice(group.names.length);
    for (const object of [...adoptedGroup.contents.values()].flat()) {
      const words = (own: string) =>
        [...path, own]
          .map(getLabel)
          .filter((word) => word !== '')
          .join('_');
      const candidates = [words(ownLabel(object, { isShared: true })), words(ownLabel(object))];
      const long = `${candidates[1] ?? ''}_${kindLabel(object.declaration)}`;
      let key = [...candidates, long].find((candidate) => candidate !== '' && !found.has(candidate));
      for (let number = 2; key === undefined; number++) if (!found.has(`${long}_${number}`)) key = `${long}_${number}`;
      found.set(key, object);
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function groupRecord(group: InnerGroup, references: References): RecordExpression {
  const contents = [...getContents(group)].map(([key, object]): RecordEntry => {
    return { key, value: toRecord(toHclAttributes(object, references)) };
  });
  const entries = toHclAttributes(group, references);
  return {
    is: 'record',
    entries: contents.length === 0 ? entries : [...entries, { key: CONTENTS, value: toRecord(contents) }],
    declares: { what: '', type: '', group: group.name },
  };
}

/** References before objects have addresses: equal for equal objects, and for the same place in two groups. */
function symbolicReferences(group: InnerGroup, issuer: string | undefined): References {
  const places = new Map([...getContents(group)].map(([key, object]): [AdoptedObject, string] => [object, key]));
  places.set(group, '');
  return {
    getUid: (object): Expression => {
      const place = places.get(object as AdoptedObject);
      return code(place === undefined ? `uid ${object.uid}` : `own ${place}`);
    },
    lookUp: (target) =>
      target.is === 'person' && target.issuer === issuer
        ? call(PERSON, text(target.subject))
        : code(`uid ${target.uid}`),
    secret: (object, path) => code(`secret ${object.uid} ${path.join('.')}`),
  };
}
