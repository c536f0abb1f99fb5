/** The paths of a kind, and the schemas that they use. Source: specification §4. */
import { kindInWords, listPath, offers, type Declaration } from '../../schema';
import { answerSchema, createSchema, updateSchema, type JsonSchema } from './json-schema';
import { listParameters, maskParameter, uidParameter, type Parameter } from './parameters';

export type PathItem = Readonly<Record<string, JsonSchema>>;

/** A reference to a schema of the document. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** What an operation answers, beside errors. */
export function responses(description: string, schema?: JsonSchema): JsonSchema {
  return {
    '200': { description, ...(schema !== undefined && { content: { 'application/json': { schema } } }) },
    default: { description: 'What went wrong.', content: { 'application/json': { schema: ref('Error') } } },
  };
}

/** A body of JSON; one that is not required reads as an empty object. */
export function jsonBody(schema: JsonSchema, required = true): JsonSchema {
  return { required, content: { 'application/json': { schema } } };
}

/** Names as they stand in `components.schemas`. */
export function schemasOf(declaration: Declaration): Readonly<Record<string, JsonSchema>> {
  const { kind, collection } = declaration;
  return {
    [kind]: answerSchema(declaration),
    [listName(declaration)]: {
      type: 'object',
      properties: {
        [collection]: { type: 'array', items: ref(kind) },
        nextPageToken: { type: 'string', description: 'Absent on the last page.' },
        totalCount: { type: 'string', pattern: '^[0-9]+$', description: 'Matching results on all pages.' },
        skipped: { type: 'integer', minimum: 0, description: 'The echo of skip.' },
      },
      required: [collection, 'totalCount', 'skipped'],
      additionalProperties: false,
    },
    ...(offers(declaration, 'create') && { [`${kind}Create`]: createSchema(declaration) }),
    ...(offers(declaration, 'update') && { [`${kind}Update`]: updateSchema(declaration) }),
  };
}

export function pathsOf(declaration: Declaration): Readonly<Record<string, PathItem>> {
  const { kind, collection, parent } = declaration;
  const words = kindInWords(declaration);
  const stem = listPath(declaration);
  const operation = (name: string, summary: string, rest: Readonly<Record<string, unknown>>): JsonSchema => ({
    operationId: name,
    summary,
    tags: [collection],
    ...rest,
  });
  const create = (name: string, summary: string, parameters: readonly Parameter[]) =>
    operation(name, summary, {
      parameters,
      requestBody: jsonBody(ref(`${kind}Create`)),
      responses: responses(`The created ${words}.`, ref(kind)),
    });
  const list = operation(`list${capitalized(collection)}`, `List ${collection}.`, {
    parameters: listParameters(declaration),
    responses: responses('A page of the list.', ref(listName(declaration))),
  });
  const get = operation(`get${kind}`, `Get one ${words}.`, {
    parameters: [uidParameter],
    responses: responses(`The ${words}.`, ref(kind)),
  });
  const update = operation(`update${kind}`, `Change fields of a ${words}.`, {
    parameters: [uidParameter, maskParameter(declaration)],
    requestBody: jsonBody(ref(`${kind}Update`), false),
    responses: responses(`The ${words} as it is now.`, ref(kind)),
  });
  const remove = operation(`delete${kind}`, `Delete a ${words}.`, {
    parameters: [uidParameter],
    responses: responses('It is gone.'),
  });
  const holder: Parameter = { ...uidParameter, description: parent?.description ?? '' };
  return {
    [stem]: {
      ...(offers(declaration, 'list') && { get: list }),
      ...(parent?.is === 'groupOrNone' && {
        post: create(`createRoot${kind}`, `Create a ${words} that stands alone.`, []),
      }),
    },
    [`${stem}/{uid}`]: {
      ...(offers(declaration, 'get') && { get }),
      ...(offers(declaration, 'create') && {
        post: create(`create${kind}`, `Create a ${words} in a group.`, [holder]),
      }),
      ...(offers(declaration, 'update') && { patch: update }),
      ...(offers(declaration, 'delete') && { delete: remove }),
    },
  };
}

const listName = ({ collection }: Declaration) => `${capitalized(collection)}Page`;

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
