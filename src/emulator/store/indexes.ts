/**
 * The indexes of the records, and the choice of one for a selection, so that its cost depends on its results and not on
 * the size of the database. SQLite would choose without knowing how many records there are: it rather reads every one
 * of a kind than sort a few.
 */
import { camelCase } from '../../model/api';
import { behaves, type Declaration, isInclusion } from '../../model/schema';
import { getIndexed, isColumn, isLong, kindSql, type Condition, type Order, type Selection } from './selection';

/** The records of one kind, or, in columns that all kinds have, of each: by the fields, and then by uid. */
export interface Index {
  readonly name: string;
  readonly fields: readonly string[];
  /** Absent: of each kind. */
  readonly kind?: string;
}

/** Returns the field of a record that makes lists omit it unless a filter includes it. */
export const inclusionField = camelCase;

/** Returns all indexes. The order of the fields shows the preference. */
export function indexesFor(declarations: readonly Declaration[]): readonly Index[] {
  const shared = [['parent', 'name'], ['name'], ['parent'], ['createTime'], ['updateTime']];
  return [
    ...shared.map((fields) => ({ name: `records_by_${fields.join('_')}`, fields })),
    ...declarations.flatMap(ownIndexes),
  ];
}

/**
 * For look-ups by natural key, and for each field that a filter compares or that refers to an object, in all groups and
 * in one group.
 */
function ownIndexes({ kind, fields, filters, naturalKey }: Declaration): Index[] {
  const compared = Object.values(filters)
    .filter(({ compare = 'equal' }) => compare === 'equal')
    .map(({ matches }) => [matches]);
  const references = Object.entries(fields)
    .filter(([, field]) => field.type.is === 'string' && field.type.refersTo !== undefined)
    .filter(([, field]) => !behaves(field, 'outputOnly'))
    .map(([name]) => [name]);
  const inclusions = Object.entries(filters).filter(([, filter]) => isInclusion(filter));
  const leftOut = inclusions.length === 0 ? [] : [inclusions.map(([name]) => inclusionField(name))];
  const key = ['parent', ...naturalKey];
  const anywhere = [...compared, ...references, ...leftOut];
  const inGroup = anywhere
    .map((listed) => ['parent', ...listed])
    .filter((listed) => !listed.every((name, at) => key[at] === name));
  const wanted = [key, ...anywhere, ...inGroup].filter((listed) => !listed.every(isColumn));
  return [...new Map(wanted.map((listed) => [listed.join('_'), listed]))].map(([name, listed]) => ({
    name: `records_${kind}_by_${name}`,
    fields: listed,
    kind,
  }));
}

/** SQL that makes the index. */
export function indexSql({ name, fields, kind }: Index): string {
  const columns = [...(kind === undefined ? ['kind'] : []), ...fields.map(getIndexed), 'uid'].join(', ');
  return `CREATE INDEX ${name} ON records (${columns})${kind === undefined ? '' : ` WHERE kind = ${kindSql(kind)}`}`;
}

/** Returns the indexes of a database that is new. A seed finds objects by name. */
export function indexesForLoading(): readonly Index[] {
  return indexesFor([]).filter(({ fields }) => fields.join() === 'name');
}

/** Chooses the index to read by. */
interface IndexChoice {
  /** Returns the name of the index that leads to the fewest records. */
  readonly narrowest: (kind: string, where: readonly Condition[]) => string;
  /** The same unless another has the order of the selection, and reading by that one costs less than sorting. */
  readonly cheapest: (selection: Selection, count: Count) => string;
}

/** The number of matching records of the kind. */
type Count = (kind: string, where: readonly Condition[]) => number;

/** The primary key. */
const byUid: Index = { name: 'sqlite_autoindex_records_1', fields: [] };

export function createIndexChoice(all: readonly Index[]): IndexChoice {
  const byKind = new Map<string, readonly Index[]>();
  const getIndexes = (kind: string): readonly Index[] => {
    const known = byKind.get(kind) ?? [
      ...all.filter((index) => index.kind === undefined || index.kind === kind),
      byUid,
    ];
    byKind.set(kind, known);
    return known;
  };
  const narrowest = (kind: string, where: readonly Condition[], order?: Order): Index =>
    best(
      getIndexes(kind),
      (index) => reach(index, where) + (order !== undefined && isOrdered(index, where, order) ? 0.001 : 0),
    );

  return {
    narrowest: (kind, where) => narrowest(kind, where).name,
    cheapest: ({ kind, where, order, skip, limit }, count) => {
      const narrow = narrowest(kind, where, order);
      if (isOrdered(narrow, where, order)) return narrow.name;
      const ordered = getIndexes(kind).filter((index) => isOrdered(index, where, order));
      if (ordered.length === 0) return narrow.name;
      // Sorting reads all matching records; reading in order finds results as often as records match.
      const matching = count(kind, where);
      const wanted = limit < 0 ? matching : skip + limit;
      const isSparse = matching * matching < wanted * count(kind, []);
      return isSparse ? narrow.name : best(ordered, (index) => reach(index, where)).name;
    },
  };
}

/** The first of those with the most points. */
function best(indexes: readonly Index[], countPoints: (index: Index) => number): Index {
  return indexes.reduce((found, index) => (countPoints(index) > countPoints(found) ? index : found));
}

/**
 * Returns the number of leading fields of the index that narrow the selection. A field with several values is the last
 * of them. A field that most records lack narrows little.
 */
function reach({ fields }: Index, where: readonly Condition[]): number {
  const first = pinnedFirst(fields, where);
  const points = first
    .map((field) => (findPin(field, where) === 'one' ? 1 : 0.01))
    .reduce((sum, point) => sum + point, 0);
  const next = fields[first.length];
  if (!where.some(({ pins }) => pins?.field === (next ?? 'uid'))) return points;
  return points + (next === undefined ? 0.5 : 0.6);
}

/** Returns true if the results of the index are in order. */
function isOrdered({ fields }: Index, where: readonly Condition[], { field }: Order): boolean {
  const rest = fields.slice(pinnedFirst(fields, where).length);
  const isByUid = field === 'uid' || findPin(field, where) !== undefined;
  return isByUid ? rest.length === 0 : rest.length === 1 && rest[0] === field && !isLong(field);
}

/** Returns the leading fields of the index that have one value each. */
function pinnedFirst(fields: readonly string[], where: readonly Condition[]): readonly string[] {
  const end = fields.findIndex((field) => findPin(field, where) === undefined);
  return end < 0 ? fields : fields.slice(0, end);
}

function findPin(field: string, where: readonly Condition[]): 'one' | 'none' | undefined {
  const tos = where.flatMap(({ pins }) => (pins?.field === field ? [pins.to] : []));
  return tos.includes('one') ? 'one' : tos.includes('none') ? 'none' : undefined;
}
