/** List resources (Terraform ≥ 1.14, `terraform query`): finds objects that exist, to import them. */
import type { Schema } from '../schema/schema';
import type { ApplyConfig, Config } from '../schema/views';
import type { BareContext, Context } from './context';
import type { JsonObject } from './resource';

export interface Listed {
  readonly displayName: string;
  /** As declared by the managed resource of the same type name. */
  readonly identity: JsonObject;
  /** The whole object; needed only where `includeResource` is set. */
  readonly state?: JsonObject;
}

/** Its schema is of the `list` block's body; the managed resource of the same type name declares an `identity`. */
export interface ListResource<S extends Schema = Schema, Client = unknown> {
  readonly schema: S;
  validate?(context: BareContext & { readonly config: Config<S> }): void | Promise<void>;
  list(
    context: Context<Client> & {
      readonly config: ApplyConfig<S>;
      /** No more than this many are wanted. */
      readonly limit: number;
      readonly includeResource: boolean;
    },
  ): AsyncIterable<Listed>;
}
