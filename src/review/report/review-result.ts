/** The result of a review: the report, and the organization that it describes. */
import type { AccessGraph } from '../../access/graph';
import type { UndeclaredOwner } from './undeclared-owners';
import type { PlannedWrite } from './approval/planned-writes';
import type { Need } from '../access/needs';
import type { CheckedAssertion } from '../../access/rules';
import type { BrokenRule } from '../findings/invariants';
import type { Origin } from '../input/plan/synthesized';
import type { ReviewedObject, ExternalIdentity } from './reviewed-objects';
import type { Report } from './types/report';

/** An assertion with its result, and the declaration of the grant that decides it. */
export interface ReviewedAssertion extends CheckedAssertion, Partial<Origin> {
  readonly address?: string | undefined;
  readonly plan?: string | undefined;
}

/** A report, and the organization before and after the change. */
export interface Review {
  readonly report: Report;
  readonly before: AccessGraph;
  readonly after: AccessGraph;
  /** Keys of roles with unknown capabilities: neither graph contains their access. */
  readonly unknownRoles: ReadonlySet<string>;
  /** The capabilities that the plan and the apply need. */
  readonly needs: readonly Need[];
  /** The assertions of the configuration, checked against the organization after the change. */
  readonly assertions: readonly ReviewedAssertion[];
  /** The rules of the configuration that the organization violates after the change. */
  readonly brokenRules: readonly BrokenRule[];
  /** The writes that the report approves, with their values. Secret: do not print. */
  readonly writes: readonly PlannedWrite[];
  /** All objects before and after the change. */
  readonly objects: readonly ReviewedObject[];
  /** Identities that outsiders can assume after the change. */
  readonly external: readonly ExternalIdentity[];
  /** The entries of `owners` in the configuration. */
  readonly declaredOwners: readonly string[];
  /** The owners of workloads if the configuration declares none: outsiders then look like other workloads. */
  readonly undeclaredOwners: readonly UndeclaredOwner[];
  /** Sentences about the protection of branches and environments that trust policies rely on. */
  readonly protection: readonly string[];
}
