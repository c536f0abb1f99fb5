/** Reports programs of the author: they can do anything that the applying identity can, and no plan shows it. */
import type { Analysis } from '../access/analysis';
import type { Execution, ExecutionKind } from '../input/plan/execution';
import type { Finding } from './shared/finding';

/** The kinds of programs that `trustedProviders` accepts. They have no address in the configuration. */
const ACCEPTED: ReadonlySet<ExecutionKind> = new Set(['provider', 'lock']);

export function runsCode({ plans, configuration }: Analysis): Finding[] {
  const trusted = configuration.trustedProviders ?? [];
  return plans
    .flatMap(({ name, executes = [] }) => executes.map((execution) => ({ ...execution, plan: name })))
    .filter(({ kind, type, isProgram }) => isProgram === true && !(ACCEPTED.has(kind) && isTrusted(type, trusted)))
    .map((program) => {
      const { kind, address, plan, actions, type, sha256, isOpen, code, hashes } = program;
      return {
        id: 'runs-code',
        severity: 'high',
        subject: address,
        reason: `${sentences[kind]?.(program) ?? `${address} runs a program.`} It can do anything that the applying identity can.${isOpen === true && kind === 'provisioner' ? ' Its command is an expression, which the apply evaluates again.' : ''}`,
        witness: `${type}, SHA-256 ${sha256}`,
        evidence: [
          kind,
          type,
          actions,
          sha256,
          isOpen ?? false,
          ...(code === undefined ? [] : [code]),
          ...(hashes ?? []),
        ],
        ...(!ACCEPTED.has(kind) && { address }),
        plan,
      };
    });
}

const sentences: Readonly<Partial<Record<ExecutionKind, (program: Execution) => string>>> = {
  provisioner: ({ address, actions }) => `A provisioner of ${address} runs a program on apply (${actions.join(', ')}).`,
  action: ({ address, actions }) => `The apply invokes ${address} (${actions.join(', ')}).`,
  read: ({ address, actions }) =>
    `${address} runs a program ${actions.includes('read') ? 'on apply' : 'when the plan is created'}.`,
  lock: ({ type, version }) =>
    version === undefined
      ? `The lock file inside of the plan has no entry for ${type}, so another file can have made the plan. Run "platform-iac install" and plan again.`
      : `Another file of ${type} than that of this release has made the plan. Run "platform-iac install" and plan again.`,
  provider: ({ type }) =>
    `The plan uses the provider ${type}, which no object of the state has used. List it in trustedProviders of review.config.json to accept it. A provider is a program.`,
};

/** A source without a host name means the provider of any public registry: `hashicorp/aws`. */
function isTrusted(source: string, trusted: readonly string[]): boolean {
  const short = /^registry\.(?:terraform\.io|opentofu\.org)\/(.+)$/.exec(source)?.[1];
  return trusted.some((text) => text === source || text === short);
}
