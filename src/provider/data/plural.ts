/** A data source for many objects: all that match the filters, in the order of the list. */
import { camelCase, PROVIDER_NAME, snakeCase, SORT_KEY_ALIASES, uidProblem, type Values } from '../../api';
import type { MalformedObject, Query } from '../../client';
import { type Attribute, type DataSource, isUnknown, type Schema } from '../../plugin';
import { type Declaration, type Filter, isInclusion, sortKeys } from '../../schema';
import { attributesOf, parentAttribute } from '../convert/schema';
import { dataSourceFields, dataSourceState } from '../convert/to-state';
import { userError } from '../diagnostics';
import { connected, type Session } from '../session';

/** `platform_role_bindings`. */
export function pluralName(declaration: Declaration): string {
  return `${PROVIDER_NAME}_${snakeCase(declaration.collection)}`;
}

export function pluralSource(declaration: Declaration): DataSource<Schema, Session> {
  const collection = snakeCase(declaration.collection);
  return {
    schema: pluralSchema(declaration),
    validate({ config, diags }) {
      for (const name of SCOPES) {
        const value = config[name];
        const problem = value === null || value === undefined || isUnknown(value) ? undefined : uidProblem(value);
        if (problem !== undefined) diags.error(`Invalid ${name}`, `${name} must be a uid: ${problem}.`, [name]);
      }
    },
    async read({ config, client: session, diags, signal }) {
      const { client } = connected(session);
      const query = queryOf(declaration, config);
      try {
        const onMalformed = ({ subject, problem }: MalformedObject): void =>
          diags.warning(
            `Could not read ${subject}`,
            `The service answers it in a form that cannot be understood: ${problem}. It is left out, and all others are shown.`,
          );
        const list = async () => {
          const objects: Record<string, unknown>[] = [];
          for await (const object of client.list(declaration, query, { signal, onMalformed }))
            objects.push(dataSourceState(declaration, object));
          return objects;
        };
        const scope = query.childrenOf ?? query.descendantsOf;
        const objects = await session.propagation.retryWhilePropagating(scope, signal, list);
        return { ...config, [collection]: objects };
      } catch (error) {
        throw userError(error, { verb: 'list', declaration, subject: collection.replaceAll('_', ' ') });
      }
    },
  };
}

const SCOPES = ['descendants_of', 'children_of'] as const;

function pluralSchema(declaration: Declaration): Schema {
  const optional = (type: Attribute['type'], description: string): Attribute => ({
    type,
    mode: 'optional',
    description,
  });
  const parent = parentAttribute(declaration);
  const collection = snakeCase(declaration.collection);
  const orders = sortKeys(declaration).filter((key) => !(key in SORT_KEY_ALIASES));
  return {
    description: `All ${collection.replaceAll('_', ' ')} that the filters let through. ${declaration.description}`,
    attributes: {
      descendants_of: optional('string', 'Only what lies anywhere beneath the group with this uid.'),
      children_of: optional('string', 'Only what lies directly in the group with this uid.'),
      order_by: optional(
        'string',
        `A field, optionally followed by \` desc\`: ${orders.map((key) => `\`${snakeCase(key)}\``).join(', ')}.`,
      ),
      ...Object.fromEntries(
        Object.entries(declaration.filters).map(([name, filter]) => [
          name,
          optional(filterType(filter), filter.description),
        ]),
      ),
      [collection]: {
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
        description: 'What was found.',
      },
    },
  };
}

function filterType(filter: Filter): Attribute['type'] {
  if (isInclusion(filter)) return 'bool';
  return filter.repeated === true ? ['list', 'string'] : 'string';
}

function queryOf(declaration: Declaration, config: Values): Query {
  const text = (name: string): string | undefined => (config[name] as string | null) ?? undefined;
  return {
    descendantsOf: text('descendants_of'),
    childrenOf: text('children_of'),
    orderBy: text('order_by'),
    ...Object.fromEntries(
      Object.keys(declaration.filters).flatMap((name) => {
        const value = config[name] as string | boolean | readonly string[] | null;
        return value === null || value === '' || (typeof value === 'object' && value.length === 0)
          ? []
          : [[camelCase(name), value]];
      }),
    ),
  };
}
