/**
 * Lists what an apply runs or evaluates that only the configuration inside of the saved plan shows: provisioners of `removed` blocks,
 * ephemeral resources, functions of other providers, and the entries of the lock file.
 */
import { isObject, isOurProvider, type Values } from '../../../api';
import { splitAddress } from './configuration';
import type { Execution } from './execution';
import { hashOf } from './hash';
import { readHcl } from './hcl';
import type { Plan } from './plan';
import { documentsOf, type ModuleDocuments } from './saved-documents';

type Saved = Pick<Plan, 'saved' | 'lock' | 'changes'>;

export function savedExecutions({ saved = [], lock, changes = [] }: Saved): Execution[] {
  const deleted = changes.flatMap(({ address, fate }) => (fate?.old === 'gone' ? [splitAddress(address).block] : []));
  return [
    ...documentsOf(saved).flatMap((module) => [
      ...removedProvisioners(module, deleted),
      ...ephemeralResources(module),
      ...functions(module),
      ...module.unread.map(({ file, why }) => entry('part', file, 'part', [why, textOf(saved, module, file)])),
    ]),
    ...(lock === undefined ? [] : lockEntries(lock)),
  ];
}

function entry(kind: Execution['kind'], address: string, type: string, hashed: unknown): Execution {
  return { kind, address, type, actions: [], sha256: hashOf(hashed) };
}

/** An unreadable file can contain anything, so its text counts. */
function textOf(saved: NonNullable<Plan['saved']>, { module }: ModuleDocuments, file: string): string | undefined {
  const files = saved.find((one) => one.module === module)?.files ?? [];
  return files.find(({ name }) => file === name || file.endsWith(`/${name}`))?.text;
}

/** Returns the blocks of a type in a module: one, or a list of them. */
function blocksIn({ documents }: ModuleDocuments, type: string): Values[] {
  return documents
    .flatMap(({ json }) => (isObject(json) ? [json[type]].flat() : []))
    .filter((block): block is Values => isObject(block));
}

function inModule({ module }: ModuleDocuments, address: string): string {
  return module === '' ? address : `${module}.${address}`;
}

/** Returns the provisioners that run when the plan deletes an object without a block of its own. */
function removedProvisioners(module: ModuleDocuments, deleted: readonly string[]): Execution[] {
  return blocksIn(module, 'removed').flatMap((block): Execution[] => {
    const programs = [block['provisioner']].flat().filter((one) => isObject(one));
    if (programs.length === 0) return [];
    const from = typeof block['from'] === 'string' ? block['from'].replace(/^\$\{(.*)\}$/, '$1') : undefined;
    const removed = from === undefined ? undefined : splitAddress(inModule(module, from));
    const names = removed === undefined ? [] : [removed.block, removed.module].filter((name) => name !== '');
    const isUsed =
      names.length === 0 || deleted.some((one) => names.some((name) => one === name || one.startsWith(`${name}.`)));
    if (!isUsed) return [];
    const type = [...new Set(programs.flatMap((program) => Object.keys(program)))].join(', ');
    return [
      {
        ...entry('provisioner', names[0] ?? inModule(module, 'removed'), type, ['removed', block]),
        ...{ actions: ['delete'], isProgram: true },
        ...(/[$%]\{/.test(JSON.stringify(programs)) && { isOpen: true }),
      },
    ];
  });
}

function ephemeralResources(module: ModuleDocuments): Execution[] {
  return blocksIn(module, 'ephemeral').flatMap((types) =>
    Object.entries(types).flatMap(([type, named]) =>
      [named].flat().flatMap((blocks) =>
        Object.entries(isObject(blocks) ? blocks : {}).map(([name, body]) => ({
          ...entry('ephemeral', inModule(module, `ephemeral.${type}.${name}`), type, body),
          isOpen: true as const,
        })),
      ),
    ),
  );
}

const calls = /\bprovider::([\w-]+)::([\w-]+)/g;

/** Returns the functions of other providers, each with the hash of the texts that call it. */
function functions(module: ModuleDocuments): Execution[] {
  const own = ownNames(module);
  const found = new Map<string, Set<string>>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && /[$%]\{/.test(value))
      for (const [call, provider = ''] of value.matchAll(calls))
        if (!own.has(provider)) found.set(call, (found.get(call) ?? new Set()).add(value));
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  for (const { json } of module.documents) visit(json);
  return [...found].map(([call, texts]) => ({
    ...entry('function', inModule(module, call), call, [...texts].sort()),
    isOpen: true,
  }));
}

/** Returns the local names of this provider, and of the one that is part of Terraform. */
function ownNames(module: ModuleDocuments): ReadonlySet<string> {
  const required = blocksIn(module, 'terraform')
    .flatMap((block) => [block['required_providers']].flat())
    .filter((block): block is Values => isObject(block))
    .flatMap((block) => Object.entries(block));
  const sources = new Map(
    required.map(([name, provider]) => [name, isObject(provider) ? provider['source'] : undefined]),
  );
  const own = [...sources].flatMap(([name, source]) => (isOurProvider(source) ? [name] : []));
  return new Set([...own, ...(sources.has('terraform') ? [] : ['terraform'])]);
}

/** Returns the entries of a lock file: the engine runs exactly these files. An unreadable file is one entry. */
function lockEntries(text: string): Execution[] {
  let blocks: unknown;
  try {
    blocks = readHcl(text)['provider'];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [entry('lock', '.terraform.lock.hcl', 'lock', text)];
  }
  return Object.entries(isObject(blocks) ? blocks : {}).map(([source, block]): Execution => {
    const { version, hashes } = isObject(block) ? block : {};
    const texts = Array.isArray(hashes) ? hashes.filter((hash): hash is string => typeof hash === 'string') : [];
    return {
      ...entry('lock', source, source, [source, version]),
      ...(typeof version === 'string' && { version }),
      hashes: texts.sort(),
    };
  });
}
