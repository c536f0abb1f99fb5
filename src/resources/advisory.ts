import { declareKind, enumerationOf, list, messages, string } from '../schema';
import { createTimeField, uidField, updateTimeField } from './common-fields';
import type { AdvisoryTypes } from './types/advisory';

const SEVERITY_TYPE = enumerationOf('Severity.Type', 'TYPE', { CVSS_V2: 1, CVSS_V3: 2, CVSS_V4: 3 });

/** Advisories about vulnerabilities. Read-only. */
export const advisory = declareKind<AdvisoryTypes>({
  kind: 'Advisory',
  description: 'Facts about a vulnerability in an artifact.',
  domain: 'vulnerabilities',
  collection: 'advisories',
  capability: 'advisories',
  operations: ['list', 'get'],
  fields: {
    uid: uidField('The uid of the advisory.'),
    advisoryId: string(['outputOnly'], 'The id of the advisory.'),
    artifactName: string(['outputOnly'], 'The artifact that the advisory is about.'),
    componentName: string(['outputOnly'], 'The part of the artifact that is vulnerable.'),
    aliases: list(['outputOnly'], 'Other ids of the same vulnerability.', { is: 'string' }),
    severities: messages(['outputOnly'], 'The severity of the vulnerability, by scoring system.', {
      type: string(['outputOnly'], 'The scoring system.'),
      score: string(['outputOnly'], 'The score.'),
    }),
    createTime: createTimeField('advisory'),
    updateTime: updateTimeField('advisory'),
  },
  naturalKey: ['advisoryId', 'artifactName'],
  filters: {
    advisory_ids: { matches: 'advisoryId', repeated: true, description: 'Only advisories with one of these ids.' },
    artifact_names: { matches: 'artifactName', repeated: true, description: 'Only advisories about these artifacts.' },
    aliases: {
      matches: 'aliases',
      compare: 'element',
      repeated: true,
      description: 'Only advisories with one of these ids as an alias.',
    },
    query: {
      matches: 'advisoryId',
      orMatches: ['artifactName', 'componentName', 'aliases'],
      compare: 'words',
      description: 'Only advisories whose ids or names contain this text.',
    },
  },
  protobuf: {
    fields: {
      ...{ uid: 1, advisoryId: 2, createTime: 3, updateTime: 4, artifactName: 7, componentName: 10, aliases: 13 },
      severities: {
        ...{ number: 16, message: 'Severity' },
        fields: { type: { number: 1, enumeration: SEVERITY_TYPE }, score: 2 },
      },
    },
    list: {
      ...{ uidp: 1, advisoryIds: 2, artifactNames: 4, aliases: 10 },
      ...{ pageSize: 30, pageToken: 31, orderBy: 32, skip: 34, query: 35 },
    },
  },
  examples: { create: { advisoryId: 'ADV-2026-0001', artifactName: 'openssl', aliases: ['CVE-2026-0001'] } },
});
