/** Lists what the apply of a plan runs or evaluates in addition to the writes of this provider. */
import { isOurProvider } from '../../../api';
import type { ActionInvocation } from './action-invocations';
import { blockOf, isConstant } from './configuration';
import type { Execution } from './execution';
import { hashOf } from './hash';
import { isNoOp, type OutputChange, type Plan, type ResourceChange } from './plan';
import { kindOf } from './platform-kind';
import { hashedAttributes, serviceOf } from './provider-blocks';
import { savedExecutions } from './saved-executes';
import { hasUnknown } from './values';

/** Providers without an effect of their own, except for their programs. */
const INERT = /^(terraform\.io\/builtin\/terraform|registry\.(terraform\.io|opentofu\.org)\/hashicorp\/null)$/;

/** The data sources that run a program. */
const PROGRAM_PROVIDER = /\/hashicorp\/external$/;

/** Returns the list, sorted independently of the order in the plan. */
export function executionsOf(plan: Plan, actions: readonly ActionInvocation[]): Execution[] {
  const all = [
    ...provisioners(plan),
    ...actions.map(({ address, type, trigger, sha256, isOpen }): Execution => ({
      ...{ kind: 'action', address, type, actions: [trigger], sha256, isProgram: true },
      ...(isOpen && { isOpen }),
    })),
    ...reads(plan),
    ...providers(plan),
    ...savedExecutions(plan),
    ...resources(plan),
    ...plan.outputs.map(outputEntry),
    ...(plan.unknown ?? []).flatMap(({ path, sha256 }): Execution[] =>
      sha256 === undefined ? [] : [{ kind: 'part', address: path, type: 'part', actions: [], sha256 }],
    ),
  ];
  return all.sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
}

function sortKey({ kind, address, type, sha256 }: Execution): string {
  return [kind, address, type, sha256].join('\n');
}

/** Returns the provisioners of resources of all providers that the plan creates or deletes. */
function provisioners({ changes = [], configuration }: Plan): Execution[] {
  return changes.flatMap((change): Execution[] => {
    const { address, actions, content, fate, mode } = change;
    const programs = blockOf(configuration, address)?.provisioners ?? [];
    if (mode !== 'managed' || programs.length === 0 || (fate?.isMade !== true && fate?.old !== 'gone')) return [];
    const type = [...new Set(programs.map((program) => program.type))].join(', ');
    const isOpen = programs.some(({ expressions }) => !Object.values(expressions).every(isConstant));
    const sha256 = hashOf(programs, content);
    return [{ kind: 'provisioner', address, type, actions, sha256, isProgram: true, ...(isOpen && { isOpen }) }];
  });
}

/** Returns the data sources that the apply reads, and those that have run a program for the plan. */
function reads({ changes = [], configuration, prior }: Plan): Execution[] {
  const deferred = changes.filter((one) => one.mode === 'data' && one.actions.includes('read'));
  const isDeferred = new Set(deferred.map(({ address }) => address));
  const planned = prior.filter(
    ({ mode, provider, address }) => mode === 'data' && isProgramProvider(provider) && !isDeferred.has(address),
  );
  const entry = ({ address, type, provider }: ResourceChange | Plan['prior'][number], actions: readonly string[]) => ({
    ...{ kind: 'read' as const, address, type, actions },
    sha256: hashOf(provider, blockOf(configuration, address)?.expressions),
    ...(isProgramProvider(provider) && { isProgram: true as const }),
    ...(actions.includes('read') && { isOpen: true as const }),
  });
  return [...deferred.map((one) => entry(one, one.actions)), ...planned.map((one) => entry(one, ['plan']))];
}

function isProgramProvider(provider: string): boolean {
  return PROGRAM_PROVIDER.test(provider);
}

/** Returns each provider block, and each provider without one. A provider that no object of the state uses is a program. */
function providers({ configuration, changes = [], prior }: Plan): Execution[] {
  const used = new Set(prior.filter(({ mode }) => mode === 'managed').map(({ provider }) => provider));
  const isNew = (provider: string) => !used.has(provider) && !isOurProvider(provider) && !isInert(provider);
  const declared = new Set(configuration.providers.map(({ provider }) => provider));
  const implied = [...new Set([...changes, ...prior].map(({ provider }) => provider))].filter(
    (provider) => provider !== '' && !declared.has(provider),
  );
  return [
    ...configuration.providers.map((block) => ({ address: `provider.${block.key}`, block, type: block.provider })),
    ...implied.map((provider) => ({ address: `provider["${provider}"]`, block: undefined, type: provider })),
  ]
    .filter(({ type }) => !isInert(type))
    .map(({ address, block, type }): Execution => {
      const service = block && isOurProvider(type) ? serviceOf(block) : {};
      return {
        ...{ kind: 'provider', address, type, actions: [] },
        sha256: hashOf(type, block && hashedAttributes(block)),
        ...(isNew(type) && { isProgram: true }),
        ...(Object.keys(service).length > 0 && { service }),
      };
    });
}

function isInert(provider: string): boolean {
  return INERT.test(provider);
}

/** Returns the planned changes of resources of other providers. */
function resources({ changes = [], configuration }: Plan): Execution[] {
  return changes
    .filter((one) => one.mode === 'managed' && kindOf(one) === undefined && !isNoOp(one) && !isInert(one.provider))
    .map(({ address, type, actions, content, provider, unknown = [] }) => ({
      ...{ kind: 'resource', address, type, actions, sha256: hashOf(provider, content) },
      ...(unknown.length > 0 && { isOpen: true }),
      configuration: hashOf(blockOf(configuration, address)?.expressions),
    }));
}

function outputEntry({ name, actions, after, isSensitive, expression }: OutputChange): Execution {
  const isOpen = hasUnknown(after);
  return {
    ...{ kind: 'output', address: `output.${name}`, type: isSensitive ? 'sensitive' : 'output', actions },
    sha256: hashOf(after, isOpen ? expression : null),
    ...(isOpen && { isOpen }),
    configuration: hashOf(expression),
  };
}
