/** The resources as messages, field numbers as in platform.proto (a test holds the two together). */
import { bool, map, message, repeated, string, timestamp, type Message } from './message';

const claimMatch: Message = {
  issuer: string(1),
  issuerPattern: string(2),
  subject: string(3),
  subjectPattern: string(4),
  audience: string(5),
  audiencePattern: string(6),
  claims: map(7, 'string'),
  claimPatterns: map(8, 'string'),
};

const staticKeys: Message = {
  issuer: string(1),
  subject: string(2),
  issuerKeys: string(3),
  expirationTime: timestamp(4),
  audiences: repeated(5, 'string'),
};

const awsIdentity: Message = {
  awsAccount: string(1),
  arn: string(2),
  arnPattern: string(3),
  userId: string(4),
  userIdPattern: string(5),
};

const referred: Message = { uid: string(1), name: string(2), description: string(3) };
const boundIdentity: Message = { ...referred, subject: string(4), issuer: string(5), email: string(6) };

/** By kind. The kinds that have no message are not served over gRPC. */
export const resourceMessages: Readonly<Record<string, Message>> = {
  Group: {
    uid: string(1),
    name: string(2),
    description: string(3),
    resourceLimits: map(4, 'int32'),
    verified: bool(5),
    createTime: timestamp(6),
    updateTime: timestamp(7),
  },
  Role: {
    uid: string(1),
    name: string(2),
    description: string(3),
    capabilities: repeated(4, 'string'),
    createTime: timestamp(5),
    updateTime: timestamp(6),
  },
  Identity: {
    uid: string(1),
    name: string(2),
    description: string(3),
    claimMatch: message(4, claimMatch),
    staticKeys: message(5, staticKeys),
    awsIdentity: message(6, awsIdentity),
    servicePrincipal: string(7),
    email: string(8),
    emailUnverified: string(9),
    lastSeenTime: timestamp(10),
    createTime: timestamp(11),
    updateTime: timestamp(12),
  },
  RoleBinding: {
    uid: string(1),
    identityUid: string(2),
    roleUid: string(3),
    identity: message(4, boundIdentity),
    group: message(5, referred),
    role: message(6, referred),
    createTime: timestamp(7),
  },
};
