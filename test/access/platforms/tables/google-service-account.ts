import fc from 'fast-check';
import { audience, type PlatformTable } from '../platform-table';

export const table: PlatformTable = {
  props: fc.record({ uniqueId: fc.stringMatching(/^1[0-9]{20}$/), audience }),
  sentences: [[/Google accounts?\b/, 'https://accounts.google.com']],
};
