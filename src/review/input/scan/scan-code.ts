/** Scans expressions for functions and named values that can have another result at apply than in a review plan. */
import { PROVIDER_NAME } from '../../../model/api';
import { SERVICE_ATTRIBUTES } from '../../../model/kinds';
import { type HclBlock, type HclBodyTree, type HclNode, readHclTemplate } from '../../../base/text/hcl-tree';
import type { Checkout } from './checkout';
import { classifyFunction } from './functions';
import { type ModuleScope, RESERVED } from './module-scope';
import { hasOpenKeys, isOpen, readsDigits } from './open-values';
import {
  canGrow,
  type FilePath,
  isMark,
  type Loop,
  type ConstantNames,
  readFileset,
  readFor,
  readFunctionName,
  readNames,
  readPath,
  readWords,
  type ScanScope,
  splitArguments,
  splitEntries,
  stepOver,
} from './paths';

/**
 * `varies`: another result is possible at apply; `machine`: it reads the machine into the plan; `program`: it runs one; `missing`: a
 * program reads a file that does not exist yet; `service`: it decides which service the apply writes to; `setting`: it decides another
 * attribute of our provider, such as the applying identity.
 */
export type PlaceKind = 'varies' | 'machine' | 'program' | 'missing' | 'service' | 'setting';

export type ReportPlace = (kind: PlaceKind, what: string) => void;

interface Scan {
  readonly checkout: Checkout;
  readonly found: ReportPlace;
  /** True for the file of a template: its first names are those of its variables. */
  readonly isTemplate?: boolean;
  /** True if only the apply knows the variables of the template. */
  readonly isOpenTemplate?: boolean;
  /** True for code that only the apply evaluates. */
  readonly isProgram?: boolean;
  /** The kind of a place in a block of our provider. */
  readonly decides?: 'service' | 'setting';
  /** The local values around the code, from the outside in. */
  readonly followed?: readonly string[];
}

/** Blocks that only the apply evaluates. */
const PROGRAMS = ['provisioner', 'connection'];

/** Arguments that contain names of blocks or attributes, which are no values. */
const ADDRESSES = ['depends_on', 'from', 'ignore_changes', 'provider', 'providers', 'replace_triggered_by', 'to'];
/** Functions that sort by the keys of a map, and return the values whole. */
const OF_KEYS = ['keys', 'values'];
/** The first names of values that no block declares, and of values that are constant between plan and apply. */
const RESERVED_VALUES = ['path', 'terraform', 'tofu'];
const CONSTANT_ROOTS = ['each', 'local', 'path', 'terraform', 'var'];
const NO_VARIABLES: ScanScope['variables'] = new Map();

/** Scans the body of a file. */
export function scanBody(body: HclBodyTree, module: ModuleScope, scan: Scan): void {
  for (const block of body.blocks) {
    const each = block.body.arguments.find(({ name }) => name === 'for_each')?.value;
    scanBlock(block, { module, variables: NO_VARIABLES, each }, scan);
  }
  scanArguments(body, { module, variables: NO_VARIABLES }, scan);
}

function scanBlock({ type, labels, body }: HclBlock, scope: ScanScope, outer: Scan): void {
  const [name = ''] = labels;
  const isOurs = type === 'provider' && (name === PROVIDER_NAME || scope.module.ownProviders.has(name));
  const scan = {
    ...outer,
    ...(PROGRAMS.includes(type) && { isProgram: true }),
    ...(isOurs && { decides: 'setting' as const }),
  };
  const iterator = body.arguments.find(({ name }) => name === 'iterator')?.value ?? [];
  const own = type === 'dynamic' ? (iterator.length > 0 ? readWords(iterator) : labels) : [];
  const isOpenBlock =
    type === 'dynamic' &&
    isOpen(
      body.arguments.flatMap(({ value }) => value),
      scope,
    );
  const inner = withVariables(
    scope,
    own.map((name) => [name, undefined]),
    scan,
    isOpenBlock ? own : [],
  );
  scanArguments(body, inner, scan);
  for (const block of body.blocks) scanBlock(block, inner, scan);
}

function scanArguments({ arguments: list }: HclBodyTree, scope: ScanScope, scan: Scan): void {
  for (const { name, value } of list)
    if (name !== 'iterator')
      scanNodes(value, scope, {
        ...scan,
        ...(ADDRESSES.includes(name) && { isTemplate: true }),
        ...(scan.decides !== undefined &&
          SERVICE_ATTRIBUTES.some((attribute) => attribute === name) && { decides: 'service' }),
      });
}

