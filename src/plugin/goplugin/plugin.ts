import type { Handlers } from '../wire/index';
import type { Log } from './log';

/** What the transport has to know of a provider. */
export interface Plugin {
  /** As in `terraform-provider-<name>`. */
  readonly name: string;
  /** The source address, `registry.example/namespace/name`. */
  readonly address: string;
  readonly createHandlers: (log: Log) => Handlers;
}
