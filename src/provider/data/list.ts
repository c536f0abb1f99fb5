/** Finds the objects of a kind for `terraform query` (Terraform ≥ 1.14), by the filters of the plural data source. */
import { MAX_PAGE_SIZE } from '../../model/api';
import type { Listed, ListResource, Schema } from '../../plugin';
import type { Declaration } from '../../model/schema';
import { identityValues, isManageable, toReadState, getObjectUid } from '../convert/to-state';
import { userError } from '../messages/diagnostics';
import { endState, importedLifetime } from '../convert/expiry';
import { collectionInWords, displayName } from '../messages/subject';
import { connected, type Session } from '../run/session';
import { checkUids, filterAttributes, getQuery, SCOPES, warnOfMalformed } from './filters';

export function listResource(declaration: Declaration): ListResource<Schema, Session> {
  return {
    schema: listSchema(declaration),
    validate: ({ config, diags }) => checkUids(SCOPES, config, diags),
    async *list({ config, providerData: session, limit, includeResource, diags, signal }): AsyncIterable<Listed> {
      const { client } = connected(session);
      const expiry = declaration.terraform?.expiry;
      // Any number of objects may be left out below, so the limit then says nothing about the page size.
      const pageSize = hasOthers(declaration) ? MAX_PAGE_SIZE : Math.min(limit, MAX_PAGE_SIZE);
      const query = { ...getQuery(declaration, config), pageSize };
      try {
        for await (const object of client.list(declaration, query, { signal, onMalformed: warnOfMalformed(diags) })) {
          const uid = getObjectUid(declaration, object);
          if (!isManageable(declaration, uid)) continue;
          yield {
            displayName: displayName(declaration, object),
            identity: identityValues(declaration, uid),
            ...(includeResource && {
              state: {
                ...toReadState(declaration, object, {}),
                ...(expiry && endState(expiry, object, session.serviceClock())),
                ...(expiry && importedLifetime(expiry, object)),
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

/** Returns true if lists of the kind also contain read-only objects. */
function hasOthers({ parent }: Declaration): boolean {
  return parent?.alsoRoots === true;
}

function listSchema(declaration: Declaration): Schema {
  const others = hasOthers(declaration) ? ' Objects outside of all groups are left out: they are read-only.' : '';
  return {
    description: `The existing ${collectionInWords(declaration)}, for imports.${others} ${declaration.description}`,
    attributes: filterAttributes(declaration),
  };
}
