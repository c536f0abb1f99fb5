/** Lists what the apply of a plan runs or evaluates in addition to the writes of this provider. */
import { isOurProvider } from '../../../model/api';
import type { ActionInvocation } from './action-invocations';
import { findBlock, isConstant, splitAddress } from './configuration';
import type { Execution } from './execution';
import { hashValues } from './hash';
import { isNoOp, type OutputChange, type TerraformPlan, type ResourceChange } from './plan';
import { findKind } from './platform-kind';
import { hashedAttributes, isCredential, getService, codeAddress } from './provider-blocks';
import { lockExecutions } from './lock-entries';
import { codeFact } from './saved-code';
import { savedExecutions } from './saved-executes';
import { hasUnknown } from './values';

/** Providers without an effect of their own, except for their programs. */
const INERT = /^(terraform\.io\/builtin\/terraform|registry\.(terraform\.io|opentofu\.org)\/hashicorp\/null)$/;

/** The data sources that run a program, of every namespace: OpenTofu builds hashicorp/external as opentofu/external. */
const PROGRAM_PROVIDER = /\/external$/;

/** Returns the list, sorted independently of the order in the plan. */
export function getExecutions(plan: TerraformPlan, actions: readonly ActionInvocation[]): Execution[] {
  const all = [
    ...provisioners(plan),
    ...actions.map(({ address, type, trigger, sha256, isPartlyUnknown: isOpen }): Execution => ({
      ...{ kind: 'action', address, type, actions: [trigger], sha256, isProgram: true },
      ...codeAt(plan, splitAddress(address).block),
      ...(isOpen && { isOpen }),
    })),
    ...reads(plan),
    ...providers(plan),
    ...savedExecutions(plan),
    ...lockExecutions(plan),
    ...resources(plan),
    ...plan.outputs.map((output) => ({ ...outputEntry(output), ...codeAt(plan, `output.${output.name}`, VALUE) })),
    ...(plan.unknown ?? []).flatMap(({ path, sha256 }): Execution[] =>
      sha256 === undefined ? [] : [{ kind: 'part', address: path, type: 'part', actions: [], sha256 }],
    ),
  ];
  return all.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

/** Code whose values the plan shows. */
const VALUE = { isProgram: false };

/** Returns the hash of the code at an address, if the input contains it. */
function codeAt(...about: Parameters<typeof codeFact>): Pick<Execution, 'code'> {
  const [code] = codeFact(...about);
  return code === undefined ? {} : { code };
}

function sortKey({ kind, address, type, sha256 }: Execution): string {
  return [kind, address, type, sha256].join('\n');
}

/** Returns the provisioners of resources of all providers that the plan creates or deletes. */
function provisioners(plan: TerraformPlan): Execution[] {
  const { changes = [], configuration } = plan;
  const isProgram = (part: object) => 'type' in part && (part.type === 'provisioner' || part.type === 'connection');
  return changes.flatMap((change): Execution[] => {
    const { address, actions, content, fate, mode } = change;
    const programs = findBlock(configuration, address)?.provisioners ?? [];
    if (mode !== 'managed' || programs.length === 0 || (fate?.isMade !== true && fate?.old !== 'gone')) return [];
    const type = [...new Set(programs.map((program) => program.type))].join(', ');
    const isOpen = programs.some(({ expressions }) => !Object.values(expressions).every(isConstant));
    const sha256 = hashValues(programs, content);
    const code = codeAt(plan, splitAddress(address).block, { counts: isProgram });
    const entry = { kind: 'provisioner' as const, address, type, actions, sha256, ...code, isProgram: true as const };
    return [isOpen ? { ...entry, isOpen } : entry];
  });
}

/** Returns the data sources that the apply reads, and those that have run a program for the plan. */
function reads(plan: TerraformPlan): Execution[] {
  const { changes = [], configuration, prior } = plan;
  const deferred = changes.filter((change) => change.mode === 'data' && change.actions.includes('read'));
  const isDeferred = new Set(deferred.map(({ address }) => address));
  const planned = prior.filter(
    ({ mode, provider, address }) => mode === 'data' && isProgramProvider(provider) && !isDeferred.has(address),
  );
  const entry = (
    { address, type, provider }: ResourceChange | TerraformPlan['prior'][number],
    actions: readonly string[],
  ) => ({
    ...{ kind: 'read' as const, address, type, actions },
    sha256: hashValues(provider, findBlock(configuration, address)?.expressions),
    ...codeAt(plan, splitAddress(address).block, { isProgram: isProgramProvider(provider) }),
    ...(isProgramProvider(provider) && { isProgram: true as const }),
    ...(actions.includes('read') && { isOpen: true as const }),
  });
  return [
    ...deferred.map((change) => entry(change, change.actions)),
    ...planned.map((instance) => entry(instance, ['plan'])),
  ];
}

function isProgramProvider(provider: string): boolean {
  return PROGRAM_PROVIDER.test(provider);
}

/** Returns each provider block, and each provider without one. A provider that no object of the state uses is a program. */
function providers(plan: TerraformPlan): Execution[] {
  const { configuration, changes = [], prior } = plan;
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
      const service = block && isOurProvider(type) ? getService(block) : {};
      return {
        ...{ kind: 'provider', address, type, actions: [] },
        sha256: hashValues(type, block && hashedAttributes(block)),
        ...(block && codeAt(plan, codeAddress(block), { counts: (part) => !isCredential(block, part) })),
        ...(isNew(type) && { isProgram: true }),
        ...(Object.keys(service).length > 0 && { service }),
      };
    });
}

function isInert(provider: string): boolean {
  return INERT.test(provider);
}

/** Returns the planned changes of resources of other providers. */
function resources(plan: TerraformPlan): Execution[] {
  const { changes = [], configuration } = plan;
  return changes
    .filter(
      (change) =>
        change.mode === 'managed' && findKind(change) === undefined && !isNoOp(change) && !isInert(change.provider),
    )
    .map(({ address, type, actions, content, provider, unknown = [] }) => ({
      ...{ kind: 'resource', address, type, actions, sha256: hashValues(provider, content) },
      ...(unknown.length > 0 && { isOpen: true }),
      configuration: hashValues(findBlock(configuration, address)?.expressions),
      ...codeAt(plan, splitAddress(address).block, VALUE),
    }));
}

function outputEntry({ name, actions, after, isSensitive, expression }: OutputChange): Execution {
  const isOpen = hasUnknown(after);
  return {
    ...{ kind: 'output', address: `output.${name}`, type: isSensitive ? 'sensitive' : 'output', actions },
    sha256: hashValues(after, isOpen ? expression : null),
    ...(isOpen && { isOpen }),
    configuration: hashValues(expression),
  };
}
