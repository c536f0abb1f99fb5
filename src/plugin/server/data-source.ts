/** ValidateDataResourceConfig, ReadDataSource. */
import type { Handlers } from '../wire';
import { readData } from '../core/read-only';
import { validateConfig } from '../core/validate';
import { guarded, type Guarded } from './guard';
import { entry, type Session } from './session';
import { decodeObject, encodeObject } from './values';

type Names = 'ValidateDataResourceConfig' | 'ReadDataSource';

export function dataSourceHandlers(session: Session): Required<Pick<Handlers, Names>> {
  const { dataSources } = session.provider;
  const about = (summary: string, typeName: string): Guarded => ({
    summary: `${summary} ${typeName}`,
    typeName,
    schema: dataSources?.[typeName]?.schema,
  });
  return {
    ValidateDataResourceConfig: (request, context) =>
      guarded(session, context, about('Could not check', request.typeName), async ({ diags, bare }) => {
        const source = entry(dataSources, request.typeName, 'data source');
        const config = decodeObject(request.config, source.schema) ?? {};
        validateConfig(source.schema, config, diags, { writeOnlyAllowed: false });
        if (!diags.hasErrors) await source.validate?.({ ...bare, config });
        return {};
      }),
    ReadDataSource: (request, context) =>
      guarded(session, context, about('Could not read', request.typeName), async (call) => {
        const source = entry(dataSources, request.typeName, 'data source');
        const state = await readData(source, decodeObject(request.config, source.schema) ?? {}, call);
        return { state: encodeObject(state, source.schema) };
      }),
  };
}
