/**
 * The parts of a report that bind an apply: their types, and the schema that every reader of a report checks. A leaf: of this
 * project it imports only shapes and uids.
 */
import {
  isObject,
  isPlaceholderUid,
  isText,
  isUid,
  listOf,
  mapOf,
  objectOf,
  optional,
  type Shape,
  type Values,
} from '../api';

/** Increases with every incompatible change of the JSON. Since 3, the digest is a function of the JSON. */
export const REPORT_VERSION = 3;

/** `adopt`: an existing object becomes managed, and the fields that differ are updated. */
export type WriteAction = 'create' | 'update' | 'delete' | 'adopt';

/** A write of the report. A write that is not listed must not be sent. */
export interface ReportedWrite {
  readonly action: WriteAction;
  /** The name of the kind: `RoleBinding`. */
  readonly kind: string;
  /** The object. For a create, its placeholder, to which other writes refer; absent if the object has its parent's uid. */
  readonly uid?: string;
  /** The uid of the parent, or its placeholder. Absent for a root group. */
  readonly parent?: string;
  /** The path of names, or the objects that the object connects. It is the salt of the hashes of this write. */
  readonly path: string;
  /** The natural key of the object, without sensitive values. */
  readonly key: Values;
  /** Every field that is sent, by its name in the API; `null` clears it. Values of write-only secrets are not part of it. */
  readonly fields: Values;
  /** SHA-256 of each sensitive field. */
  readonly hashed?: Readonly<Record<string, string>>;
  /** Fields with an unknown value. No value of them is approved. */
  readonly unknown?: readonly string[];
  /**
   * The uids of objects that narrow access in the same change. Together with their former version, this write gives access that
   * exists neither before nor afterwards: if the change of one of them has failed, this write is rejected.
   */
  readonly after?: readonly string[];
}

/** A part of the plan that the apply runs or evaluates: a program, a provider block, a resource of another provider, an output. */
export interface ReportedExecution {
  /** `provisioner`, `action`, `provider`, `resource`, `output`. */
  readonly kind: string;
  readonly address: string;
  /** The type of the resource; the source of a provider. */
  readonly type: string;
  readonly actions: readonly string[];
  /** SHA-256 of its configuration, of its planned values, or of the expression of a value that is unknown until apply. */
  readonly sha256: string;
  /** True if the apply evaluates a part of its configuration again. */
  readonly isOpen?: true;
  /** SHA-256 of its expressions, which stay equal while their values become known. */
  readonly configuration?: string;
  /** SHA-256 of its code in the saved plan. */
  readonly code?: string;
  /** The version of an entry of the lock file, and its hashes. */
  readonly version?: string;
  readonly hashes?: readonly string[];
}

/** Capabilities that identities gain, or lose, directly in a group. */
export interface ReportedGrants {
  readonly capabilities: readonly string[];
  /** The uids of the identity and of the group of each grant. */
  readonly places: readonly (readonly string[])[];
}

/** The effect by uids and addresses: names, wording and time make no difference. */
export interface ReportedEffect {
  readonly gained: readonly ReportedGrants[];
  readonly lost: readonly ReportedGrants[];
  /**
   * The access of chains of a grant and its role if the apply stops early, with `before` or `after` for those who only that trust policy
   * admits. Absent without any.
   */
  readonly early?: readonly ReportedGrants[];
  /** SHA-256 of the rows of effective access. */
  readonly access: string;
  /** Trust policies that change. */
  readonly trust: readonly {
    readonly address: string;
    readonly relation: string;
    readonly outsiders: readonly string[];
    /** A token that only the new trust policy accepts. */
    readonly gained?: string;
  }[];
  readonly escalations: readonly {
    /** The uid of the identity. */
    readonly identity: string;
    readonly steps: readonly string[];
    readonly gains: readonly { readonly group: string; readonly capabilities: readonly string[] }[];
  }[];
  /** The findings by their facts in the plan alone. */
  readonly findings: readonly {
    readonly id: string;
    readonly severity: 'low' | 'medium' | 'high';
    readonly fingerprint: string;
    /** The address of the declaration, or the subject. */
    readonly at: string;
    /** SHA-256 of the suppression that accepts it. */
    readonly suppression?: string;
  }[];
  readonly unresolved: readonly {
    readonly address: string;
    readonly attribute: string;
    /** SHA-256 of its expression. */
    readonly expression: string;
  }[];
  /** Objects that become managed or are no longer managed, without a write. */
  readonly state: readonly { readonly action: 'import' | 'forget'; readonly address: string; readonly uid: string }[];
}

