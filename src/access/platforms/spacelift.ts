/**
 * Spacelift: runs of a stack, by their phase.
 *
 * Spacelift: an issuer for each account. A proposed run plans the code of a pull request.
 */
import { string } from '../../model/schema';
import { broadFields, text, type BroadTrustProps, type Platform } from './platform';
import { withClaims, type Issuer, type TokenShape } from './issuer';

/** The props of `Trust.spacelift`. Its audience is the host name of the account. */
export interface SpaceliftTrustProps extends BroadTrustProps {
  /** The name of the account: `acme` for `https://acme.app.spacelift.io`. */
  readonly account: string;
  /** The id of the space of the stack. */
  readonly space: string;
  /** The id of the stack, which is the last part of its address. */
  readonly stack: string;
  /**
   * The phase of the run. `proposed` runs plan the code of a pull request. `plan` and `apply` are tracked runs. A stack with
   * autodeploy has tokens of `apply` while it plans, too.
   */
  readonly runPhase: 'proposed' | 'plan' | 'apply';
}

const LABEL = '[a-z0-9]+(?:-+[a-z0-9]+)*';
const ID = '[0-9A-Za-z_-]+';

/** The run type and the scope of the tokens of a phase. */
const PHASES: Readonly<Record<string, string>> = {
  proposed: 'run_type:PROPOSED:scope:read',
  plan: 'run_type:TRACKED:scope:read',
  apply: 'run_type:TRACKED:scope:write',
};

const run = (type: string, scope: string): TokenShape => ({
  sub: `space:{space}:{kind}:{caller}:run_type:${type}:scope:${scope}`,
  runType: type,
  scope,
});

const spaceliftTokens: Issuer = {
  id: 'spacelift',
  name: 'Spacelift',
  documentation: ['https://docs.spacelift.io/integrations/cloud-providers/oidc'],
  variables: {
    account: { is: LABEL },
    space: { is: ID },
    kind: { is: 'stack|module' },
    caller: { is: ID },
    type: { is: 'TRACKED|DESTROY' },
    /** A run of a module or a task: each runs what its author writes. */
    unreviewed: { is: 'TASK|TESTING' },
    scope: { is: 'read|write' },
  },
  shapes: withClaims(
    { iss: 'https://{account}.app.spacelift.io', spaceId: '{space}', callerType: '{kind}', callerId: '{caller}' },
    { proposed: run('PROPOSED', 'read'), other: run('{type}', '{scope}'), unreviewed: run('{unreviewed}', '{scope}') },
  ),
  hasAllSubjects: true,
  ownAudience: '{account}.app.spacelift.io',
  mustBeDeclared: true,
  review: 'On Spacelift, only a tracked run proves a review. Require `run_type:TRACKED`',
  reaches: [
    {
      id: 'anybody',
      who: 'any stack of any account on Spacelift',
      shapes: ['proposed', 'other', 'unreviewed'],
      chooses: ['account'],
    },
    {
      id: 'pull-request',
      who: 'anyone who can open a pull request that the stack plans',
      shapes: ['proposed'],
    },
    {
      id: 'any-branch',
      who: 'anyone who can start a task of the stack, or a test of the module',
      shapes: ['unreviewed'],
    },
    ...(['space', 'caller'] as const).map((chosen) => ({
      id: 'same-owner' as const,
      who: 'any other stack of the account',
      shapes: ['proposed', 'other', 'unreviewed'],
      chooses: [chosen],
    })),
  ],
};

/**
 * Accepts one phase of the runs of a stack on Spacelift.
 *
 * @see https://docs.spacelift.io/integrations/cloud-providers/oidc
 * @example
 * Trust.spacelift({ account: 'acme', space: 'root', stack: 'organization', runPhase: 'apply' });
 */
export const spacelift: Platform<SpaceliftTrustProps> = {
  place: 16,
  title: 'Spacelift',
  issuers: [spaceliftTokens],
  fields: {
    account: text('required', 'the name of an account, for example acme', LABEL),
    space: text('required', 'the id of a space, for example root', ID),
    stack: text('required', 'the id of a stack, for example organization', ID),
    runPhase: string(['required'], 'The phase of the run.', { oneOf: ['proposed', 'plan', 'apply'] }),
    ...broadFields,
  },
  policy: ({ account, space, stack, runPhase }) => ({
    claimMatch: {
      issuer: `https://${account}.app.spacelift.io`,
      audience: `${account}.app.spacelift.io`,
      subject: `space:${space}:stack:${stack}:${PHASES[runPhase] ?? ''}`,
    },
  }),
  toProps: ({ claimMatch: { issuer = '', subject = '' } = {} }) => {
    const [, account] = /^https:\/\/(.+)\.app\.spacelift\.io$/.exec(issuer) ?? [];
    const [, space, stack, run] = /^space:([^:]+):stack:([^:]+):(run_type:.+)$/.exec(subject) ?? [];
    const [runPhase] = Object.entries(PHASES).find(([, text]) => text === run) ?? [];
    return { account, space, stack, runPhase };
  },
  narrow: 'Name one account',
};