/** Scans the text of JSON syntax or of a template file. */
function scanTemplate(source: string, scope: ScanScope, scan: Scan): void {
  scanNodes([readHclTemplate(source)], scope, scan);
}

function scanNodes(nodes: readonly HclNode[], scope: ScanScope, scan: Scan): void {
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index];
    if (node?.is === 'text') scanPieces(node, scope, scan);
    else if (node?.is === 'group') {
      const inner = withLoop(node, scope, scan);
      if (hasOpenKey(node, inner)) scan.found('varies', 'an object with a key that only the apply knows');
      scanNodes(node.nodes, inner, scan);
    } else if (node?.is === 'word' && !isMark(nodes[stepOver(nodes, index, -1)], '.'))
      index = scanName(nodes, index, scope, scan);
  }
}

/** The keys of an object decide the order of its values: `{ (KEY) = VALUE }` and `{ for NAME in NAMES : KEY => VALUE }`. */
function hasOpenKey({ open, nodes }: HclNode & { is: 'group' }, scope: ScanScope): boolean {
  if (open !== '{') return false;
  const { rest } = readFor(nodes) ?? {};
  if (rest !== undefined)
    return isOpen(
      rest.slice(
        0,
        rest.findIndex((node, index) => isMark(node, '=') && isMark(rest[index + 1], '>')),
      ),
      scope,
    );
  return splitEntries(nodes).some(([key, mark, next]) => {
    const isKey = isMark(mark, ':') || (isMark(mark, '=') && !isMark(next, '='));
    return isKey && key !== undefined && key.is !== 'word' && isOpen([key], scope);
  });
}

function scanPieces({ pieces }: HclNode & { is: 'text' }, scope: ScanScope, scan: Scan): void {
  const code = pieces.filter((piece) => typeof piece !== 'string');
  // A directive "%{ for … }" is visible up to its end. Its names are never constant.
  const loops = code.flatMap((piece) => readFor(piece) ?? []);
  const inner = withVariables(
    scope,
    loops.flatMap(({ names }) => names).map((name) => [name, undefined]),
    scan,
    loops.flatMap((loop) => openNames(loop, scope)),
  );
  for (const piece of code) scanNodes(piece, inner, scan);
}

function withLoop({ open, nodes }: HclNode & { is: 'group' }, scope: ScanScope, scan: Scan): ScanScope {
  const loop = open === '(' ? undefined : readFor(nodes);
  if (loop === undefined) return scope;
  const names = readNames(loop.collection, scope, 'value');
  return withVariables(
    scope,
    loop.names.map((name) => [name, names]),
    scan,
    openNames(loop, scope),
  );
}

/** Returns the variables of a loop whose values only the apply can know. The first one of two is the key. */
function openNames({ names, collection }: Loop, scope: ScanScope): readonly string[] {
  if (!isOpen(collection, scope)) return [];
  return names.length > 1 && !hasOpenKeys(collection, scope) ? names.slice(1) : names;
}

function withVariables(
  scope: ScanScope,
  added: readonly (readonly [string, ConstantNames | undefined])[],
  { found }: Scan,
  open: readonly string[],
): ScanScope {
  if (added.length === 0) return scope;
  for (const [name] of added) if (RESERVED.includes(name)) found('machine', `a variable with the name ${name}`);
  const openVariables = new Set([...(scope.openVariables ?? []), ...open]);
  return { ...scope, variables: new Map([...scope.variables, ...added]), openVariables };
}

/** Scans a function call or a reference. Returns the index of its last word. */
function scanName(nodes: readonly HclNode[], start: number, scope: ScanScope, scan: Scan): number {
  const { found, isTemplate = false, decides } = scan;
  const first = nodes[start];
  if (first?.is !== 'word') return start;
  const { name, last } = readFunctionName(nodes, start);
  const after = stepOver(nodes, last, 1);
  const following = nodes[after];
  if (following?.is === 'group' && following.open === '(') scanCall(name, following, scope, scan);
  else if (name !== first.text) found('varies', `the name ${name}`);
  else if (isMark(following, '.') && !isMark(nodes[after + 1], '.')) {
    const attribute = nodes[stepOver(nodes, after, 1)];
    const path = `${name}.${attribute?.is === 'word' ? attribute.text : '…'}`;
    if (!isKnown(name, path, scope, isTemplate))
      found(decides !== undefined && RESERVED_VALUES.includes(name) ? decides : 'varies', `the value ${path}`);
    else if (decides !== undefined) scanSetting(name, path, scope, { ...scan, decides });
  } else if (following?.is === 'group' && following.open === '[' && [...RESERVED_VALUES, 'ephemeral'].includes(name))
    found('varies', `the value ${name}[…]`);
  return last;
}

