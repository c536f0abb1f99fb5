/**
 * Reads the configuration in a plan. It contains no values, only references of expressions, and an expression can mention objects
 * that it does not use. Only a template of JSON syntax without other parts proves a reference: `${platform_group.payments.uid}`, of a
 * resource with one instance.
 */
import { isObject, type Values } from '../../../model/api';
import { ON_EXISTING, providerBlock } from '../../../model/kinds';
import type { DocumentPlace } from './document';
import type { PlannedConfiguration, ModuleBlock, ProviderBlock, ResourceBlock } from './plan';

/** Returns the key of a block: the address of its module without instance keys, and its address in the module. */
function blockKey(module: string, address: string): string {
  return module === '' ? address : `${module}.${address}`;
}

export function readPlannedConfiguration(root: DocumentPlace, variables: DocumentPlace): PlannedConfiguration {
  const blocks = new Map<string, ResourceBlock>();
  const modules = new Map<string, ModuleBlock>();
  if (root.isAbsent()) return { isAbsent: true, blocks, modules, providers: [], variables: {} };
  const services = new Map(
    root
      .at('provider_config')
      .members()
      .map(([key, provider]) => [key, getService(key, provider.at('expressions'), variables)]),
  );
  const existing = new Map(
    root
      .at('provider_config')
      .members()
      .map(([key, provider]) => [key, findOnExisting(key, provider.at('expressions'), variables)]),
  );
  const waiting = [{ module: root.at('root_module'), path: '', isSingleInAll: true }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { module, path, isSingleInAll } = next;
    if (module.isAbsent()) continue;
    for (const resource of module.at('resources').list()) {
      // OpenTofu lists ephemeral resources, which have no instances in a plan.
      if (resource.at('mode').optionalText() === 'ephemeral') continue;
      const isSingle = isOne(resource);
      const address = resource.at('address').text();
      blocks.set(blockKey(path, address), {
        address: blockKey(path, address),
        mode: resource.at('mode').optionalText() === 'data' ? 'data' : 'managed',
        type: resource.at('type').text(),
        isSingle,
        isSingleInAll: isSingle && isSingleInAll,
        service: services.get(resource.at('provider_config_key').optionalText() ?? '') ?? '',
        onExisting:
          existing.get(resource.at('provider_config_key').optionalText() ?? '') ?? providerBlock.on_existing.default,
        provisioners: resource
          .at('provisioners')
          .list()
          .map((place) => ({
            type: place.at('type').text(),
            expressions: place.at('expressions').optionalObject() ?? {},
          })),
        expressions: resource.at('expressions').optionalObject() ?? {},
        dependsOn: resource
          .at('depends_on')
          .list()
          .map((place) => place.text()),
      });
    }
    for (const [name, call] of module.at('module_calls').members()) {
      const inner = blockKey(path, `module.${name}`);
      const outputs = call.at('module').isAbsent() ? [] : call.at('module').at('outputs').members();
      modules.set(inner, {
        inputs: call.at('expressions').optionalObject() ?? {},
        outputs: Object.fromEntries(
          outputs.map(([output, one]) => [output, one.at('expression').optionalObject() ?? {}]),
        ),
      });
      waiting.push({ module: call.at('module'), path: inner, isSingleInAll: isSingleInAll && isOne(call) });
    }
  }
  const fixed = fixedVariables(variables);
  return { blocks, modules, providers: readProviders(root, fixed), variables: fixed };
}

/** Returns the provider blocks of all modules. */
function readProviders(root: DocumentPlace, variables: Values): ProviderBlock[] {
  return root
    .at('provider_config')
    .members()
    .map(([key, provider]) => ({
      key,
      provider: provider.at('full_name').optionalText() ?? '',
      expressions: provider.at('expressions').optionalObject() ?? {},
      // A module has variables of its own.
      variables: key.includes(':') ? {} : variables,
    }));
}

