/** Indexes that follow from the declarations: what a list can be filtered by, and what refers to another object. */
import { behaves, type Declaration } from '../../schema';
import { columnOf, isColumn } from './column';

export interface StoreIndex {
  readonly name: string;
  readonly kind: string;
  /** SQL over the table's columns. */
  readonly expression: string;
}

/** One index for every field that is filtered by equality or holds a uid, unless it is a column of its own. */
export function indexesOf(declarations: readonly Declaration[]): StoreIndex[] {
  return declarations.flatMap((declaration) => {
    const references = Object.entries(declaration.fields)
      .filter(([, field]) => field.type.is === 'string' && field.type.refersTo !== undefined)
      .filter(([, field]) => !behaves(field, 'outputOnly'));
    const filtered = Object.values(declaration.filters).map(({ matches }) => matches);
    const fields = new Set([...filtered, ...references.map(([name]) => name)].filter((name) => !isColumn(name)));
    return [...fields].map((field) => ({
      name: `records_${declaration.kind}_${field}`,
      kind: declaration.kind,
      expression: columnOf(field),
    }));
  });
}
