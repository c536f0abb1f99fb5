/** ValidateProviderConfig, ConfigureProvider, StopProvider: the provider as a whole. */
import type { Handlers } from '../wire';
import { validateConfig } from '../core/validate';
import { withDiagnostics, type Session, stopRunning } from './call';
import { decodeObject } from './values';

type Names = 'ValidateProviderConfig' | 'ConfigureProvider' | 'StopProvider';

export function configureHandlers(session: Session): Required<Pick<Handlers, Names>> {
  const { provider } = session;
  const { schema, name: typeName } = provider;
  return {
    ValidateProviderConfig: (request, context) =>
      withDiagnostics(
        session,
        context,
        { summary: 'Could not check the provider configuration', typeName, schema },
        async ({ diags, bare }) => {
          const config = decodeObject(request.config, schema) ?? {};
          validateConfig(schema, config, diags, { writeOnlyAllowed: false });
          if (!diags.hasErrors) await provider.validate?.({ ...bare, config });
          return {};
        },
      ),
    ConfigureProvider: (request, context) =>
      withDiagnostics(
        session,
        context,
        { summary: 'Could not configure the provider', typeName, schema },
        async ({ bare }) => {
          const config = decodeObject(request.config, schema) ?? {};
          const client: unknown = await provider.configure({
            ...bare,
            config,
            terraformVersion: request.terraformVersion,
          });
          session.configured = { client };
          return {};
        },
      ),
    async StopProvider() {
      stopRunning(session);
      return { error: '' };
    },
  };
}
