import fc from 'fast-check';
import { slug, type PlatformTable } from '../platform-table';

const spacelift = { account: 'acme', space: 'root', stack: 'shop', runPhase: 'apply' } as const;
const iss = 'https://acme.app.spacelift.io';
const aud = 'acme.app.spacelift.io';

export const table: PlatformTable = {
  props: fc.record({
    ...{ account: slug, space: slug, stack: slug },
    runPhase: fc.constantFrom('proposed', 'plan', 'apply'),
  }),
  sentences: [[/Spacelift/, iss]],
  cases: {
    trusts: [
      {
        trust: { spacelift },
        policy: {
          claimMatch: { issuer: iss, audience: aud, subject: 'space:root:stack:shop:run_type:TRACKED:scope:write' },
        },
        intended: { iss, aud, sub: 'space:root:stack:shop:run_type:TRACKED:scope:write' },
        others: [
          { iss: 'https://mallory.app.spacelift.io' },
          { sub: 'space:root:stack:shop:run_type:PROPOSED:scope:read' },
          { sub: 'space:root:stack:shop:run_type:TRACKED:scope:read' },
          { sub: 'space:root:stack:other:run_type:TRACKED:scope:write' },
          { aud: 'mallory.app.spacelift.io' },
        ],
      },
      {
        trust: { spacelift: { ...spacelift, runPhase: 'proposed' } },
        policy: {
          claimMatch: { issuer: iss, audience: aud, subject: 'space:root:stack:shop:run_type:PROPOSED:scope:read' },
        },
        intended: { iss, aud, sub: 'space:root:stack:shop:run_type:PROPOSED:scope:read' },
        others: [{ sub: 'space:root:stack:shop:run_type:TRACKED:scope:write' }],
      },
    ],
    mistakes: [
      ['a phase that does not exist', { spacelift: { ...spacelift, runPhase: 'destroy' } }, 'assumedBy.runPhase'],
      ['an address as the account', { spacelift: { ...spacelift, account: iss } }, 'assumedBy.account must be'],
    ],
    documented: [
      [
        'spacelift',
        'other',
        { iss: 'https://demo.app.spacelift.io', sub: 'space:legacy:stack:infra:run_type:TRACKED:scope:write' },
      ],
    ],
  },
};
