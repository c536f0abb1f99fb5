/** The values of provider blocks that a plan proves: constants, and root variables that the plan fixes. */
import { isObject, isOurProvider } from '../../../model/api';
import { providerBlock, SERVICE_ADDRESSES, SERVICE_ATTRIBUTES } from '../../../model/kinds';
import { behaves } from '../../../model/schema';
import { isTemplate, findReferences } from './configuration';
import type { ProviderBlock } from './plan';

/** The text for an address whose value the apply evaluates again. */
const EXPRESSION = '(expression)';

/** Returns the value of an attribute: null if it is absent, `undefined` for an expression whose value is not certain. */
export function getConstant({ expressions, variables }: ProviderBlock, name: string): unknown {
  const expression = Object.hasOwn(expressions, name) ? expressions[name] : undefined;
  if (!isObject(expression)) return null;
  const constant = expression['constant_value'];
  if (findReferences(expression).length === 0)
    return constant === undefined || isTemplate(constant) ? undefined : constant;
  // JSON syntax: a template is a text that shows the whole expression.
  const [, variable] = typeof constant === 'string' ? (/^\$\{var\.([\w-]+)\}$/.exec(constant) ?? []) : [];
  return variable !== undefined && Object.hasOwn(variables, variable) ? variables[variable] : undefined;
}

/** Returns the addresses of the service in a block of our provider. An absent one is set in the environment. */
export function getService(block: ProviderBlock): Readonly<Record<string, string>> {
  return Object.fromEntries(
    SERVICE_ADDRESSES.flatMap((name): [string, string][] => {
      const value = getConstant(block, name);
      if (value === null) return [];
      return [[name, typeof value === 'string' ? value : EXPRESSION]];
    }),
  );
}

/**
 * Returns the attributes of a block for its hash, sorted. Credentials change from run to run: only the references of their
 * expressions count. A root variable counts only where it decides the service.
 */
export function hashedAttributes(block: ProviderBlock): readonly (readonly unknown[])[] {
  const isOurs = isOurProvider(block.provider);
  return Object.keys(block.expressions)
    .sort()
    .map((name) => {
      const expression = block.expressions[name];
      const value =
        isOurs && SERVICE_ATTRIBUTES.some((attribute) => attribute === name) ? getConstant(block, name) : undefined;
      return [name, isCredential(block, { name }) ? findReferences(expression) : expression, value ?? null];
    });
}

/** Returns true for an attribute of our provider whose value is a secret. */
export function isCredential({ provider }: ProviderBlock, part: object): boolean {
  const name = 'name' in part ? String(part.name) : '';
  return (
    isOurProvider(provider) &&
    Object.hasOwn(providerBlock, name) &&
    behaves(providerBlock[name as 'token'], 'sensitive')
  );
}

/** Returns the address of the block in the code of its module: `module.a.provider.platform.other`. */
export function codeAddress({ key }: ProviderBlock): string {
  const [name = '', module] = key.split(':').reverse();
  return `${module === undefined ? '' : `${module}.`}provider.${name}`;
}
