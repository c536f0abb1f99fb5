/** Finds the objects of a kind for `terraform query` (Terraform ≥ 1.14), by the filters of the plural data source. */
import { MAX_PAGE_SIZE } from '../../api';
import type { Listed, ListResource, Schema } from '../../plugin';
import type { Declaration } from '../../schema';
import { identityValues, isManageable, readState, uidOf } from '../convert/to-state';
import { userError } from '../messages/diagnostics';
import { endState } from '../convert/expiry';
import { collectionInWords, displayName } from '../messages/subject';
import { connected, serviceTime, type Session } from '../session/session';
import { checkScopes, filterAttributes, queryOf, warnOfMalformed } from './filters';

export function listResource(declaration: Declaration): ListResource<Schema, Session> {
  return {
    schema: listSchema(declaration),
    validate: ({ config, diags }) => checkScopes(config, diags),
    async *list({ config, client: session, limit, includeResource, diags, signal }): AsyncIterable<Listed> {
      const { client } = connected(session);
      const { ends } = declaration;
      // Of what may be left out there may be any number: then the pages are as large as they can be.
      const pageSize = hasOthers(declaration) ? MAX_PAGE_SIZE : Math.min(limit, MAX_PAGE_SIZE);
      const query = { ...queryOf(declaration, config), pageSize };
      try {
        for await (const object of client.list(declaration, query, { signal, onMalformed: warnOfMalformed(diags) })) {
          const uid = uidOf(declaration, object);
          if (!isManageable(declaration, uid)) continue;
          yield {
            displayName: displayName(declaration, object),
            identity: identityValues(declaration, uid),
            ...(includeResource && {
              state: {
                ...readState(declaration, object, {}),
                ...(ends && endState(ends, object, serviceTime(session))),
              },
            }),
          };
        }
      } catch (error) {
        throw userError(error, { verb: 'list', declaration, subject: collectionInWords(declaration) });
      }
    },
  };
}

/** Whether lists of the kind also hold what nobody can manage. */
function hasOthers({ parent }: Declaration): boolean {
  return parent?.alsoRoots === true;
}

function listSchema(declaration: Declaration): Schema {
  const others = hasOthers(declaration) ? ' What lies in no group is left out: nobody can manage it.' : '';
  return {
    description: `The ${collectionInWords(declaration)} that exist, to be imported.${others} ${declaration.description}`,
    attributes: filterAttributes(declaration),
  };
}
