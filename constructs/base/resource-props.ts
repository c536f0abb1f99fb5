/** The props that every resource has. */
import type { TerraformMetaArguments } from 'cdktf';

/** Time limits for operations on an object, such as `90s` or `1h30m`. */
export interface Timeouts {
  /**
   * The time limit for a creation, including all waits.
   *
   * @default '20m'
   */
  readonly create?: string;
  /**
   * The time limit for a refresh.
   *
   * @default - no limit for the refresh, only for each request
   */
  readonly read?: string;
  /**
   * The time limit for a change in place.
   *
   * @default '20m'
   */
  readonly update?: string;
  /**
   * The time limit for a deletion, from the last applied value.
   *
   * @default '20m'
   */
  readonly delete?: string;
}

/**
 * The props that every resource has in addition to its own: `timeouts`, and the meta-arguments of CDKTF (`dependsOn`,
 * `lifecycle`, `count` and so on).
 */
export interface ResourceProps extends TerraformMetaArguments {
  /**
   * Time limits for operations on the object, such as `90s` or `1h30m`. At the limit, the operation ends like an
   * interrupted run: the provider stores the objects that exist.
   *
   * @default - the default of each operation
   */
  readonly timeouts?: Timeouts;
}
