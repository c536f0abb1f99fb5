import { declareKind, createEnumeration, json, list, messages, string, timestamp } from '../schema';
import { createTimeField, uidField, updateTimeField } from './common-fields';
import type { AdvisoryTypes } from './types/advisory';

const SEVERITY_TYPE = createEnumeration('Severity.Type', 'TYPE', { CVSS_V2: 1, CVSS_V3: 2, CVSS_V4: 3 });

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
    artifactType: string(['outputOnly'], 'The type of the artifact, such as `apk`.'),
    artifactArchitecture: string(['outputOnly'], 'The architecture of the artifact.'),
    componentName: string(['outputOnly'], 'The part of the artifact that is vulnerable.'),
    componentType: string(['outputOnly'], 'The ecosystem of the component, such as `go-module`.'),
    componentLocation: string(['outputOnly'], 'The path of the component in the artifact.'),
    aliases: list(['outputOnly'], 'Other ids of the same vulnerability.', { is: 'string' }),
    severities: messages(['outputOnly'], 'The severity of the vulnerability, by scoring system.', {
      type: string(['outputOnly'], 'The scoring system.'),
      score: string(['outputOnly'], 'The score.'),
    }),
    events: json(['outputOnly'], 'The history of the vulnerability in the artifact: detections, decisions and fixes.'),
    author: string(['outputOnly'], 'The account that created the advisory.'),
    legacyAdvisoryId: string(['outputOnly'], 'The id in the repository from which the advisory was migrated.'),
    createTime: createTimeField('advisory'),
    updateTime: updateTimeField('advisory'),
    deleteTime: timestamp(['outputOnly'], 'The time when the advisory was deleted.'),
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
      ...{ uid: 1, advisoryId: 2, createTime: 3, updateTime: 4, deleteTime: 5, author: 6, artifactName: 7 },
      ...{ artifactType: 8, artifactArchitecture: 9, componentName: 10, componentLocation: 11, componentType: 12 },
      ...{ aliases: 13, legacyAdvisoryId: 15 },
      // gRPC has a message for each type of event.
      events: undefined,
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
