/** Checks the JSON configuration of a stack, block by block. Everything that no production contains is refused with its place. */
import { onceFor } from '../../../base/cache/once-for';
import { isObject, isOurProvider, PROVIDER_NAME } from '../../api';
import { providerBlock } from '../../kinds';
import { createBlockChecks, type Check, type Checks } from './block-checks';
import { dataArguments, hasOwnUid, resourceArguments } from './known-types';
import type { NotData, Refuse } from './refusal';
import { readDeclaredNames, hasResourceTypes } from './declared-names';
import { ANCHORS, type CheckValue, createValueCheck, siblingPattern, type ValueUse } from './values';

/** A file of a stack. */
export interface StackDocument {
  readonly file: string;
  readonly json: unknown;
}

export interface GrammarOptions {
  /** The names of other providers that the settings of the main branch require. Their types are reviewed, and not proved. */
  readonly allowedProviders?: readonly string[];
  /** True if other files set backend and providers: then the stack configures no provider. */
  readonly isConfiguredElsewhere?: boolean;
  /** True if a plan decides about values: then only blocks, meta-arguments and provider blocks are checked. */
  readonly isPlanned?: boolean;
}

/** `hashicorp/null`, as CDKTF and people write it. */
const NULL_SOURCES: readonly unknown[] = ['null', 'hashicorp/null', 'registry.terraform.io/hashicorp/null'];

