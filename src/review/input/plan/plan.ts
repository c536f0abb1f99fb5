/** The parts of `terraform show -json` that the review needs. */
import type { Values } from '../../../model/api';
import type { OnExisting } from '../../../model/kinds';
import type { Execution } from './execution';
import type { ScannedPlace } from '../scan/scan-configuration';
import type { ScannedModule as SavedModule } from '../scan/module-bodies';
import type { UnknownPart } from './unknown-parts';

export { UNKNOWN_VALUE } from '../../../access/rules';

/** The masks of sensitive values from Terraform: `true`, or by attribute or element. A value is sensitive if any mask contains it. */
export type Sensitivity = readonly unknown[];

/** An object of a state, at its address. */
export interface StateInstance {
  readonly address: string;
  /** The key of a deposed object: it was replaced, and Terraform could not delete it yet. */
  readonly deposed: string | undefined;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  /** The address of its provider. */
  readonly provider: string;
  readonly values: Values;
  readonly sensitive: Sensitivity;
}

/** The effect of a change on the existing object of an address, and on a new object there. */
export interface Fate {
  readonly old: 'kept' | 'gone' | 'forgotten' | 'none';
  readonly isMade: boolean;
}

/** A planned change of one object, or a change outside of Terraform. */
export interface ResourceChange extends Omit<StateInstance, 'values'> {
  readonly previousAddress: string | undefined;
  /** The actions in the plan. */
  readonly actions: readonly string[];
  /** `undefined` for an unknown action. */
  readonly fate: Fate | undefined;
  readonly before: Values | undefined;
  /** Contains {@link UNKNOWN_VALUE} for values that are unknown until apply. */
  readonly after: Values | undefined;
  /** Only for other providers: the attributes with a part that is unknown until apply. */
  readonly unknown?: readonly string[];
  /** Only for other providers: the planned texts whose change can replace other resources. */
  readonly triggers?: readonly string[];
  /** Only for other providers: the SHA-256 of the planned values. */
  readonly content?: string;
  /** True if the change imports an existing object. */
  readonly isImported: boolean;
  /** True if an exclusive resource removes the object, which the configuration does not declare. @default false */
  readonly isUndeclared?: boolean;
  /** True if the provider adopts an existing, unmanaged object (`on_existing = "adopt"`). @default false */
  readonly isAdopted?: boolean;
}

/** The status that Terraform reports for a plan. */
export interface PlanStatus {
  readonly isErrored: boolean;
  /** False for a targeted plan; `undefined` if the engine does not report it. */
  readonly isComplete: boolean | undefined;
  /** Also false for an empty plan; `undefined` if the engine does not report it. */
  readonly isApplyable: boolean | undefined;
  /** Addresses of deferred changes. */
  readonly deferred: readonly string[];
  /** Failed checks with their messages. */
  readonly failedChecks: readonly { readonly address: string; readonly messages: readonly string[] }[];
}

export interface TerraformPlan {
  /** The name in the report: the file. */
  readonly name: string;
  /** The version of Terraform or OpenTofu. */
  readonly engineVersion: string | undefined;
  readonly formatVersion: string;
  /** The serial of the file of a state. `undefined` for a plan, and for the output of `terraform show -json`. */
  readonly serial?: number | undefined;
  readonly status: PlanStatus;
  /** The objects before the change. */
  readonly prior: readonly StateInstance[];
  /** `undefined` for a refresh-only plan. */
  readonly changes: readonly ResourceChange[] | undefined;
  /** Addresses of all planned objects, which the plan lists separately from its changes. */
  readonly planned: readonly string[];
  /** Changes outside of Terraform since the last apply. */
  readonly drift: readonly ResourceChange[];
  readonly configuration: PlannedConfiguration;
  readonly outputs: readonly OutputChange[];
  /** Everything that the apply runs or evaluates in addition to writes. @default nothing */
  readonly executes?: readonly Execution[];
  /** The parts that no rule knows. @default none */
  readonly unknown?: readonly UnknownPart[];
  /** Arguments that change the contents of the plan, if `platform-iac plan` stored them. */
  readonly arguments?: readonly string[];
  /** True if `platform-iac plan` marked the plan as a review plan. @default false */
  readonly isReview?: boolean;
  /** The review plans of this plan, if they are known. */
  readonly reviews?: readonly TerraformPlan[];
  /** The configuration inside of the saved plan, if `platform-iac plan` stored it. A plan's JSON shows a part of it only. */
  readonly saved?: readonly SavedModule[];
  /** The code that can vary between plan and apply, or read the machine, if `platform-iac plan` scanned the configuration. */
  readonly scanned?: readonly ScannedPlace[];
  /** The text of the lock file inside of the saved plan, if `platform-iac plan` stored it. */
  readonly lock?: string;
  /** The hashes in a lock file of the files of this provider that belong to this release. @default unknown */
  readonly releaseHashes?: readonly string[];
  /** The values and blocks that are not proved. Absent until the plan is combined with its review plans, and without `saved`. */
  readonly unproved?: readonly ProofPlace[];
}

