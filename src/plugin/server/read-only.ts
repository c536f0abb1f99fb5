/** The calls about objects that Terraform does not manage: data sources and ephemeral resources. */
import { openEphemeral } from '../core/open';
import { readData } from '../core/read';
import { validateConfig } from '../core/validate';
import type { Handlers } from '../wire/service';
import type { Timestamp } from '../../grpc/well-known';
import { type CallDescription, decodeObject, encodeObject, lookup, type PluginSession, withDiagnostics } from './call';

type DataSourceCalls = 'ValidateDataResourceConfig' | 'ReadDataSource';

export function dataSourceHandlers(session: PluginSession): Required<Pick<Handlers, DataSourceCalls>> {
  const { dataSources } = session.provider;
  const about = (summary: string, typeName: string): CallDescription => ({
    summary: `${summary} ${typeName}`,
    typeName,
    schema: dataSources?.[typeName]?.schema,
  });
  return {
    ValidateDataResourceConfig: (request, context) =>
      withDiagnostics(session, context, about('Cannot check', request.typeName), async ({ diags, bare }) => {
        const source = lookup(dataSources, request.typeName, 'data source');
        const config = decodeObject(request.config, source.schema) ?? {};
        validateConfig(source.schema, config, diags, { writeOnlyAllowed: false });
        if (!diags.hasErrors) await source.validate?.(bare({ config }));
        return {};
      }),
    ReadDataSource: (request, context) =>
      withDiagnostics(session, context, about('Cannot read', request.typeName), async (call) => {
        const source = lookup(dataSources, request.typeName, 'data source');
        const state = await readData(source, decodeObject(request.config, source.schema) ?? {}, call);
        return { state: encodeObject(state, source.schema) };
      }),
  };
}

type EphemeralCalls =
  | 'ValidateEphemeralResourceConfig'
  | 'OpenEphemeralResource'
  | 'RenewEphemeralResource'
  | 'CloseEphemeralResource';

export function ephemeralHandlers(session: PluginSession): Required<Pick<Handlers, EphemeralCalls>> {
  const { ephemeralResources } = session.provider;
  const about = (summary: string, typeName: string): CallDescription => ({
    summary: `${summary} ${typeName}`,
    typeName,
    schema: ephemeralResources?.[typeName]?.schema,
  });
  return {
    ValidateEphemeralResourceConfig: (request, context) =>
      withDiagnostics(session, context, about('Cannot check', request.typeName), async ({ diags, bare }) => {
        const ephemeral = lookup(ephemeralResources, request.typeName, 'ephemeral resource');
        const config = decodeObject(request.config, ephemeral.schema) ?? {};
        validateConfig(ephemeral.schema, config, diags, { writeOnlyAllowed: false });
        if (!diags.hasErrors) await ephemeral.validate?.(bare({ config }));
        return {};
      }),
    OpenEphemeralResource: (request, context) =>
      withDiagnostics(session, context, about('Cannot open', request.typeName), async (call) => {
        const ephemeral = lookup(ephemeralResources, request.typeName, 'ephemeral resource');
        const opened = await openEphemeral(ephemeral, decodeObject(request.config, ephemeral.schema) ?? {}, call);
        if (opened === undefined) return {};
        return {
          result: encodeObject(opened.result, ephemeral.schema),
          renewAt: timestamp(opened.renewAt),
          private: encodeNotes({ opened: opened.private, latest: opened.private }),
        };
      }),
    RenewEphemeralResource: async (request, context) => {
      const response = await withDiagnostics(
        session,
        context,
        about('Cannot renew', request.typeName),
        async (call) => {
          const ephemeral = lookup(ephemeralResources, request.typeName, 'ephemeral resource');
          const { opened, latest } = decodeNotes(request.private);
          const renewed = await ephemeral.renew?.(call.context({ private: latest }));
          return {
            renewAt: timestamp(renewed?.renewAt),
            private: encodeNotes({ opened, latest: renewed?.private ?? latest }),
          };
        },
      );
      // OpenTofu closes with the contents of this response only, also after a failure.
      return { private: request.private, ...response };
    },
    CloseEphemeralResource: (request, context) =>
      withDiagnostics(session, context, about('Cannot close', request.typeName), async (call) => {
        const ephemeral = lookup(ephemeralResources, request.typeName, 'ephemeral resource');
        await ephemeral.close?.(call.context({ private: decodeNotes(request.private).opened }));
        return {};
      }),
  };
}

function timestamp(date: Date | undefined): Timestamp | undefined {
  if (date === undefined) return undefined;
  const seconds = Math.floor(date.getTime() / 1_000);
  return { seconds, nanos: (date.getTime() - seconds * 1_000) * 1_000_000 };
}

/**
 * `close` must get the result of `open`: Terraform passes the bytes of the opening, OpenTofu those of the last renewal.
 */
interface Notes {
  readonly opened?: unknown;
  /** Returns the data of the last `renew`, or else of `open`. */
  readonly latest?: unknown;
}

function encodeNotes(notes: Notes): Uint8Array | undefined {
  return notes.latest === undefined ? undefined : Buffer.from(JSON.stringify(notes));
}

function decodeNotes(bytes: Uint8Array | undefined): Notes {
  return bytes === undefined || bytes.length === 0 ? {} : (JSON.parse(Buffer.from(bytes).toString()) as Notes);
}
