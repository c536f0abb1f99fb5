/** The calls of `terraform query` (≥ 1.14): ValidateListResourceConfig and the stream of ListResource. */
import type { CallScope } from '../sdk/context';
import { identityType, wholeIdentity } from '../core/identity';
import { normalizeNewState } from '../core/new-state';
import { validateConfig } from '../core/validate';
import type { Schema } from '../schema/schema';
import type { Provider } from '../sdk/provider';
import type { Listed, Resource } from '../sdk/resource';
import type { Handlers, ResponseOf } from '../wire/service';
import { printable } from '../../base/text/printable';
import {
  beginCall,
  callScope,
  decodeObject,
  encodeDiagnostics,
  encodeDynamic,
  encodeObject,
  lookup,
  type PluginSession,
  withDiagnostics,
} from './call';
import { type Problem, problemsToDiagnostics, reportThrown } from '../sdk/diagnostics';

type ListCalls = 'ValidateListResourceConfig' | 'ListResource';

export function listHandlers(session: PluginSession): Required<Pick<Handlers, ListCalls>> {
  const { listResources, resources } = session.provider;
  return {
    ValidateListResourceConfig: ({ typeName, config: value }, context) => {
      const schema = listResources?.[typeName]?.schema;
      const about = { summary: `Cannot check ${typeName}`, typeName, schema };
      return withDiagnostics(session, context, about, async ({ diags, bare }) => {
        const list = lookup(listResources, typeName, 'list resource');
        const config = decodeObject(value, list.schema) ?? {};
        validateConfig(list.schema, config, diags, { writeOnlyAllowed: false });
        if (!diags.hasErrors) await list.validate?.(bare({ config }));
        return {};
      });
    },
    async *ListResource({ typeName, config: value, includeResourceObject, limit }, context) {
      const running = beginCall(session, context);
      const call = callScope(session, typeName, running);
      const reports = untoldDiagnostics(call, session.provider, listResources?.[typeName]?.schema);
      try {
        const list = lookup(listResources, typeName, 'list resource');
        const resource = lookup(resources, typeName, 'resource');
        if (limit <= 0) return;
        const config = decodeObject(value, list.schema) ?? {};
        let left = limit;
        for await (const found of list.list(call.context({ config, limit, includeResource: includeResourceObject }))) {
          // A partial list must not look complete.
          running.signal.throwIfAborted();
          const event = toEvent(resource, found, includeResourceObject, call);
          // Terraform ends the list at an event with an error.
          yield* reports();
          if (event === undefined || call.diags.hasErrors) return;
          yield event;
          left -= 1;
          if (left <= 0) return;
        }
      } catch (error) {
        reportThrown(error, `Cannot list ${typeName}`, call);
      } finally {
        running.end();
      }
      yield* reports();
    },
  };
}

/** The diagnostics that came since the last time, as an event of their own. */
function untoldDiagnostics(
  { diags }: CallScope,
  provider: Provider,
  schema: Schema | undefined,
): () => ResponseOf<'ListResource'>[] {
  let told = 0;
  return () => {
    const untold = diags.items.slice(told);
    told += untold.length;
    return untold.length === 0 ? [] : [{ diagnostics: encodeDiagnostics(provider, untold, schema) }];
  };
}

/** Undefined, with errors, for an object without an identity, which Terraform would refuse. */
function toEvent(
  { schema, identity }: Resource,
  { displayName, identity: given, state }: Listed,
  includeResource: boolean,
  call: CallScope,
): ResponseOf<'ListResource'> | undefined {
  const problems: Problem[] = [];
  if (identity === undefined) problems.push({ path: [], message: 'has no identity: the resource declares none' });
  const known = identity && wholeIdentity(identity, given, problems);
  if (includeResource && state === undefined)
    problems.push({
      path: [],
      message: `was requested with its state, and ${JSON.stringify(displayName)} has no state`,
    });
  const object = includeResource && state !== undefined ? normalizeNewState(schema, state, null, problems) : undefined;
  const found = problemsToDiagnostics(problems, `${call.typeName}: list`);
  // The path leads into the object, and not into the configuration of the list.
  call.diags.add(...found.map((problem) => ({ ...problem, path: undefined })));
  if (problems.length > 0 || identity === undefined || known === undefined) return undefined;
  return {
    displayName: printable(displayName),
    identity: { identityData: encodeDynamic(known, identityType(identity)) },
    resourceObject: object && encodeObject(object, schema),
  };
}
