/**
 * The calls about a managed object: its life (ValidateResourceConfig, ReadResource, PlanResourceChange, ApplyResourceChange),
 * and objects that exist already (UpgradeResourceState, ImportResourceState, MoveResourceState, GenerateResourceConfig,
 * UpgradeResourceIdentity).
 */
import { applyResource } from '../core/apply';
import type { CallScope } from '../sdk/context';
import { planResource } from '../core/plan';
import { generateConfig } from '../core/generate-config';
import { findIdentity, identityType } from '../core/identity';
import { importResource } from '../core/import';
import { moveState } from '../core/move';
import { parseState, upgradeIdentity, upgradeState } from '../core/upgrade';
import { readResource } from '../core/read';
import { validateConfig } from '../core/validate';
import { pathToWire } from './to-wire';
import type { Resource } from '../sdk/resource';
import type { Values } from '../values/types';
import type { ResourceIdentityData } from '../wire/messages';
import type { CallContext, Handlers, RequestOf } from '../wire/service';
import {
  lookup,
  withDiagnostics,
  type CallDescription,
  type PluginSession,
  decodeIdentity,
  decodeObject,
  encodeDynamic,
  encodeIdentity,
  encodeObject,
} from './call';

type ResourceCalls = 'ValidateResourceConfig' | 'ReadResource' | 'PlanResourceChange' | 'ApplyResourceChange';

export function resourceHandlers(session: PluginSession): Required<Pick<Handlers, ResourceCalls>> {
  return {
    ValidateResourceConfig: (request, context) =>
      forResource(session, context, 'Cannot check', request, async (resource, { diags, bare }) => {
        const config = decodeObject(request.config, resource.schema) ?? {};
        const writeOnlyAllowed = request.clientCapabilities?.writeOnlyAttributesAllowed ?? false;
        validateConfig(resource.schema, config, diags, { writeOnlyAllowed });
        if (!diags.hasErrors) await resource.validate?.(bare({ config }));
        return {};
      }),
    ReadResource: (request, context) =>
      forResource(session, context, 'Cannot read', request, async (resource, call) => {
        const current = decodeObject(request.currentState, resource.schema);
        const state = current && (await readResource(resource, current, call));
        return {
          newState: encodeObject(state, resource.schema, { object: current, bytes: request.currentState }),
          private: call.privateState.encode(),
          newIdentity: encodeIdentity(resource.identity, state, call),
        };
      }),
    PlanResourceChange: (request, context) =>
      forResource(
        session,
        context,
        'Cannot plan',
        { ...request, private: request.priorPrivate },
        async (resource, call) => {
          const { schema } = resource;
          const prior = decodeObject(request.priorState, schema);
          const { planned, requiresReplace } = await planResource(
            resource,
            {
              prior,
              // If nothing was changed, Terraform proposes the prior state.
              proposed: sameBytes(request) ? prior : decodeObject(request.proposedNewState, schema),
              config: decodeObject(request.config, schema),
            },
            call,
          );
          return {
            plannedState: encodeObject(planned, schema, { object: prior, bytes: request.priorState }),
            requiresReplace: requiresReplace.flatMap((path) => pathToWire(path, schema) ?? []),
            plannedPrivate: call.privateState.encode(),
            plannedIdentity: plannedIdentity(resource, prior, request.priorIdentity),
          };
        },
      ),
    ApplyResourceChange: (request, context) =>
      forResource(
        session,
        context,
        'Cannot apply',
        { ...request, private: request.plannedPrivate },
        async (resource, call) => {
          const { schema } = resource;
          const state = await applyResource(
            resource,
            {
              prior: decodeObject(request.priorState, schema),
              planned: decodeObject(request.plannedState, schema),
              config: decodeObject(request.config, schema),
            },
            call,
          );
          return {
            newState: encodeObject(state, schema),
            private: state === null ? new Uint8Array() : call.privateState.encode(),
            newIdentity: encodeIdentity(resource.identity, state, call),
          };
        },
      ),
  };
}

function sameBytes({ priorState, proposedNewState }: RequestOf<'PlanResourceChange'>): boolean {
  if (priorState === undefined || proposedNewState === undefined) return false;
  return priorState.msgpack.length > 0 && Buffer.compare(priorState.msgpack, proposedNewState.msgpack) === 0;
}

