import fc from 'fast-check';
import { audience, jobs, name, path, type PlatformTable } from '../platform-table';

export const table: PlatformTable = {
  props: jobs(
    fc.record({ account: fc.stringMatching(/^[0-9]{12}$/), role: name }),
    fc.record({ roleId: fc.stringMatching(/^AROA[0-9A-Z]{17}$/) }),
    fc.record({ issuer: fc.constant('https://abc-1.tokens.sts.global.api.aws'), role: path, audience }),
  ),
  sentences: [[/AWS|arn:/, 'https://0123.tokens.sts.global.api.aws']],
};
