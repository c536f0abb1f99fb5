import fc from 'fast-check';
import { maybe, one, uuid, type PlatformTable } from '../platform-table';

export const table: PlatformTable = {
  props: fc.record({
    ...{ tenant: uuid, principalId: uuid, audience: fc.constant('api') },
    tokenVersion: maybe(fc.constantFrom(1, 2)),
  }),
  sentences: [[/Entra|Microsoft/, `https://login.microsoftonline.com/${one}/v2.0`, `https://sts.windows.net/${one}/`]],
};