/** A value or a block that is not proved. */
export interface ProofPlace {
  /** The address and the attribute, or the file and the path. */
  readonly place: string;
  /** A sentence without its final period. */
  readonly why: string;
  /** True if the review shows its effect. */
  readonly isReviewed: boolean;
  /** The address of the resource of a value. */
  readonly address?: string;
  /** The SHA-256 of its code, with everything that it uses. */
  readonly sha256?: string | undefined;
}

/** A resource block of the configuration. */
export interface ResourceBlock {
  readonly address: string;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  /** True if each instance of its module contains one instance of it: no `count` and no `for_each`. */
  readonly isSingle: boolean;
  /** True if the same applies to every module that contains it. */
  readonly isSingleInAll: boolean;
  /** Identifies the service of its provider; empty for the service of the environment. */
  readonly service: string;
  /** The setting `on_existing` of its provider. */
  readonly onExisting: OnExisting | 'unknown';
  /** The programs that run when an instance is created or deleted. */
  readonly provisioners: readonly Provisioner[];
  /** The expressions by attribute. */
  readonly expressions: Values;
  /** The argument `depends_on`. @default nothing */
  readonly dependsOn?: readonly string[];
}

/** The values that a module gets from its parent, and those that it returns, as expressions by name. */
export interface ModuleBlock {
  readonly inputs: Values;
  readonly outputs: Values;
}

/** A program that Terraform runs when it creates or deletes an object. */
export interface Provisioner {
  readonly type: string;
  /** The expressions by argument, in the form of the JSON: constants and references. */
  readonly expressions: Values;
}

/** A provider block. */
export interface ProviderBlock {
  /** The local name with its alias, and the module: `platform.other`, `module.a:platform`. */
  readonly key: string;
  /** The address of the provider. */
  readonly provider: string;
  /** The expressions by attribute. */
  readonly expressions: Values;
  /** The values of the root variables that the plan fixes, by name. */
  readonly variables: Values;
}

/** An output of the root module that the apply creates, changes or deletes. */
export interface OutputChange {
  readonly name: string;
  readonly actions: readonly string[];
  /** Contains {@link UNKNOWN_VALUE} for values that are unknown until apply. */
  readonly after: unknown;
  readonly isSensitive: boolean;
  readonly wasSensitive: boolean;
  /** The expression in the form of the JSON: a constant, or references. */
  readonly expression: Values;
}

/** The configuration of a plan. */
export interface PlannedConfiguration {
  /** True if the JSON does not contain it. @default false */
  readonly isAbsent?: boolean;
  /** The blocks by the address of their module without keys (`''`, `module.a.module.b`) and their own address. */
  readonly blocks: ReadonlyMap<string, ResourceBlock>;
  /** The called modules by their addresses without keys. @default none */
  readonly modules?: ReadonlyMap<string, ModuleBlock>;
  readonly providers: readonly ProviderBlock[];
  /** The values of the root variables that the plan fixes, by name. */
  readonly variables: Values;
}

/** The effects of actions of Terraform and OpenTofu, by sorted actions. */
const fates: Readonly<Record<string, Fate>> = {
  'no-op': { old: 'kept', isMade: false },
  read: { old: 'kept', isMade: false },
  update: { old: 'kept', isMade: false },
  create: { old: 'none', isMade: true },
  delete: { old: 'gone', isMade: false },
  'create delete': { old: 'gone', isMade: true },
  forget: { old: 'forgotten', isMade: false },
  'create forget': { old: 'forgotten', isMade: true },
};

export function toFate(actions: readonly string[]): Fate | undefined {
  const text = [...actions].sort().join(' ');
  return Object.hasOwn(fates, text) ? fates[text] : undefined;
}

/** Returns true if the change does nothing. */
export function isNoOp({ actions }: ResourceChange): boolean {
  return actions.every((action) => action === 'no-op' || action === 'read');
}