/** A value or a block that is not proved. */
export interface UnprovedPlace {
  /** The name of the plan. */
  readonly plan: string;
  /** The address and the attribute, or the file and the path. */
  readonly place: string;
  /** The reason, as a sentence without its final period. */
  readonly why: string;
  /** True if the review shows its effect nevertheless. */
  readonly isReviewed: boolean;
}

export interface ReportedProof {
  /** True if the apply can only do what the report shows, because the plans are data. */
  readonly proved: boolean;
  /** The values and blocks that are not proved. Empty for a proved plan. */
  readonly places: readonly UnprovedPlace[];
}

export interface ReportedCapabilities {
  readonly capabilities: readonly string[];
  /** False if a role that is granted has unnamed capabilities, such as owner: a narrowed token cannot grant it. */
  readonly isNarrowable: boolean;
  /** Reasons why the capabilities may be incomplete. */
  readonly problems: readonly string[];
}

const texts = listOf(isText);
const isFlag: Shape = (value) => typeof value === 'boolean';
const isSha256: Shape = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const oneOf =
  (...names: readonly unknown[]): Shape =>
  (value) =>
    names.includes(value);

const writeShape = objectOf({
  action: oneOf('create', 'update', 'delete', 'adopt'),
  ...{ kind: isText, parent: optional(isUid), path: isText, key: isObject, fields: isObject },
  ...{ hashed: optional(mapOf(isText)), unknown: optional(texts), after: optional(texts) },
});

/** A create has a placeholder, and any other write an existing object. */
function hasUid(write: Values): boolean {
  const { action, uid } = write;
  if (action === 'create') return uid === undefined || isPlaceholderUid(uid);
  return isUid(uid) && !isPlaceholderUid(uid);
}

const grants = listOf(objectOf({ capabilities: texts, places: listOf(texts) }));

/** The shape of each bound part. */
const shapes: Readonly<Record<string, Shape>> = {
  approvedWrites: Array.isArray,
  executes: listOf(
    objectOf({
      ...{ kind: isText, address: isText, type: isText, actions: texts, sha256: isText },
      ...{
        configuration: optional(isText),
        code: optional(isText),
        version: optional(isText),
        hashes: optional(texts),
      },
      ...{ isOpen: optional(isFlag), isProgram: optional(isFlag), service: optional(mapOf(isText)) },
    }),
  ),
  effect: objectOf({
    ...{ gained: grants, lost: grants, early: optional(grants), access: isText },
    trust: listOf(objectOf({ address: isText, relation: isText, outsiders: texts, gained: optional(isText) })),
    escalations: listOf(
      objectOf({
        ...{ identity: isText, steps: texts },
        gains: listOf(objectOf({ group: isText, capabilities: texts })),
      }),
    ),
    findings: listOf(
      objectOf({
        ...{ id: isText, severity: oneOf('low', 'medium', 'high'), fingerprint: isText, at: isText },
        suppression: optional(isText),
      }),
    ),
    unresolved: listOf(objectOf({ address: isText, attribute: isText, expression: isText })),
    state: listOf(objectOf({ action: oneOf('import', 'forget'), address: isText, uid: isText })),
  }),
  proof: optional(
    objectOf({
      proved: isFlag,
      places: listOf(objectOf({ plan: isText, place: isText, why: isText, isReviewed: isFlag })),
    }),
  ),
  leastCapabilities: objectOf({ capabilities: texts, isNarrowable: isFlag, problems: texts }),
  checksum: isSha256,
  digest: isSha256,
};

/** Returns the first bound part that does not have its shape: `effect`, `approvedWrites[1]`. */
export function malformedPart(report: Values): string | undefined {
  const part = Object.keys(shapes).find((name) => shapes[name]?.(report[name]) === false);
  if (part !== undefined) return part;
  const index = (report['approvedWrites'] as readonly Values[]).findIndex(
    (write) => !writeShape(write) || !hasUid(write),
  );
  return index < 0 ? undefined : `approvedWrites[${index}]`;
}
