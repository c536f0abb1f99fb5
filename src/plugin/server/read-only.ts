/** The calls about objects that Terraform does not manage: data sources, ephemeral resources, list resources (≥ 1.14). */
import { type CallScope, type Problem, problemsToDiagnostics, reportThrown } from '../core/call';
import { normalizeNewState } from '../core/complete';
import { identityOf, identityType, openEphemeral, readData } from '../core/read';
import { validateConfig } from '../core/validate';
import type { Listed, Resource } from '../sdk/resource';
import type { Handlers, ResponseOf } from '../wire/service';
import type { Timestamp } from '../../grpc/well-known';
import { printable } from '../../text/printable';
import {
  beginCall,
  type CallDescription,
  callScope,
  decodeObject,
  encodeDiagnostics,
  encodeDynamic,
  encodeObject,
  lookup,
  type Session,
  withDiagnostics,
} from './call';

type DataSourceCalls = 'ValidateDataResourceConfig' | 'ReadDataSource';

export function dataSourceHandlers(session: Session): Required<Pick<Handlers, DataSourceCalls>> {
  const { dataSources } = session.provider;
  const about = (summary: string, typeName: string): CallDescription => ({
    summary: `${summary} ${typeName}`,
    typeName,
    schema: dataSources?.[typeName]?.schema,
  });
  return {
    ValidateDataResourceConfig: (request, context) =>
      withDiagnostics(session, context, about('Could not check', request.typeName), async ({ diags, bare }) => {
        const source = lookup(dataSources, request.typeName, 'data source');
        const config = decodeObject(request.config, source.schema) ?? {};
        validateConfig(source.schema, config, diags, { writeOnlyAllowed: false });
        if (!diags.hasErrors) await source.validate?.({ ...bare, config });
        return {};
      }),
    ReadDataSource: (request, context) =>
      withDiagnostics(session, context, about('Could not read', request.typeName), async (call) => {
        const source = lookup(dataSources, request.typeName, 'data source');
        const state = await readData(source, decodeObject(request.config, source.schema) ?? {}, call);
        return { state: encodeObject(state, source.schema) };
      }),
  };
}

type EphemeralCalls =
  'ValidateEphemeralResourceConfig' | 'OpenEphemeralResource' | 'RenewEphemeralResource' | 'CloseEphemeralResource';

export function ephemeralHandlers(session: Session): Required<Pick<Handlers, EphemeralCalls>> {
  const { ephemeralResources } = session.provider;
  const about = (summary: string, typeName: string): CallDescription => ({
    summary: `${summary} ${typeName}`,
    typeName,
    schema: ephemeralResources?.[typeName]?.schema,
  });
  return {
    ValidateEphemeralResourceConfig: (request, context) =>
      withDiagnostics(session, context, about('Could not check', request.typeName), async ({ diags, bare }) => {
        const ephemeral = lookup(ephemeralResources, request.typeName, 'ephemeral resource');
        const config = decodeObject(request.config, ephemeral.schema) ?? {};
        validateConfig(ephemeral.schema, config, diags, { writeOnlyAllowed: false });
        if (!diags.hasErrors) await ephemeral.validate?.({ ...bare, config });
        return {};
      }),
    OpenEphemeralResource: (request, context) =>
      withDiagnostics(session, context, about('Could not open', request.typeName), async (call) => {
        const ephemeral = lookup(ephemeralResources, request.typeName, 'ephemeral resource');
        const opened = await openEphemeral(ephemeral, decodeObject(request.config, ephemeral.schema) ?? {}, call);
        if (opened === undefined) return {};
        return {
          result: encodeObject(opened.result, ephemeral.schema),
          renewAt: timestamp(opened.renewAt),
          private: encodeNotes(opened.private),
        };
      }),
    RenewEphemeralResource: (request, context) =>
      withDiagnostics(session, context, about('Could not renew', request.typeName), async (call) => {
        const ephemeral = lookup(ephemeralResources, request.typeName, 'ephemeral resource');
        const renewed = await ephemeral.renew?.({ ...call.context, private: decodeNotes(request.private) });
        return { renewAt: timestamp(renewed?.renewAt), private: encodeNotes(renewed?.private) };
      }),
    CloseEphemeralResource: (request, context) =>
      withDiagnostics(session, context, about('Could not close', request.typeName), async (call) => {
        const ephemeral = lookup(ephemeralResources, request.typeName, 'ephemeral resource');
        await ephemeral.close?.({ ...call.context, private: decodeNotes(request.private) });
        return {};
      }),
  };
}

function timestamp(date: Date | undefined): Timestamp | undefined {
  if (date === undefined) return undefined;
  const seconds = Math.floor(date.getTime() / 1_000);
  return { seconds, nanos: (date.getTime() - seconds * 1_000) * 1_000_000 };
}

function encodeNotes(notes: unknown): Uint8Array | undefined {
  return notes === undefined ? undefined : Buffer.from(JSON.stringify(notes));
}

function decodeNotes(bytes: Uint8Array | undefined): unknown {
  return bytes === undefined || bytes.length === 0 ? undefined : JSON.parse(Buffer.from(bytes).toString());
}

type ListCalls = 'ValidateListResourceConfig' | 'ListResource';

export function listHandlers(session: Session): Required<Pick<Handlers, ListCalls>> {
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
    displayName: printable(displayName),
    identity: { identityData: encodeDynamic(known, identityType(declared)) },
    resourceObject: object && encodeObject(object, schema),
  };
}
