/** A managed object, and the operations of Terraform from its first plan to its end. */
import { identityType } from '../core/identity';
import { impliedType, type Schema } from '../schema/schema';
import type { Identity } from '../sdk/resource';
import { encodeValue } from '../values/codec';
import type { ResourceIdentityData } from '../wire/messages';
import { isWhollyKnown, typeToJson, type CtyType, Dyn, type Num, type Values } from '../values/types';
import { valuesEqual } from '../values/normal-form';
import { numberText } from '../values/number';
import {
  type DecodedResponse,
  type Connection,
  decodeResult,
  failOnErrors,
  type HostDiagnostic,
  readDiagnostics,
  toWire,
} from './connection';
import { fillConfig, proposedNew } from './configuration';

/** The plan of one object. */
export interface PlannedChange {
  /** The action that applying the plan would take. */
  readonly action: 'no-op' | 'create' | 'update' | 'replace' | 'delete';
  /** The planned object; values may be unknown. */
  readonly planned: Values | null;
  /** The paths that require a replacement, each as text such as `rule.0.port`. */
  readonly requiresReplace: readonly string[];
  /** The provider's warnings. */
  readonly warnings: readonly HostDiagnostic[];
}

/**
 * A managed object. `config` is the content of the block, and omitted attributes are null. Methods reject with a {@link
 * HostError} if the provider responds with errors.
 */
export interface ResourceInstance {
  /** The stored state, or null if nothing is stored. */
  readonly state: Values | null;
  /** The identity of the object; null without one, or before Terraform 1.12. */
  readonly identity: Values | null;
  /** The provider's stored private data. */
  readonly private: Uint8Array;
  /** True if the object will be replaced because its creation failed halfway. */
  readonly tainted: boolean;
  /** Returns the plan for `config`. Does not refresh first. */
  plan(config: Values): Promise<PlannedChange>;
  /** Refreshes, validates, plans, and applies the plan. An object whose creation failed halfway is tainted. */
  apply(config: Values): Promise<PlannedChange>;
  /** Reads the object; `state` is null afterwards if it is gone. */
  refresh(): Promise<void>;
  /**
   * Imports the object with this id, or with this identity (Terraform ≥ 1.12), and reads it. Rejects with an Error if it does
   * not exist.
   */
  import(target: string | Values): Promise<void>;
  /** Refreshes and deletes the object, if it exists. */
  destroy(): Promise<void>;
}

/** `identity`: as the type declares it; undefined as well where Terraform is too old for it. */
export function createInstance(
  connection: Connection,
  typeName: string,
  schema: Schema,
  identity: Identity<Schema> | undefined,
): ResourceInstance {
  const type = impliedType(schema);
  const identities = identityCodec(typeName, identity);
  let state: Values | null = null;
  let stored: ResourceIdentityData | undefined;
  let notes: Uint8Array = new Uint8Array();
  let tainted = false;

  const planFrom = async (
    prior: Values | null,
    { priorPrivate, priorIdentity }: { priorPrivate: Uint8Array; priorIdentity: ResourceIdentityData | undefined },
    config: Values | null,
  ): Promise<RawPlan> => {
    const response = await connection.call('PlanResourceChange', {
      typeName,
      priorState: toWire(prior, schema),
      proposedNewState: toWire(config && proposedNew(schema, prior, config), schema),
      config: toWire(config, schema),
      priorPrivate,
      priorIdentity,
      clientCapabilities: { writeOnlyAttributesAllowed: true },
    });
    const doubts = failOnErrors(response.diagnostics);
    const planned = decodeResult(response.plannedState, type) as Values | null;
    const isReplaced = prior === null || response.requiresReplace.length > 0;
    identities.check(response.plannedIdentity, { known: !isReplaced });
    return { response, planned, doubts };
  };

  const decide = async (config: Values): Promise<PlannedChange & RawPlan> => {
    const prior = tainted ? null : state;
    const validated = await connection.call('ValidateResourceConfig', {
      typeName,
      config: toWire(config, schema),
      clientCapabilities: { writeOnlyAttributesAllowed: true },
    });
    const doubts = failOnErrors(validated.diagnostics);
    const first = await planFrom(prior, tainted ? nothing : { priorPrivate: notes, priorIdentity: stored }, config);
    const warnings = [...doubts, ...first.doubts];
    const requiresReplace = first.response.requiresReplace.map(({ steps }) =>
      steps.map((step) => step.attributeName ?? step.elementKeyString ?? String(step.elementKeyInt)).join('.'),
    );
    if (prior === null) return { ...first, action: state === null ? 'create' : 'replace', requiresReplace, warnings };
    if (valuesEqual(first.planned, prior, type)) return { ...first, action: 'no-op', requiresReplace, warnings };
    if (requiresReplace.length === 0) return { ...first, action: 'update', requiresReplace, warnings };
    const { plannedPrivate: priorPrivate, plannedIdentity: priorIdentity } = first.response;
    const second = await planFrom(null, { priorPrivate, priorIdentity }, config);
    return { ...second, action: 'replace', requiresReplace, warnings };
  };

  const carryOut = async (
    prior: Values | null,
    config: Values | null,
    plan: RawPlan,
  ): Promise<readonly HostDiagnostic[]> => {
    const response = await connection.call('ApplyResourceChange', {
      typeName,
      priorState: toWire(prior, schema),
      plannedState: toWire(plan.planned, schema),
      config: toWire(config, schema),
      plannedPrivate: plan.response.plannedPrivate,
      plannedIdentity: plan.response.plannedIdentity,
    });
    state = decodeResult(response.newState, type) as Values | null;
    notes = response.private;
    stored = identities.check(response.newIdentity);
    const failed = readDiagnostics(response.diagnostics).some(({ severity }) => severity === 'error');
    tainted = failed && prior === null && state !== null;
    return failOnErrors(response.diagnostics);
  };

  const refresh = async (): Promise<void> => {
    if (state === null) return;
    const json = Buffer.from(stateJson(state, type));
    const upgraded = await connection.call('UpgradeResourceState', {
      typeName,
      version: schema.version ?? 0,
      rawState: { json },
    });
    failOnErrors(upgraded.diagnostics);
    const currentState = upgraded.upgradedState;
    const request = { typeName, currentState, private: notes, currentIdentity: stored };
    const response = await connection.call('ReadResource', request);
    failOnErrors(response.diagnostics);
    state = decodeResult(response.newState, type) as Values | null;
    notes = response.private;
    stored = identities.check(response.newIdentity);
  };

  return {
    get state() {
      return state;
    },
    get identity() {
      return identities.decode(stored);
    },
    get private() {
      return notes;
    },
    get tainted() {
      return tainted;
    },
    refresh,
    plan: (written) => decide(fillConfig(schema, written)),
    async apply(written) {
      const config = fillConfig(schema, written);
      await refresh();
      const plan = await decide(config);
      if (plan.action === 'no-op') return plan;
      const warnings = [...plan.warnings];
      if (plan.action === 'replace') warnings.push(...(await carryOut(state, null, { ...plan, planned: null })));
      const prior = plan.action === 'update' ? state : null;
      // Terraform plans once more, now that everything is known.
      const before = prior === null ? nothing : { priorPrivate: notes, priorIdentity: stored };
      warnings.push(...(await carryOut(prior, config, await planFrom(prior, before, config))));
      return { ...plan, warnings };
    },
    async import(target) {
      const by = typeof target === 'string' ? { id: target } : { identity: identities.encode(target) };
      const response = await connection.call('ImportResourceState', { typeName, ...by });
      failOnErrors(response.diagnostics);
      const [imported] = response.importedResources;
      state = decodeResult(imported?.state, type) as Values | null;
      notes = imported?.private ?? new Uint8Array();
      stored = identities.check(imported?.identity);
      if (typeof target !== 'string' && stored === undefined)
        throw new Error(`${typeName} was imported without identity.`);
      await refresh();
      if (state === null) throw new Error(`${typeName} ${JSON.stringify(target)} does not exist.`);
    },
    async destroy() {
      await refresh();
      if (state !== null)
        await carryOut(state, null, await planFrom(state, { priorPrivate: notes, priorIdentity: stored }, null));
    },
  };
}