/** An object keeps its identity. A planned object has none, and neither has the second half of a replacement. */
function plannedIdentity(
  { identity }: Resource,
  prior: Values | null,
  stored: ResourceIdentityData | undefined,
): ResourceIdentityData | undefined {
  return prior === null ? undefined : (stored ?? toldIdentity(identity, prior));
}

/** The identity of an object that is perhaps known in part; undefined if it does not tell it. */
function toldIdentity(identity: Resource['identity'], state: Values): ResourceIdentityData | undefined {
  const known = identity && findIdentity(identity, state, []);
  return known && identity && { identityData: encodeDynamic(known, identityType(identity)) };
}

function forResource<R extends object>(
  session: PluginSession,
  context: CallContext,
  failing: string,
  request: { readonly typeName: string; readonly private?: Uint8Array },
  work: (resource: Resource, call: CallScope) => Promise<R>,
): ReturnType<typeof withDiagnostics<R>> {
  const { resources } = session.provider;
  const { typeName } = request;
  const schema = resources?.[typeName]?.schema;
  const about = { summary: `${failing} ${typeName}`, typeName, private: request.private, schema };
  return withDiagnostics(session, context, about, (call) => work(lookup(resources, typeName, 'resource'), call));
}

type StoredObjectCalls =
  | 'UpgradeResourceState'
  | 'ImportResourceState'
  | 'MoveResourceState'
  | 'GenerateResourceConfig'
  | 'UpgradeResourceIdentity';

export function storedHandlers(session: PluginSession): Required<Pick<Handlers, StoredObjectCalls>> {
  const { resources } = session.provider;
  const about = (summary: string, typeName: string): CallDescription => ({
    summary: `${summary} ${typeName}`,
    typeName,
    schema: resources?.[typeName]?.schema,
  });
  return {
    UpgradeResourceState: ({ typeName, version, rawState }, context) =>
      withDiagnostics(session, context, about('Cannot read the stored state of', typeName), (call) => {
        const resource = lookup(resources, typeName, 'resource');
        const state = upgradeState(resource, version, rawState?.json ?? new Uint8Array(), call);
        return state === null ? {} : { upgradedState: encodeObject(state, resource.schema) };
      }),
    ImportResourceState: ({ typeName, id, identity }, context) =>
      withDiagnostics(session, context, about('Cannot import', typeName), async (call) => {
        const resource = lookup(resources, typeName, 'resource');
        const source = { id, identity: decodeIdentity(resource.identity, identity) };
        const state = await importResource(resource, source, call);
        if (state === null) return {};
        const imported = {
          typeName,
          state: encodeObject(state, resource.schema),
          private: call.privateState.encode(),
          identity: toldIdentity(resource.identity, state) ?? identity,
        };
        return { importedResources: [imported] };
      }),
    MoveResourceState: (request, context) =>
      withDiagnostics(session, context, about('Cannot move to', request.targetTypeName), async (call) => {
        const resource = lookup(resources, request.targetTypeName, 'resource');
        const source = {
          providerAddress: request.sourceProviderAddress,
          typeName: request.sourceTypeName,
          schemaVersion: request.sourceSchemaVersion,
          state: parseState(request.sourceState?.json ?? new Uint8Array()),
        };
        const state = await moveState(resource, source, call);
        if (state === null) return {};
        return {
          targetState: encodeObject(state, resource.schema),
          targetPrivate: call.privateState.encode(),
          targetIdentity: encodeIdentity(resource.identity, state, call),
        };
      }),
    GenerateResourceConfig: ({ typeName, state: value }, context) =>
      withDiagnostics(session, context, about('Cannot generate configuration for', typeName), () => {
        const resource = lookup(resources, typeName, 'resource');
        const state = decodeObject(value, resource.schema);
        const config = state && generateConfig(resource, state);
        return { config: encodeObject(config, resource.schema) };
      }),
    UpgradeResourceIdentity: ({ typeName, version, rawIdentity }, context) =>
      withDiagnostics(session, context, about('Cannot read the stored identity of', typeName), (call) => {
        const { identity } = lookup(resources, typeName, 'resource');
        const known = identity && upgradeIdentity(identity, version, rawIdentity?.json ?? new Uint8Array(), call);
        if (identity === undefined || known === undefined) return {};
        return { upgradedIdentity: { identityData: encodeDynamic(known, identityType(identity)) } };
      }),
  };
}
