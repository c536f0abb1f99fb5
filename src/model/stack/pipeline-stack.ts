/**
 * Makes the stack that a pipeline plans from a checked one: without its own backend and providers, and with the states of sibling
 * stacks at the backend of the main branch. An address of the stack would get the password of the state.
 */
import { isObject, PROVIDER_NAME, type Values } from '../api';
import { siblingPattern } from '../approval/grammar';

/** The settings of the main branch. */
export interface PipelineSettings {
  /** The text of `settings.tf.json`; `STACK` in it is the name of a stack. */
  readonly text: string;
  /** The address of the states, for the backend `http`. */
  readonly stateUrl: string | undefined;
}

const REMOTE_STATE = 'terraform_remote_state';

/** Returns the names of the other providers that the settings require. */
export function getProviders({ text }: PipelineSettings): string[] {
  const required = objectAt(JSON.parse(text) as unknown, 'terraform', 'required_providers');
  return Object.keys(required).filter((name) => name !== PROVIDER_NAME && name !== 'null');
}

/** Returns the stack. Its provider has no settings: they come from the environment. */
export function createPipelineStack(stack: Values, settings: PipelineSettings): Values {
  const { terraform: _terraform, provider: _provider, data, ...parts } = stack;
  const states = Object.entries(objectAt(data, REMOTE_STATE)).map(
    ([name]) => [name, getState(name, settings)] as const,
  );
  return {
    ...parts,
    ...(isObject(data) && {
      data: { ...data, ...(states.length > 0 && { [REMOTE_STATE]: Object.fromEntries(states) }) },
    }),
    provider: { [PROVIDER_NAME]: {} },
  };
}

function getState(name: string, { text, stateUrl = '' }: PipelineSettings): Values {
  const sibling = siblingPattern.exec(name)?.[1] ?? '';
  const own = JSON.parse(text.replaceAll('STACK', sibling)) as unknown;
  const [[backend, config] = ['local', {}]] = Object.entries(objectAt(own, 'terraform', 'backend'));
  const address = backend === 'http' ? { address: `${stateUrl}/${sibling}` } : {};
  return { backend, config: { ...address, ...(isObject(config) ? config : {}) } };
}

function objectAt(value: unknown, ...names: readonly string[]): Values {
  const found = names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
  return isObject(found) ? found : {};
}
