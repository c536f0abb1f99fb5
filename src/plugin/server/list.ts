/** ValidateListResourceConfig, ListResource (Terraform ≥ 1.14): a stream of the objects found. */
import type { Handlers, ResponseOf } from '../wire';
import type { Listed, Resource } from '../sdk/resource';
import type { CallScope } from '../core/call';
import { normalizeNewState } from '../core/complete';
import { identityOf, identityType } from '../core/read';
import { type Problem, problemsToDiagnostics, reportThrown } from '../core/problem';
import { validateConfig } from '../core/validate';
import { beginCall, callScope, lookup, withDiagnostics, type Session } from './call';
import { decodeObject, encodeDiagnostics, encodeDynamic, encodeObject } from './values';

type Names = 'ValidateListResourceConfig' | 'ListResource';

export function listHandlers(session: Session): Required<Pick<Handlers, Names>> {
  const { listResources, resources } = session.provider;
  return {
    ValidateListResourceConfig: ({ typeName, config: value }, context) => {
      const schema = listResources?.[typeName]?.schema;
      const about = { summary: `Could not check ${typeName}`, typeName, schema };
      return withDiagnostics(session, context, about, async ({ diags, bare }) => {
        const list = lookup(listResources, typeName, 'list resource');
        const config = decodeObject(value, list.schema) ?? {};
        validateConfig(list.schema, config, diags, { writeOnlyAllowed: false });
        if (!diags.hasErrors) await list.validate?.({ ...bare, config });
        return {};
      });
    },
    async *ListResource({ typeName, config: value, includeResourceObject, limit }, context) {
      const { signal, end } = beginCall(session, context);
      const call = callScope(session, typeName, signal);
      try {
        const list = lookup(listResources, typeName, 'list resource');
        const resource = lookup(resources, typeName, 'resource');
        const config = decodeObject(value, list.schema) ?? {};
        let left = limit > 0 ? limit : Infinity;
        const found = list.list({ ...call.context, config, limit: left, includeResource: includeResourceObject });
        for await (const object of found) {
          if (signal.aborted) return;
          yield toEvent(resource, object, includeResourceObject, call);
          left -= 1;
          if (left <= 0 || call.diags.hasErrors) return;
        }
        if (call.diags.items.length > 0) yield { diagnostics: encodeDiagnostics(call.diags.items) };
      } catch (error) {
        reportThrown(error, `Could not list ${typeName}`, call);
        yield { diagnostics: encodeDiagnostics(call.diags.items) };
      } finally {
        end();
      }
    },
  };
}

/** An object without its identity would be refused; errors stand in for it. */
function toEvent(
  { schema, identity }: Resource,
  { displayName, identity: given, state }: Listed,
  includeResource: boolean,
  call: CallScope,
): ResponseOf<'ListResource'> {
  const problems: Problem[] = [];
  const declared = identity && { ...identity, of: () => given };
  if (declared === undefined) problems.push({ path: [], message: 'has no identity: the resource declares none' });
  const known = declared && identityOf(declared, given, problems);
  const object = includeResource && state !== undefined ? normalizeNewState(schema, state, null, problems) : undefined;
  call.diags.add(...problemsToDiagnostics(problems, `${call.typeName}: list`));
  if (problems.length > 0 || known === undefined || declared === undefined) {
    return { diagnostics: encodeDiagnostics(call.diags.items) };
  }
  return {
    displayName,
    identity: { identityData: encodeDynamic(known, identityType(declared)) },
    resourceObject: object && encodeObject(object, schema),
  };
}
