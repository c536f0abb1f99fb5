/** Creates a data source for many objects: all that match the filters, in the order of the list. */
import { snakeCase, type Values } from '../../api';
import type { DataSource, Schema } from '../../plugin';
import type { Declaration } from '../../schema';
import { attributesOf } from '../convert/schema';
import { dataSourceFields, dataSourceState, uidOf } from '../convert/to-state';
import { userError } from '../messages/diagnostics';
import { lookedUpTooEarly } from '../planned/review-plan';
import { connected, type Session } from '../session/session';
import { checkScopes, filterAttributes, matches, queryOf, warnOfMalformed } from './filters';
import { collectionInWords } from '../messages/subject';
import { parentAttribute } from '../convert/to-api';

export function pluralSource(declaration: Declaration): DataSource<Schema, Session> {
  const collection = snakeCase(declaration.collection);
  return {
    schema: pluralSchema(declaration),
    validate: ({ config, diags }) => checkScopes(config, diags),
    async read({ config, client: session, diags, signal }) {
      const tooEarly = lookedUpTooEarly(collectionInWords(declaration), config, session.review);
      if (tooEarly !== undefined) {
        diags.add(tooEarly);
        return { ...config, [collection]: [] };
      }
      const { client } = connected(session);
      const query = queryOf(declaration, config);
      try {
        const list = async () => {
          const objects: Values[] = [];
          const options = { signal, onMalformed: warnOfMalformed(diags) };
          for await (const object of client.list(declaration, query, options)) objects.push(object);
          return objects;
        };
        const uid = query.childrenOf ?? query.descendantsOf;
        const listed = await session.propagation.retryWhilePropagating({ uid }, { signal }, list);
        const uids = new Set(listed.map((object) => uidOf(declaration, object)));
        const objects = session.recent.corrected(
          declaration,
          listed,
          (object) => uids.has(uidOf(declaration, object)) || matches(declaration, query, object),
        );
        return { ...config, [collection]: objects.map((object) => dataSourceState(declaration, object)) };
      } catch (error) {
        throw userError(error, { verb: 'list', declaration, subject: collectionInWords(declaration) });
      }
    },
  };
}

function pluralSchema(declaration: Declaration): Schema {
  const parent = parentAttribute(declaration);
  return {
    description: `All ${collectionInWords(declaration)} that match the filters. ${declaration.description}`,
    attributes: {
      ...filterAttributes(declaration),
      [snakeCase(declaration.collection)]: {
        type: {
          nesting: 'list',
          attributes: {
            ...attributesOf(dataSourceFields(declaration), true),
            ...(parent !== undefined && {
              [parent]: { type: 'string', mode: 'computed', description: declaration.parent?.description },
            }),
          },
        },
        mode: 'computed',
        description: 'The matching objects.',
      },
    },
  };
}
