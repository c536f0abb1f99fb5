/** One call from Terraform: what its handler is given, and what it leaves behind. */
import type { BareContext, Log, ObjectContext } from '../sdk/context';
import type { Diags } from '../sdk/diagnostics';
import type { PrivateNotes } from './private-notes';

export interface CallScope {
  /** The type of the resource that the call is about; names it in errors. */
  readonly typeName: string;
  readonly diags: Diags;
  readonly log: Log;
  readonly notes: PrivateNotes;
  /** For handlers that run without a configured provider. */
  readonly bare: BareContext;
  /** For all others. Its `client` is what `configure` returned; throws before that. */
  readonly context: ObjectContext<unknown>;
}
