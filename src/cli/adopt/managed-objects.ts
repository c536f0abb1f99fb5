/** The objects that a project manages: those in its states, and those that its next apply imports. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeReadError } from '../../base/files/read-error';
import { findJsonObject, findOutermost, isObject, isUid, objectsInList, parseJson, type Values } from '../../model/api';
import { adoptableKinds } from '../../adopt';
import { findParentUid, typeName } from '../../model/schema';
import { hclQuoted } from '../../base/text/write-hcl';
import { few } from '../../base/text/words';
import { STACK_FILE } from '../report/configuration-file';
import { startEngine } from '../engine/run-engine';
import { heardSignals } from '../process';
import { StepError } from './verify';

/** Addresses by type and uid: `platform_group c0ffee…`, `data.platform_role …`. Undefined for an address in another module. */
export type Managed = ReadonlyMap<string, string | undefined>;

export interface ManagedSources {
  /** The folder of the project. */
  readonly dir: string;
  /** The folders of its stacks. @default those that the program has synthesized, or the folder of the project; none with `states` */
  readonly stacks?: readonly string[] | undefined;
  /** Files with further states, from `terraform state pull` or `terraform show -json`. */
  readonly states?: readonly string[] | undefined;
}

/**
 * Reads the states and the imports of a project.
 *
 * @throws StepError if a state cannot be read
 */
export async function managedObjects({ dir, stacks, states = [] }: ManagedSources): Promise<Managed> {
  const found = new Map<string, string | undefined>();
  for (const stack of stacks ?? (states.length > 0 ? [] : findStacks(dir)))
    addState(found, await pulledState(stack), `the state of ${stack}`);
  for (const file of states) addState(found, toText(file), file);
  for (const [type, uid, address] of pendingImports(dir)) found.set(`${type} ${uid}`, address);
  return found;
}

/** Returns the folders of the other stacks that the program of these stacks has synthesized. */
export function findOtherStacks(stacks: readonly string[]): string[] {
  const given = new Set(stacks.map((stack) => resolve(stack)));
  const folders = stacks.filter((stack) => existsSync(join(stack, STACK_FILE))).map((stack) => join(stack, '..'));
  const all = [...new Set(folders)].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return all.filter((stack) => !given.has(resolve(stack)) && existsSync(join(stack, STACK_FILE)));
}

/** Returns the objects of other stacks, and the stacks whose states cannot be read. An empty state is one of them: it may be lost. */
export async function managedElsewhere(
  stacks: readonly string[],
): Promise<{ readonly elsewhere: ReadonlySet<string>; readonly unread: readonly string[] }> {
  const elsewhere = new Map<string, string | undefined>();
  const unread: string[] = [];
  for (const stack of stacks)
    try {
      const own = new Map<string, string | undefined>();
      addState(own, await pulledState(stack), stack);
      for (const [type, uid, address] of pendingImports(stack)) own.set(`${type} ${uid}`, address);
      if ([...own.keys()].every((id) => id.startsWith('data.'))) unread.push(stack);
      for (const [id, address] of own) elsewhere.set(id, address);
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      unread.push(stack);
    }
  return { elsewhere: new Set(elsewhere.keys()), unread };
}

/** Returns the uids of the outermost groups that contain the managed objects. */
export function findManagedGroups(managed: Managed): string[] {
  const groups = adoptableKinds.flatMap((kind) =>
    [...managed.keys()].flatMap((id) => {
      const [type, uid = ''] = id.split(' ');
      return type === typeName(kind) ? [findParentUid(kind, uid) ?? uid] : [];
    }),
  );
  return findOutermost(groups);
}

/** Returns the refusal to list unmanaged objects: without a managed one, each object looks unmanaged, also what the project declares. */
export function describeEmptyStates(sources: readonly string[]): string {
  const [states, contain] = sources.length === 1 ? ['state', 'contains'] : ['states', 'contain'];
  return `Cannot determine which objects are managed: the ${states} of ${few(sources)} ${contain} none. Configure the backend of the state, or pass the state with --state FILE.`;
}

/** Returns true if the folder contains a configuration in HCL, and no program. */
export function isConfiguration(dir: string): boolean {
  return !existsSync(join(dir, 'package.json')) && hclFiles(dir).length > 0;
}

/** Returns the labels of all blocks in the configuration: `platform_group.payments`, `data.platform_role.viewer`, `var.x`. */
export function takenLabels(dir: string): string[] {
  const blocks = /^\s*(resource|data|variable)\s+"([^"]+)"(?:\s+"([^"]+)")?/gm;
  return hclFiles(dir).flatMap((file) =>
    [...readFileSync(join(dir, file), 'utf8').matchAll(blocks)].map(([, what, a = '', b = '']) =>
      what === 'variable' ? `var.${a}` : `${what === 'data' ? 'data.' : ''}${a}.${b}`,
    ),
  );
}

/** Returns the variable of the configuration that has a uid as its default. */
export function variableWith(dir: string, uid: string): string | undefined {
  for (const name of hclFiles(dir))
    for (const [, variable, body = ''] of readFileSync(join(dir, name), 'utf8').matchAll(
      /^variable "([^"]+)" \{\n([^}]*)\}/gm,
    ))
      if (new RegExp(`^ *default *= "${uid}"$`, 'm').test(body)) return variable;
  return undefined;
}

function hclFiles(dir: string): string[] {
  return existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.tf')) : [];
}

/** Returns the folders of the stacks of a project. Throws a `StepError` if its program has written none. */
export function findStacks(dir: string): string[] {
  if (isConfiguration(dir)) return [dir];
  const out = join(dir, 'cdktf.out', 'stacks');
  const found = existsSync(out) ? readdirSync(out).map((name) => join(out, name)) : [];
  if (found.length === 0)
    throw new StepError(
      `Cannot find the stacks of ${dir}: ${out} does not exist. Synthesize the program, or pass --dir or --state.`,
    );
  return found;
}

