/** What is no resource: token exchange, whoami, ping and the methods beside the five. Source: specification §4; not-shown. */
import { UID_PATTERN } from '../../api';
import { query } from './parameters';
import { jsonBody, ref, responses, type PathItem } from './resource-paths';

const text = { type: 'string' };
const uid = { type: 'string', pattern: UID_PATTERN };
const anonymous: readonly unknown[] = [];

const exchangeParameters = [
  query('aud', 'The base address of the API.', text, true),
  query('identity', 'The uid of the identity to assume.', uid, true),
  query('cap', 'A capability to limit the token to; may be repeated.', { type: 'array', items: text }),
];
const exchanged = responses('A token for the API.', ref('ExchangedToken'));

export const otherPaths: Readonly<Record<string, PathItem>> = {
  '/sts/exchange': {
    get: {
      operationId: 'exchangeToken',
      summary: 'Exchange the OIDC token of a workload, sent as the bearer token, for a token of an identity.',
      tags: ['authentication'],
      parameters: exchangeParameters,
      responses: exchanged,
    },
    post: {
      operationId: 'exchangeTokenByForm',
      summary: 'The same, with the parameters in the query or in a form.',
      tags: ['authentication'],
      parameters: exchangeParameters.map((parameter) => ({ ...parameter, required: false })),
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
              properties: { parent: uid, roleBinding: ref('RoleBindingCreate') },
              required: ['roleBinding'],
            },
          },
        },
        required: ['parent', 'requests'],
      }),
      responses: responses('The role bindings, in the order of the requests.', {
        type: 'object',
        properties: { roleBindings: { type: 'array', items: ref('RoleBinding') } },
        required: ['roleBindings'],
        additionalProperties: false,
      }),
    },
  },
};