/** Scans a value in a block of our provider: the code of a local value, and a value that comes from an object or another module. */
function scanSetting(
  root: string,
  path: string,
  { module, variables }: ScanScope,
  scan: Scan & { readonly decides: 'service' | 'setting' },
): void {
  const { decides, found, followed = [] } = scan;
  const isConstant =
    variables.has(root) || (CONSTANT_ROOTS.includes(root) && (root !== 'var' || module.folder === '.'));
  if (!isConstant || (decides === 'service' && module.ephemeral.has(path))) found(decides, `the value ${path}`);
  if (root !== 'local' || followed.includes(path)) return;
  const value = module.locals.get(path.slice('local.'.length)) ?? [];
  scanNodes(value, { module, variables: NO_VARIABLES }, { ...scan, followed: [...followed, path] });
}

function isKnown(root: string, path: string, { module, variables }: ScanScope, isTemplate: boolean): boolean {
  if (variables.has(root)) return true;
  if (root === 'path') return path === 'path.module' || path === 'path.root';
  if (root === 'terraform') return path === 'terraform.workspace';
  return module.roots.has(root) || (isTemplate && !RESERVED.includes(root));
}

function scanCall(name: string, call: HclNode & { is: 'group' }, scope: ScanScope, scan: Scan): void {
  const kind = classifyFunction(name);
  // A file can exist only while the plan is applied: the plan itself.
  if (scan.decides !== undefined && kind !== 'pure') {
    scan.found(scan.decides, `the function ${name}`);
    return;
  }
  if (kind === 'pure' && readsDigits(name, splitArguments(call.nodes)) && isOpenIn(name, call.nodes, scope, scan)) {
    scan.found('varies', `the function ${name} of a value that only the apply knows`);
    return;
  }
  if (kind === 'pure' || (kind === 'ours' && scope.module.ownProviders.has(PROVIDER_NAME))) return;
  if (kind !== 'file' || scan.isTemplate === true) {
    scan.found('varies', `the function ${name}`);
    return;
  }
  const problem = fileProblem(name.replace(/^core::/, ''), splitArguments(call.nodes), scope, scan);
  if (problem !== undefined)
    scan.found(problem, `the function ${name} with another path than that of a file of the module`);
}

function isOpenIn(
  name: string,
  nodes: readonly HclNode[],
  scope: ScanScope,
  { isTemplate, isOpenTemplate }: Scan,
): boolean {
  if (isTemplate === true) return isOpenTemplate === true;
  return isOpen(nodes, scope) && (!OF_KEYS.includes(name.replace(/^core::/, '')) || hasOpenKeys(nodes, scope));
}

/** Returns the kind of a call that reads anything but regular files below the module. */
function fileProblem(name: string, list: readonly HclNode[][], scope: ScanScope, scan: Scan): PlaceKind | undefined {
  const { checkout } = scan;
  const [argument = [], second = []] = list;
  if (name === 'fileset') {
    const set = readFileset(argument, second, scope);
    const isPlain =
      set !== undefined && 'folder' in set && checkout.isPlainTree(set.folder, `${set.path}/${set.below}`);
    if (!isPlain) return 'machine';
    return canGrow(set, second) ? 'varies' : undefined;
  }
  const path = readPath(argument, scope);
  if (path === undefined) return 'machine';
  const { names, before, after, folder } = path;
  if (names !== undefined && 'folder' in names) {
    const isBelow = isPlainName(path) && checkout.isPlainTree(folder, `${before}${names.below}`);
    return isBelow && name !== 'templatefile' ? undefined : 'machine';
  }
  for (const text of names?.texts ?? ['']) {
    const file = `${before}${text}${after}`;
    const status = checkout.toStatus(folder, file);
    if (status === 'other') return 'machine';
    if (scan.isProgram === true && checkout.getHash(folder, file) === undefined) return 'missing';
    if (status === 'near') return 'varies';
    if (name === 'templatefile')
      scanTemplate(
        checkout.read(folder, file),
        { ...scope, variables: NO_VARIABLES },
        { ...scan, isTemplate: true, isOpenTemplate: isOpen(second, scope) },
      );
  }
  return undefined;
}

/** Returns true if no name of a file set can lead out of the folder. */
function isPlainName({ before, after }: FilePath): boolean {
  return (before === '' || before.endsWith('/')) && !after.includes('/') && !before.split('/').includes('..');
}
