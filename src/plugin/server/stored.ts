/** UpgradeResourceState, ImportResourceState, MoveResourceState, UpgradeResourceIdentity: objects that exist already. */
import type { Handlers } from '../wire';
import { identityType } from '../core/identity';
import { importResource } from '../core/read';
import { moveState, parseState, upgradeState } from '../core/stored-state';
import { fromJson } from '../values/from-json';
import { guarded, type Guarded } from './guard';
import { entry, type Session } from './session';
import { decodeIdentity, encodeDynamic, encodeIdentity, encodeObject } from './values';

type Names = 'UpgradeResourceState' | 'ImportResourceState' | 'MoveResourceState' | 'UpgradeResourceIdentity';

export function storedHandlers(session: Session): Required<Pick<Handlers, Names>> {
  const { resources } = session.provider;
  const about = (summary: string, typeName: string): Guarded => ({
    summary: `${summary} ${typeName}`,
    typeName,
    schema: resources?.[typeName]?.schema,
  });
  return {
    UpgradeResourceState: ({ typeName, version, rawState }, context) =>
      guarded(session, context, about('Could not read the stored state of', typeName), (call) => {
        const resource = entry(resources, typeName, 'resource');
        const state = upgradeState(resource, version, rawState?.json ?? new Uint8Array(), call);
        return state === null ? {} : { upgradedState: encodeObject(state, resource.schema) };
      }),
    ImportResourceState: ({ typeName, id, identity }, context) =>
      guarded(session, context, about('Could not import', typeName), async (call) => {
        const resource = entry(resources, typeName, 'resource');
        const source = { id, identity: decodeIdentity(resource.identity, identity) };
        const state = await importResource(resource, source, call);
        if (state === null) return {};
        const imported = {
          typeName,
          state: encodeObject(state, resource.schema),
          private: call.notes.encode(),
          identity,
        };
        return { importedResources: [imported] };
      }),
    MoveResourceState: (request, context) =>
      guarded(session, context, about('Could not move to', request.targetTypeName), async (call) => {
        const resource = entry(resources, request.targetTypeName, 'resource');
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
          targetPrivate: call.notes.encode(),
          targetIdentity: encodeIdentity(resource.identity, state, call),
        };
      }),
    UpgradeResourceIdentity: ({ typeName, rawIdentity }, context) =>
      guarded(session, context, about('Could not read the stored identity of', typeName), () => {
        const { identity } = entry(resources, typeName, 'resource');
        if (identity === undefined) return {};
        const type = identityType(identity);
        const json = parseState(rawIdentity?.json ?? new Uint8Array());
        return { upgradedIdentity: { identityData: encodeDynamic(fromJson(json, type), type) } };
      }),
  };
}