const nothing = { priorPrivate: new Uint8Array(), priorIdentity: undefined };

/** Identities on the wire, with the checks of Terraform. A Terraform without support for identities ignores them. */
function identityCodec(typeName: string, identity: Identity<Schema> | undefined) {
  const type = identity && identityType(identity);
  const decode = (data: ResourceIdentityData | undefined): Values | null =>
    type === undefined ? null : (decodeResult(data?.identityData, type) as Values | null);
  return {
    decode,
    encode(values: Values): ResourceIdentityData {
      if (identity === undefined || type === undefined)
        throw new Error(`${typeName} is not imported by identity here.`);
      const whole = Object.fromEntries(
        Object.entries(identity.attributes).map(([name, { optionalForImport = false }]) => {
          if (values[name] === undefined && !optionalForImport) throw new Error(`The identity has no ${name}.`);
          return [name, values[name] ?? null];
        }),
      );
      return { identityData: { msgpack: encodeValue(whole, type), json: new Uint8Array() } };
    },
    /** The stored identity. */
    check(data: ResourceIdentityData | undefined, { known = true } = {}): ResourceIdentityData | undefined {
      const values = decode(data);
      if (known && values !== null && !isWhollyKnown(values))
        throw new Error(`The identity of ${typeName} is unknown.`);
      return values === null ? undefined : data;
    },
  };
}

interface RawPlan {
  readonly response: DecodedResponse<'PlanResourceChange'>;
  readonly planned: Values | null;
  readonly doubts: readonly HostDiagnostic[];
}

/** Numbers keep every digit; a dynamic value is written with its type. */
function stateJson(value: unknown, type: CtyType): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Dyn) return `{"type":${typeToJson(value.type)},"value":${stateJson(value.value, value.type)}}`;
  if (type === 'number') return numberText(value as Num);
  if (typeof type === 'string') return JSON.stringify(value);
  switch (type[0]) {
    case 'list':
    case 'set':
      return `[${(value as readonly unknown[]).map((element) => stateJson(element, type[1])).join()}]`;
    case 'tuple':
      return `[${type[1].map((element, index) => stateJson((value as readonly unknown[])[index], element)).join()}]`;
    case 'map':
      return members(Object.entries(value).map(([key, element]) => [key, stateJson(element, type[1])]));
    case 'object':
      return members(
        Object.entries(type[1]).map(([name, inner]) => [
          name,
          stateJson((value as Record<string, unknown>)[name], inner),
        ]),
      );
  }
}

function members(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join()}}`;
}
