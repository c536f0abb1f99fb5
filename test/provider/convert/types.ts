/** Field types for tests of values. */
import type { FieldType } from '../../../src/model/schema';
import { identity, role } from '../../../src/model/kinds';

export const text: FieldType = { is: 'string' };
export const moment: FieldType = { is: 'string', format: 'timestamp' };
export const tags: FieldType = { is: 'map', of: text };
export const ordered: FieldType = { is: 'list', of: text };
export const names: FieldType = role.fields.capabilities.type;
export const claimMatch: FieldType = identity.fields.claimMatch.type;
