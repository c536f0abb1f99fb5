/** A place of a stack that is not data, as facts. Sentences about it are in `model/stack/refusal-text.ts`. */

/** A place in a document: names of members and indexes of elements. */
export type JsonPath = readonly (string | number)[];

/** The reason. */
export type RefusalCode =
  | ('ambiguous' | 'unreadable' | 'no-block' | 'no-name' | 'no-list' | 'member')
  | ('no-flag' | 'no-id' | 'no-address' | 'undeclared-address' | 'other-provider' | 'no-count' | 'no-type')
  | ('short-timeout' | 'no-argument' | 'foreign-type' | 'managed-uid' | 'foreign-source' | 'other-source')
  | ('configured-provider' | 'no-sibling' | 'no-literal' | 'directive' | 'computed' | 'undeclared' | 'planned')
  | ('list-reference' | 'anchor-reference' | 'apply-value' | 'no-variable' | 'no-sibling-output' | 'foreign-value')
  | ('override' | 'hcl-file' | 'tofu-file' | 'variables-file' | 'tests-file' | 'queries-file' | 'migrations-file');

export interface NotData {
  readonly code: RefusalCode;
  /** A name, an address, or the value at the place, which can be a secret. */
  readonly subject?: unknown;
  /** The name of the file. */
  readonly file: string;
  readonly path: JsonPath;
  /** True if the place decides access, or which object a resource manages. */
  readonly decides: boolean;
}

/** Called with a place that is not data. */
export type Refuse = (path: JsonPath, code: RefusalCode, subject?: unknown) => void;
