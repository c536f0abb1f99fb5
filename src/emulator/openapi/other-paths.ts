/** What is no resource: token exchange, whoami, ping and the methods beside the five. Source: specification §4; not-shown. */
import { CAPABILITY_PATTERN, UID_PATTERN } from '../../api';
import { query } from './parameters';
import { jsonBody, ref, responses, type PathItem } from './resource-paths';

const text = { type: 'string', minLength: 1 };
const capability = { type: 'string', pattern: CAPABILITY_PATTERN };
const uid = { type: 'string', pattern: UID_PATTERN };
const anonymous: readonly unknown[] = [];

const exchanged = responses('A token for the API.', ref('ExchangedToken'));

/** What the exchange takes, in the query or as a form. `addresses`: those of the API, one of which must be named. */
function exchangeParameters(addresses: readonly string[]) {
  const named = addresses.map((address) => address.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return {
    aud: {
      description: 'The base address of the API.',
      schema: { ...text, ...(addresses.length > 0 && { pattern: `^(${named})/*$` }) },
    },
    identity: { description: 'The uid of the identity to assume.', schema: uid },
    cap: {
      description: 'A capability to limit the token to; may be repeated.',
      schema: { type: 'array', items: capability },
    },
  };
}

/** `addresses`: where the API is reached, as far as that is known. */
export const otherPaths = (addresses: readonly string[]): Readonly<Record<string, PathItem>> => ({
  '/sts/exchange': {
    get: {
      operationId: 'exchangeToken',
      summary: 'Exchange the OIDC token of a workload, sent as the bearer token, for a token of an identity.',
      tags: ['authentication'],
      parameters: Object.entries(exchangeParameters(addresses)).map(([name, { description, schema }]) =>
        query(name, description, schema, name !== 'cap'),
      ),
      responses: exchanged,
    },
    post: {
      operationId: 'exchangeTokenByForm',
      summary: 'The same, with the parameters in a form; they may stand in the query, too.',
      tags: ['authentication'],
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              properties: Object.fromEntries(
                Object.entries(exchangeParameters(addresses)).map(([name, { description, schema }]) => [
                  name,
                  { description, ...schema },
                ]),
              ),
              required: ['aud', 'identity'],
            },
          },
        },
      },
      responses: exchanged,
    },
  },
  '/auth/v1/ok': {
    get: {
      operationId: 'whoami',
      summary: 'Who the token speaks for, and what they may do where.',
      tags: ['authentication'],
      responses: responses('The caller.', ref('Caller')),
    },
  },
  '/ping/v2beta1/ping': {
    get: {
      operationId: 'ping',
      summary: 'Whether anybody is there.',
      tags: ['service'],
      security: anonymous,
      responses: responses('Somebody is.', { type: 'object', properties: {}, additionalProperties: false }),
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'getContract',
      summary: 'This document.',
      tags: ['service'],
      security: anonymous,
      responses: responses('An OpenAPI document.', { type: 'object' }),
    },
  },
  '/iam/v2beta1/identities:lookupIdentity': {
    get: {
      operationId: 'lookupIdentity',
      summary: 'The uid that a person has or will have.',
      tags: ['identities'],
      parameters: [
        query('issuer', 'The issuer that the person signs in with.', text, true),
        query('subject', 'What the issuer knows the person by.', text, true),
      ],
      responses: responses('The uid.', {
        type: 'object',
        properties: { uid },
        required: ['uid'],
        additionalProperties: false,
      }),
    },
  },
  '/iam/v2beta1/roleBindings:batchCreate': {
    post: {
      operationId: 'batchCreateRoleBindings',
      summary: 'Create up to 25 role bindings in one group, all or none.',
      tags: ['roleBindings'],
      requestBody: jsonBody({
        type: 'object',
        properties: {
          parent: uid,
          requests: {
            type: 'array',
            minItems: 1,
            maxItems: 25,
            items: {
              type: 'object',
              properties: {
                parent: { description: 'If given, the parent of all.', anyOf: [uid, { enum: ['', null] }] },
                roleBinding: ref('RoleBindingCreate'),
              },
              required: ['roleBinding'],
              additionalProperties: false,
            },
          },
        },
        required: ['parent', 'requests'],
        additionalProperties: false,
      }),
      responses: responses('The role bindings, in the order of the requests.', {
        type: 'object',
        properties: { roleBindings: { type: 'array', items: ref('RoleBinding') } },
        required: ['roleBindings'],
        additionalProperties: false,
      }),
    },
  },
});
