/** Schemas that belong to no kind. Source: specification §7 Error body; not-shown "STS" and "Whoami, ping". */
import { CODES, UID_PATTERN } from '../../api';
import type { JsonSchema } from './json-schema';

const text = { type: 'string' };
const uid = { type: 'string', pattern: UID_PATTERN };

export const sharedSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: 'object',
    properties: {
      code: { type: 'integer', minimum: 1, maximum: CODES.length, description: 'A numeric RPC status code.' },
      message: { type: 'string', description: 'What went wrong, for a person.' },
      details: {
        type: 'array',
        description: 'ErrorInfo, then what the error needs: BadRequest, PreconditionFailure or ResourceInfo.',
        items: {
          type: 'object',
          properties: {
            '@type': { type: 'string', pattern: '\\.(ErrorInfo|BadRequest|PreconditionFailure|ResourceInfo)$' },
            reason: { type: 'string', enum: CODES },
            domain: { type: 'string', pattern: '^(iam|registry|vulnerabilities)\\.platform\\.internal$' },
            metadata: { type: 'object', additionalProperties: text },
            fieldViolations: listOf({ field: text, description: text }),
            violations: listOf({ type: text, description: text }, { subject: text }),
            resourceType: text,
            resourceName: text,
            description: text,
          },
          required: ['@type'],
          additionalProperties: false,
        },
      },
    },
    required: ['code', 'message', 'details'],
    additionalProperties: false,
  },
  ExchangedToken: {
    type: 'object',
    properties: {
      token: { type: 'string', description: 'A token for the API.' },
      refreshToken: { type: 'string', description: 'Empty: exchange again instead.' },
      expiry: { type: 'string', format: 'date-time', description: 'When the token ceases to be valid.' },
    },
    required: ['token', 'refreshToken', 'expiry'],
    additionalProperties: false,
  },
  Caller: {
    type: 'object',
    properties: {
      subject: { ...uid, description: 'The uid of the identity.' },
      capabilities: {
        description: 'What each role allows the caller, in the group where it was given and beneath.',
        ...listOf({ group: uid, role: uid, capabilities: { type: 'array', items: text } }),
      },
    },
    required: ['subject', 'capabilities'],
    additionalProperties: false,
  },
};

function listOf(required: Readonly<Record<string, JsonSchema>>, optional: Readonly<Record<string, JsonSchema>> = {}) {
  return {
    type: 'array',
    items: {
      type: 'object',
      properties: { ...required, ...optional },
      required: Object.keys(required),
      additionalProperties: false,
    },
  };
}
