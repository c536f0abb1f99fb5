/** `platform_token`: the token that the provider itself uses, for whatever else in the run speaks to the API. */
import { DiagError, type Ephemeral, type Schema } from '../plugin';
import { userError } from './diagnostics';
import { unknownConfiguration, type Session } from './session';

export const tokenResource: Ephemeral<Schema, Session> = {
  schema: {
    description: 'A token of the API for the identity that the provider acts as. It exists during the run only.',
    attributes: {
      token: { type: 'string', mode: 'computed', sensitive: true, description: 'The token.' },
    },
  },
  async open({ client: session, signal }) {
    if (session.token === undefined)
      throw new DiagError('The provider is not configured yet', unknownConfiguration(session));
    try {
      return { result: { token: await session.token(signal) } };
    } catch (error) {
      throw userError(error, { verb: 'obtain', subject: 'a token' });
    }
  },
};
