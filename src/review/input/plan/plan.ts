/** A plan as the review needs it: what `terraform show -json` says, without what nobody here asks for. */
import type { Values } from '../../../api';
import type { OnExisting } from '../../../resources';

/** Stands in values for what is known only after the apply. */
export const UNKNOWN: unique symbol = Symbol('known after apply');

/** Where values are sensitive: masks as Terraform gives them, `true` or by attribute or element, any of which counts. */
export type Sensitivity = readonly unknown[];

/** An object of a state, at its address. */
export interface StateInstance {
  readonly address: string;
  /** The key of a deposed object: one that was replaced and could not be deleted yet. */
  readonly deposed: string | undefined;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  /** The address of its provider. */
  readonly provider: string;
  readonly values: Values;
  readonly sensitive: Sensitivity;
}

/** What becomes of the object that an address has before, and whether there is a new one there. */
export interface Fate {
  readonly old: 'kept' | 'gone' | 'forgotten' | 'none';
  readonly isMade: boolean;
}

/** What is planned, or has happened outside, for one object. */
export interface ResourceChange extends Omit<StateInstance, 'values'> {
  readonly previousAddress: string | undefined;
  /** As they stand in the plan. */
  readonly actions: readonly string[];
  /** `undefined` if an action is unknown: nobody can tell what it does. */
  readonly fate: Fate | undefined;
  readonly before: Values | undefined;
  /** {@link UNKNOWN} where it is known only after the apply. */
  readonly after: Values | undefined;
  /** Of another provider: the attributes of which something is known only after the apply. */
  readonly unknown?: readonly string[];
  /** Of another provider: the SHA-256 of the planned values. */
  readonly content?: string;
  /** Whether the object exists already and is taken over. */
  readonly isImported: boolean;
  /** True if the provider adopts the object, which exists and is unmanaged (`on_existing = "adopt"`). @default false */
  readonly isAdopted?: boolean;
}

/** What Terraform says of a plan as a whole. */
export interface PlanStatus {
  readonly isErrored: boolean;
  /** False for a targeted plan; `undefined` where the engine does not say. */
  readonly isComplete: boolean | undefined;
  /** False also for an empty plan; `undefined` where the engine does not say. */
  readonly isApplyable: boolean | undefined;
  /** What could not be planned yet: addresses. */
  readonly deferred: readonly string[];
  /** Checks that failed: where, and what they say. */
  readonly failedChecks: readonly { readonly address: string; readonly messages: readonly string[] }[];
  /** Actions that the apply runs; they may do anything. */
  readonly actions: readonly string[];
}

export interface Plan {
  /** What it is called in the report: its file. */
  readonly name: string;
  /** Of Terraform or OpenTofu. */
  readonly engineVersion: string | undefined;
  readonly formatVersion: string;
  readonly status: PlanStatus;
  /** What there is before. */
  readonly prior: readonly StateInstance[];
  /** `undefined` in a plan that only refreshes. */
  readonly changes: readonly ResourceChange[] | undefined;
  /** Addresses of all that there is to be afterwards, as the plan says beside its changes. */
  readonly planned: readonly string[];
  /** What was changed outside since the last apply. */
  readonly drift: readonly ResourceChange[];
  readonly configuration: Configuration;
  readonly outputs: readonly OutputChange[];
  /** Arguments that it was made with and that change what it contains, where `platform-iac plan` noted them. */
  readonly arguments?: readonly string[];
  /** The plans for a review that were made with it, where that is known. */
  readonly reviews?: readonly Plan[];
}

/** What the configuration says of a resource block. */
export interface ResourceBlock {
  readonly address: string;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  /** Whether there is one instance of it in each instance of its module: no `count`, no `for_each`. */
  readonly isSingle: boolean;
  /** Whether the same holds for every module that it lies in. */
  readonly isSingleInAll: boolean;
  /** What tells the service apart that its provider talks to; empty for that of the environment. */
  readonly service: string;
  /** What its provider does if an object to be created exists. */
  readonly onExisting: OnExisting | 'unknown';
  /** The programs that run when an instance is created or deleted. */
  readonly provisioners: readonly Provisioner[];
  /** By attribute. */
  readonly expressions: Values;
}

/** A program that Terraform runs when it creates or deletes an object. */
export interface Provisioner {
  readonly type: string;
  /** By argument, as JSON shows them: constants and references. */
  readonly expressions: Values;
}

/** A provider block. */
export interface ProviderBlock {
  /** The local name with its alias, and the module: `platform.other`, `module.a:platform`. */
  readonly key: string;
  /** The address of the provider. */
  readonly provider: string;
  /** By attribute. */
  readonly expressions: Values;
  /** The values of the root variables that the plan fixes, by name. */
  readonly variables: Values;
}

/** An output of the root module that the apply creates, changes or deletes. */
export interface OutputChange {
  readonly name: string;
  readonly actions: readonly string[];
  /** {@link UNKNOWN} where it is known only after the apply. */
  readonly after: unknown;
  readonly isSensitive: boolean;
  readonly wasSensitive: boolean;
  /** As JSON shows it: a constant, or references. */
  readonly expression: Values;
}

/** The configuration of a plan. */
export interface Configuration {
  /** By the address of a module without its keys (`''`, `module.a.module.b`) and their own. */
  readonly blocks: ReadonlyMap<string, ResourceBlock>;
  readonly providers: readonly ProviderBlock[];
}

/** Actions of Terraform and OpenTofu, in whatever order they stand. */
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

export function fateOf(actions: readonly string[]): Fate | undefined {
  const text = [...actions].sort().join(' ');
  return Object.hasOwn(fates, text) ? fates[text] : undefined;
}

/** Whether anything is done. */
export function isNoOp({ actions }: ResourceChange): boolean {
  return actions.every((action) => action === 'no-op' || action === 'read');
}
