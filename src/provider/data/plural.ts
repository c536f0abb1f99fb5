/** Creates a data source for many objects: all that match the filters, in the order of the list. */
import { snakeCase, type Values } from '../../model/api';
import type { MalformedObject } from '../../client';
import { isDeniedList, lacksList, listInV1 } from '../../client/internal';
import type { DataSource, Diagnostic, Schema } from '../../plugin';
import type { Declaration } from '../../model/schema';
import { createAttributes } from '../convert/resource-schema';
import { dataSourceFields, dataSourceState, getObjectUid } from '../convert/to-state';
import { userErrorOnce } from '../messages/diagnostics';
import { createWarning } from '../messages/severity';
import { isLookedUpTooEarly } from '../plan-records/review-plan';
import type { Sight } from '../refresh/visibility';
import { connected, type Session } from '../run/session';
import { checkUids, filterAttributes, matches, getQuery, SCOPES, warnOfMalformed } from './filters';
import { collectionInWords } from '../messages/subject';
import { parentAttribute } from '../convert/to-api';

export function pluralSource(declaration: Declaration): DataSource<Schema, Session> {
  const collection = snakeCase(declaration.collection);
  return {
    schema: pluralSchema(declaration),
    validate: ({ config, diags }) => checkUids(SCOPES, config, diags),
    async read({ config, providerData: session, diags, signal }) {
      if (isLookedUpTooEarly(collectionInWords(declaration), config, session.planned.review, diags))
        return { ...config, complete: false, [collection]: [] };
      const { client, visibility } = connected(session);
      const query = getQuery(declaration, config);
      try {
        const malformed: MalformedObject[] = [];
        const list = async () => {
          const objects: Values[] = [];
          malformed.length = 0;
          const options = { signal, onMalformed: (object: MalformedObject) => void malformed.push(object) };
          for await (const object of client.list(declaration, query, options)) objects.push(object);
          return objects;
        };
        const uid = query.childrenOf ?? query.descendantsOf;
        let isDenied = false;
        const listed = await session.propagation
          .retryWhilePropagating({ uid }, { signal }, list)
          .catch(async (error: unknown) => {
            const inV1 = lacksList(error) ? await listInV1(client, declaration, query, { signal }) : undefined;
            isDenied = inV1 === undefined && isDeniedList(error);
            if (inV1 === undefined && !isDenied) throw error;
            return (inV1 ?? []).filter((object) => matches(declaration, query, object));
          });
        malformed.forEach(warnOfMalformed(diags));
        const uids = new Set(listed.map((object) => getObjectUid(declaration, object)));
        for (const seen of uids) visibility.saw(declaration, seen);
        // A denied list shows as much as an empty one (contract L9).
        const denied = `The API denies the list of ${collectionInWords(declaration)}, and v1 has none.`;
        const sight: Sight = isDenied ? { is: 'unknown', why: denied } : await visibility.of(declaration, uid, signal);
        if (sight.is !== 'complete') diags.add(incompleteWarning(declaration, sight.why));
        const objects = session.recent.corrected(
          declaration,
          listed,
          (object) => uids.has(getObjectUid(declaration, object)) || matches(declaration, query, object),
        );
        return {
          ...config,
          complete: sight.is === 'complete' && malformed.length === 0,
          [collection]: objects.map((object) => dataSourceState(declaration, object)),
        };
      } catch (error) {
        throw userErrorOnce(error, { verb: 'list', declaration, subject: collectionInWords(declaration) }, session);
      }
    },
  };
}

function incompleteWarning(declaration: Declaration, why: string): Diagnostic {
  const next = `Give the identity of the token a role with ${declaration.capability}.list there, or list a group where it has one.`;
  const detail = `${why} A list contains only what the token may see, so complete is false. ${next}`;
  return createWarning('LIST_INCOMPLETE', `The list of ${collectionInWords(declaration)} may be incomplete`, detail);
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
            ...createAttributes(dataSourceFields(declaration), true),
            ...(parent !== undefined && {
              [parent]: { type: 'string', mode: 'computed', description: declaration.parent?.description },
            }),
          },
        },
        mode: 'computed',
        description: 'The matching objects.',
      },
      complete: {
        type: 'bool',
        mode: 'computed',
        description: `False if objects may be missing: the token may be unable to see some in the group, or without a group, in its organizations. A warning gives the reason.`,
      },
    },
  };
}
