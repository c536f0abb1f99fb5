/** The contexts of the handlers that work on one object. */
import type { Values } from '../../model/api';
import type { ApplyConfig, Checkpoint, ModifyPlanContext, ObjectContext, Schema } from '../../plugin';
import type { Session } from './session';

export type ModifyContext = ModifyPlanContext<Schema, Session>;
export type ApplyContext = ObjectContext<Session> & { readonly prior?: Values; readonly plan?: Values };
export type CreateContext = ObjectContext<Session> &
  Checkpoint<Schema> & { readonly plan: Values; readonly config: ApplyConfig<Schema> };
export type UpdateContext = CreateContext & { readonly prior: Values };
export type ReadContext = ObjectContext<Session> & { readonly state: Values; readonly imported: boolean };
export type DeleteContext = ObjectContext<Session> & { readonly prior: Values };
export type ImportContext = ObjectContext<Session> & { readonly id: string; readonly identity?: Values };
