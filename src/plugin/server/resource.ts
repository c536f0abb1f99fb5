/** ValidateResourceConfig, ReadResource, PlanResourceChange, ApplyResourceChange: the life of a managed object. */
import type { CallContext, Handlers } from '../wire';
import type { Resource } from '../sdk/resource';
import { pathToWire } from '../schema/wire-path';
import { applyResource } from '../core/apply';
import type { CallScope } from '../core/call';
import { planResource } from '../core/plan';
import { readResource } from '../core/read';
import { validateConfig } from '../core/validate';
import { guarded } from './guard';
import { entry, type Session } from './session';
import { decodeObject, encodeIdentity, encodeObject } from './values';

type Names = 'ValidateResourceConfig' | 'ReadResource' | 'PlanResourceChange' | 'ApplyResourceChange';

export function resourceHandlers(session: Session): Required<Pick<Handlers, Names>> {
  return {
    ValidateResourceConfig: (request, context) =>
      forResource(session, context, 'Could not check', request, async (resource, { diags, bare }) => {
        const config = decodeObject(request.config, resource.schema) ?? {};
        const writeOnlyAllowed = request.clientCapabilities?.writeOnlyAttributesAllowed ?? false;
        validateConfig(resource.schema, config, diags, { writeOnlyAllowed });
        if (!diags.hasErrors) await resource.validate?.({ ...bare, config });
        return {};
      }),
    ReadResource: (request, context) =>
      forResource(session, context, 'Could not read', request, async (resource, call) => {
        const current = decodeObject(request.currentState, resource.schema);
        const state = current && (await readResource(resource, current, call));
        return {
          newState: encodeObject(state, resource.schema),
          private: call.notes.encode(),
          newIdentity: encodeIdentity(resource.identity, state, call),
        };
      }),
    PlanResourceChange: (request, context) =>
      forResource(
        session,
        context,
        'Could not plan',
        { ...request, private: request.priorPrivate },
        async (resource, call) => {
          const { schema } = resource;
          const { planned, requiresReplace } = await planResource(
            resource,
            {
              prior: decodeObject(request.priorState, schema),
              proposed: decodeObject(request.proposedNewState, schema),
              config: decodeObject(request.config, schema),
            },
            call,
          );
          return {
            plannedState: encodeObject(planned, schema),
            requiresReplace: requiresReplace.flatMap((path) => pathToWire(path, schema) ?? []),
            plannedPrivate: call.notes.encode(),
            plannedIdentity: request.priorIdentity,
          };
        },
      ),
    ApplyResourceChange: (request, context) =>
      forResource(
        session,
        context,
        'Could not apply',
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
            private: state === null ? new Uint8Array() : call.notes.encode(),
            newIdentity: encodeIdentity(resource.identity, state, call),
          };
        },
      ),
  };
}

function forResource<R extends object>(
  session: Session,
  context: CallContext,
  failing: string,
  request: { readonly typeName: string; readonly private?: Uint8Array },
  work: (resource: Resource, call: CallScope) => Promise<R>,
): ReturnType<typeof guarded<R>> {
  const { resources } = session.provider;
  const { typeName } = request;
  const schema = resources?.[typeName]?.schema;
  const about = { summary: `${failing} ${typeName}`, typeName, private: request.private, schema };
  return guarded(session, context, about, (call) => work(entry(resources, typeName, 'resource'), call));
}
