/**
 * What happens to an object of a kind. A kind that needs more than what follows from its declaration replaces members of
 * this object and keeps the rest.
 */
import type { ApplyConfig, Checkpoint, ObjectContext, Schema } from '../../plugin';
import type { Session } from '../session';
import type { Attributes } from '../values';

type Values = Readonly<Record<string, unknown>>;

export type CreateContext = ObjectContext<Session> &
  Checkpoint<Schema> & { readonly plan: Values; readonly config: ApplyConfig<Schema> };
export type UpdateContext = CreateContext & { readonly prior: Values };
export type ReadContext = ObjectContext<Session> & { readonly state: Values; readonly imported: boolean };
export type DeleteContext = ObjectContext<Session> & { readonly prior: Values };
export type ImportContext = ObjectContext<Session> & { readonly id: string };

export interface Lifecycle {
  create(context: CreateContext): Promise<Attributes>;
  read(context: ReadContext): Promise<Attributes | null>;
  update(context: UpdateContext): Promise<Attributes>;
  delete(context: DeleteContext): Promise<void>;
  importState(context: ImportContext): Promise<Attributes>;
}