/** Returns the places that are not data. */
export function checkDocuments(documents: readonly StackDocument[], options: GrammarOptions = {}): NotData[] {
  const { allowedProviders = [], isConfiguredElsewhere = false, isPlanned = false } = options;
  const found: Omit<NotData, 'file'>[] = [];
  const declaredNames = readDeclaredNames(documents.map(({ json }) => json));
  const isAllowedType = (type: string): boolean => allowedProviders.includes(type.replace(/_.*/, ''));
  let decides = false;

  const refuse: Refuse = (path, code, subject) => void found.push({ code, subject, decides, path });
  /** Returns the places that a check refuses in a file. */
  const placesIn = (file: string, check: () => void): NotData[] => {
    check();
    return found.splice(0).map((place) => ({ ...place, file }));
  };
  const checkEach = createValueCheck({ declaredNames, refuse, isAllowedType });
  const checkValue: CheckValue = (value, path, use) => {
    if (!isPlanned || use === 'literal') checkEach(value, path, use);
  };
  const checks = createBlockChecks({ declaredNames, refuse, checkValue, isPlanned });
  const { planned, members, blocks, named, meta, timeouts, literal, flag, addresses, address, declared } = checks;

  const values = (names: Iterable<string>, use: ValueUse): Checks =>
    Object.fromEntries(
      [...names].map((name): [string, Check] => [name, (value, path) => checkValue(value, path, use)]),
    );
  // A stack has many resources of few types.
  const argumentChecks = onceFor((known: NonNullable<ReturnType<typeof resourceArguments>>): Checks =>
    Object.fromEntries(
      [...known].map(([name, argument]): [string, Check] => [
        name,
        (value, path) => {
          ({ decides } = argument);
          checkValue(value, path);
          const address = typeof value === 'string' ? declaredNames.imported.get(value) : undefined;
          if (address !== undefined && decides && hasOwnUid(address.replace(/\..*/, '')))
            refuse(path, 'managed-uid', address);
          decides = false;
        },
      ]),
    ),
  );
  const foreignArgument: Check = (value, path) => {
    const name = String(path.at(-1));
    const isOfEngine = ['provisioner', 'connection', 'for_each', '_'].includes(name);
    if (isOfEngine) refuse(path, 'member', name);
    else checkValue(value, path);
  };

  const resource = (type: string, body: unknown, path: NotData['path']): void => {
    const known = resourceArguments(type);
    const anchor = Object.hasOwn(ANCHORS, type) ? ANCHORS[type] : undefined;
    if (known !== undefined) members(body, path, { ...argumentChecks(known), ...meta, timeouts });
    else if (anchor !== undefined) members(body, path, { ...values(anchor, 'anchor'), ...meta });
    else if (isAllowedType(type)) members(body, path, meta, foreignArgument);
    else refuse(path, 'foreign-type', type);
  };
  const data = (type: string, body: unknown, path: NotData['path']): void => {
    const known = dataArguments(type);
    const { lifecycle: _conditions, ...ofData } = meta;
    if (known !== undefined) members(body, path, { ...argumentChecks(known), ...ofData });
    else if (type === 'terraform_remote_state') siblingState(body, path);
    else if (isAllowedType(type)) members(body, path, ofData, foreignArgument);
    else refuse(path, 'foreign-type', type);
  };
  const siblingState: Check = (body, path) => {
    const name = String(path.at(-1));
    const workspace: Check = (value, inner) => {
      if (value !== '${terraform.workspace}') literal(value, inner);
    };
    if (isPlanned) members(body, path, { ...meta, backend: planned, config: planned, workspace: planned });
    else if (siblingPattern.test(name)) members(body, path, { backend: literal, config: literal, workspace });
    else refuse(path, 'no-sibling', name);
  };
  const typed = (check: (type: string, body: unknown, path: NotData['path']) => void): Check =>
    named((type, names, path) => named((_name, body, inner) => check(type, body, inner))(names, path));

  const required = named((name, requirement, path) => {
    const source = isObject(requirement) ? requirement['source'] : undefined;
    const isRight =
      name === PROVIDER_NAME
        ? isOurProvider(source)
        : name === 'null'
          ? NULL_SOURCES.includes(source)
          : allowedProviders.includes(name);
    const aliases: Checks = isPlanned ? { configuration_aliases: planned } : {};
    if (isRight) members(requirement, path, { source: literal, version: literal, ...aliases });
    else refuse(path, name === PROVIDER_NAME || name === 'null' ? 'foreign-source' : 'other-source', { name, source });
  });
  const terraform = blocks((body, path) =>
    members(body, path, {
      required_version: literal,
      required_providers: required,
      backend: named((_type, settings, inner) => literal(settings, inner)),
      cloud: literal,
    }),
  );
  const provider = named((name, list, path) =>
    blocks((body, inner) => {
      const isEmpty = isObject(body) && Object.keys(body).every((key) => key === '//');
      const names = name === PROVIDER_NAME ? Object.keys(providerBlock) : name === 'null' ? [] : undefined;
      if (isConfiguredElsewhere && !isEmpty) refuse(inner, 'configured-provider', name);
      else if (names !== undefined) members(body, inner, checks.literals([...names, 'alias']));
      else if (!allowedProviders.includes(name)) refuse(inner, 'foreign-type', name);
      else literal(body, inner);
    })(list, path),
  );
  const output = named((_name, body, path) =>
    members(body, path, {
      ...values(['value'], 'output'),
      description: literal,
      sensitive: flag,
      depends_on: isPlanned ? planned : addresses,
    }),
  );
  const variable = named((_name, body, path) =>
    members(body, path, {
      ...checks.literals(['default', 'description']),
      type: isPlanned ? planned : checks.type,
      ...{ sensitive: flag, nullable: flag, ephemeral: flag },
    }),
  );
  const moved = blocks((body, path) => members(body, path, { from: address, to: address }));
  const removed = blocks((body, path) =>
    members(body, path, { from: address, lifecycle: (value, inner) => members(value, inner, { destroy: flag }) }),
  );
  const imported = blocks((body, path) =>
    members(body, path, {
      ...(isPlanned ? { to: planned, id: planned, for_each: planned } : { to: declared, id: checks.literalText }),
      provider: checks.providerName,
    }),
  );

  const computed = { locals: planned, module: planned };
  const parts = {
    ...(isPlanned && computed),
    terraform,
    provider,
    resource: typed(resource),
    data: typed(data),
    output,
    variable,
    moved,
    removed,
  };
  const places = documents.flatMap(({ file, json }) =>
    placesIn(file, () => members(json, [], { ...parts, import: imported })),
  );
  const first = documents.find(({ json }) => hasResourceTypes(json, `${PROVIDER_NAME}_`));
  if (first === undefined || isConfiguredElsewhere || documents.some(({ json }) => requiresOurs(json))) return places;
  const missing = () => refuse(['terraform', 'required_providers'], 'foreign-source', { name: PROVIDER_NAME });
  return [...places, ...placesIn(first.file, missing)];
}

function requiresOurs(json: unknown): boolean {
  const terraform = isObject(json) ? json['terraform'] : undefined;
  const required = isObject(terraform) ? terraform['required_providers'] : undefined;
  return isObject(required) && Object.hasOwn(required, PROVIDER_NAME);
}