function fixedVariables(variables: DocumentPlace): Values {
  return Object.fromEntries(
    variables.members().flatMap(([name, variable]) => {
      const { value } = variable.optionalObject() ?? {};
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the service of a provider: its address, or the expression of the address. */
function getService(key: string, expressions: DocumentPlace, variables: DocumentPlace): string {
  const { value, references } = providerValue('base_url', key, expressions, variables);
  if (typeof value === 'string') return value.replace(/\/+$/, '');
  return value === null || references.length === 0 ? '' : JSON.stringify([key, references]);
}

/** Returns `unknown` for an expression: its value is unknown until apply. */
function findOnExisting(
  key: string,
  expressions: DocumentPlace,
  variables: DocumentPlace,
): ResourceBlock['onExisting'] {
  const { isSet, value } = providerValue('on_existing', key, expressions, variables);
  if (!isSet || value === null) return providerBlock.on_existing.default;
  return ON_EXISTING.find((word) => word === value) ?? 'unknown';
}

/** Returns the value of a provider argument: `undefined` if it is unknown or absent, null for a variable without a value. */
function providerValue(
  name: string,
  key: string,
  expressions: DocumentPlace,
  variables: DocumentPlace,
): { readonly isSet: boolean; readonly value?: unknown; readonly references: readonly unknown[] } {
  if (expressions.isAbsent() || expressions.at(name).isAbsent()) return { isSet: false, references: [] };
  const expression = expressions.at(name).object();
  const references = Array.isArray(expression['references']) ? (expression['references'] as readonly unknown[]) : [];
  const [first] = references;
  const variable =
    typeof first === 'string' && references.length === 1 ? /^var\.([\w-]+)$/.exec(first)?.[1] : undefined;
  // The plan does not contain the variables of modules.
  const isKnown = variable !== undefined && !key.includes(':') && !variables.isAbsent();
  return {
    isSet: true,
    value: isKnown ? variables.at(variable).optionalObject()?.['value'] : expression['constant_value'],
    references,
  };
}

function isOne(block: DocumentPlace): boolean {
  return block.at('count_expression').isAbsent() && block.at('for_each_expression').isAbsent();
}

/** Splits `module.a["x"].platform_group.b["y"]` into the address of the module instance and the address of the block. */
export function splitAddress(address: string): { readonly module: string; readonly block: string } {
  const steps = address.match(/(?:[^.[\]]+|\[(?:"(?:[^"\\]|\\.)*"|[^\]]*)\])/g) ?? [];
  let end = 0;
  let length = 0;
  const names: string[] = [];
  for (let index = 0; index < steps.length && steps[index] === 'module';) {
    const name = steps[index + 1] ?? '';
    length += 'module.'.length + name.length + (length > 0 ? 1 : 0);
    names.push('module', name);
    index += 2;
    const key = steps[index];
    if (key?.startsWith('[') === true) {
      length += key.length;
      index++;
    }
    end = index;
  }
  const block = steps.slice(end).filter((step) => !step.startsWith('['));
  return { module: address.slice(0, length), block: [...names, ...block].join('.') };
}

/** Returns the block of the instance at `address`. */
export function findBlock({ blocks }: PlannedConfiguration, address: string): ResourceBlock | undefined {
  return blocks.get(splitAddress(address).block);
}

/** Returns the block that a reference in `block` names: `data.platform_role.viewer.uid` is in the same module. */
export function blockWithin(
  { blocks }: PlannedConfiguration,
  block: ResourceBlock,
  reference: string,
): ResourceBlock | undefined {
  const [mentioned] = /^(?:data\.)?[A-Za-z_][\w-]*\.[A-Za-z_][\w-]*/.exec(reference) ?? [];
  if (mentioned === undefined) return undefined;
  const module = block.address.split('.').slice(0, block.mode === 'data' ? -3 : -2);
  return blocks.get([...module, mentioned].join('.'));
}

const wholeReference = /^\$\{\s*((?:data\.)?[A-Za-z_][\w-]*\.[A-Za-z_][\w-]*)\.uid\s*\}$/;

/**
 * Returns the address of the instance that an attribute of the instance at `address` refers to by uid, if the configuration proves it.
 */
export function provenReference(
  { blocks }: PlannedConfiguration,
  address: string,
  attribute: string,
): string | undefined {
  const { module, block } = splitAddress(address);
  const expression = getExpression(blocks.get(block), attribute);
  const constant = isObject(expression) ? expression['constant_value'] : undefined;
  const [, target] = typeof constant === 'string' ? (wholeReference.exec(constant) ?? []) : [];
  if (target === undefined) return undefined;
  const modulePath = block.split('.').slice(0, -2);
  // The address of a data source has three parts.
  if (blocks.get(block)?.mode === 'data') modulePath.pop();
  const referred = blocks.get([...modulePath, target].join('.'));
  if (referred?.isSingle !== true) return undefined;
  return module === '' ? target : `${module}.${target}`;
}

/** Returns true for a constant. In JSON syntax a template also looks like a constant. A function call has no members. */
export function isConstant(expression: unknown): boolean {
  return (
    isObject(expression) &&
    Object.keys(expression).join() === 'constant_value' &&
    !/[$%]\{/.test(JSON.stringify(expression))
  );
}

/** Returns the references of an expression. They do not prove its value. */
export function mentioned({ blocks }: PlannedConfiguration, address: string, attribute: string): readonly string[] {
  const expression = getExpression(blocks.get(splitAddress(address).block), attribute);
  const references = isObject(expression) ? expression['references'] : undefined;
  if (!Array.isArray(references)) return [];
  return references.filter((reference): reference is string => typeof reference === 'string');
}

/** Returns the expression of an attribute in JSON: a constant, references, or nothing for a function call. */
export function getExpression(block: ResourceBlock | undefined, attribute: string): unknown {
  return block !== undefined && Object.hasOwn(block.expressions, attribute) ? block.expressions[attribute] : undefined;
}

/** Returns the references of an expression. */
export function findReferences(expression: unknown): string[] {
  const references = (expression as { readonly references?: unknown } | undefined)?.references;
  return Array.isArray(references)
    ? references.filter((reference): reference is string => typeof reference === 'string')
    : [];
}

/** Returns true if Terraform evaluates a constant of JSON syntax. */
export function isTemplate(constant: unknown): boolean {
  return typeof constant === 'string' && /[$%]\{/.test(constant);
}
