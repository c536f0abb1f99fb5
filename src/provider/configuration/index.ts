/** The provider block: what can be said in it, and the client that it comes to. */
import type { BareContext } from '../../plugin';
import { blockProblems } from './configure';
import type { ProviderBlock } from './settings';

export { configurationSchema } from './schema';
export { configure } from './configure';

/** Checks the block by itself, at `terraform validate` too. */
export function validateConfiguration({ config, diags }: BareContext & { readonly config: ProviderBlock }): void {
  diags.add(...blockProblems(config));
}