async function pulledState(dir: string): Promise<string> {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new StepError(`Cannot read the state of ${dir}: it is not a folder. Name the folder of a stack.`);
  const engine = startEngine(dir);
  try {
    const { code, stdout, text } = await engine.run(['state', 'pull']);
    await heardSignals();
    if (engine.interrupted() !== undefined) throw new StepError('Interrupted.');
    if (code !== 0)
      throw new StepError(
        `Cannot read the state of ${dir} (exit code ${code}). Run "terraform init" there first.\n${text.trimEnd()}`,
      );
    return stdout;
  } finally {
    engine.close();
  }
}

function toText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StepError(`${describeReadError(file, error)} Name a file with a state.`);
  }
}

/** An empty text is the state of a stack that was never applied. */
function addState(found: Map<string, string | undefined>, text: string, source: string): void {
  if (text.trim() === '') return;
  const state = parseJson(findJsonObject(text));
  const isPulled = isObject(state) && state['version'] === 4 && Array.isArray(state['resources']);
  const isShown = isObject(state) && typeof state['format_version'] === 'string';
  if (!isPulled && !isShown)
    throw new StepError(`Cannot read ${source}: it is no state. Pass the output of "terraform state pull".`);
  for (const { type, uid, address } of isPulled ? pulledResources(state) : shownResources(state))
    found.set(`${type} ${uid}`, address.startsWith('module.') ? undefined : address);
}

interface Resource {
  /** A data source begins with `data.`. */
  readonly type: string;
  readonly uid: string;
  readonly address: string;
}

function pulledResources(state: Values): Resource[] {
  return objectsInList(state['resources']).flatMap((resource) => {
    const type = `${resource['mode'] === 'data' ? 'data.' : ''}${String(resource['type'])}`;
    const prefix = typeof resource['module'] === 'string' ? `${resource['module']}.` : '';
    return objectsInList(resource['instances']).flatMap((instance): Resource[] => {
      const { attributes, index_key: key } = instance;
      const uid = isObject(attributes) ? attributes['uid'] : undefined;
      if (typeof uid !== 'string' || instance['deposed'] !== undefined) return [];
      const index =
        key === undefined || key === null ? '' : `[${typeof key === 'string' ? hclQuoted(key) : Number(key)}]`;
      return [{ type, uid, address: `${prefix}${type}.${String(resource['name'])}${index}` }];
    });
  });
}

function shownResources(state: Values): Resource[] {
  const inModule = (module: unknown): Resource[] => {
    if (!isObject(module)) return [];
    const own = objectsInList(module['resources']).flatMap((resource): Resource[] => {
      const { values, address } = resource;
      const uid = isObject(values) ? values['uid'] : undefined;
      const type = `${resource['mode'] === 'data' ? 'data.' : ''}${String(resource['type'])}`;
      return typeof uid === 'string' ? [{ type, uid, address: String(address) }] : [];
    });
    return [...own, ...objectsInList(module['child_modules']).flatMap(inModule)];
  };
  return isObject(state['values']) ? inModule(state['values']['root_module']) : [];
}

/** Returns the imports that a project or a synthesized stack declares. Each apply keeps them, so that a state may have them already. */
export function* pendingImports(
  dir: string,
): Iterable<readonly [type: string, uid: string, address: string | undefined]> {
  for (const file of importFiles(dir)) {
    const imports = parseJson(readFileSync(file, 'utf8'));
    for (const kind of adoptableKinds) {
      const entries = isObject(imports) ? imports[kind.collection] : undefined;
      for (const uid of Object.values(isObject(entries) ? entries : {}))
        if (isUid(uid)) yield [typeName(kind), uid, undefined];
    }
  }
  for (const { to, id: uid } of synthesizedImports(dir))
    if (isUid(uid)) yield [String(to).split('.')[0] ?? '', uid, String(to)];
  for (const name of hclFiles(dir)) {
    const text = readFileSync(join(dir, name), 'utf8');
    for (const [, address = '', uid] of text.matchAll(/^import \{\n {2}to = (\S.*)\n {2}id = "([^"]*)"\n\}/gm))
      if (isUid(uid)) yield [address.split('.')[0] ?? '', uid, address];
    for (const [, rows = '', resource = ''] of text.matchAll(
      /^import \{\n {2}for_each = \{\n((?: {4}.*\n)+) {2}\}\n\n {2}to = (\S+)\[each\.key\]\n {2}id = each\.value\n\}/gm,
    ))
      for (const [, key = '', uid] of rows.matchAll(/^ {4}(".*"|[\w-]+) += "([^"]*)"$/gm))
        if (isUid(uid))
          yield [resource.split('.')[0] ?? '', uid, `${resource}[${key.startsWith('"') ? key : `"${key}"`}]`];
  }
  const folder = join(dir, 'organization');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!/^unmanaged(-\d+)?\.ts$/.test(name)) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    for (const [, uid] of text.matchAll(/importFrom\(\s*'([^']*)'/g))
      if (isUid(uid)) for (const kind of adoptableKinds) yield [typeName(kind), uid, undefined];
  }
}

function synthesizedImports(dir: string): Values[] {
  const file = join(dir, STACK_FILE);
  const stack = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
  return isObject(stack) ? objectsInList(stack['import']) : [];
}

function importFiles(dir: string): string[] {
  const folder = join(dir, 'imports');
  const several = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return [join(dir, 'imports.json'), ...several.map((name) => join(folder, name))].filter((file) => existsSync(file));
}
