/** `npm pack` and `npm publish` pack what the sources make, from a fresh clone, too. */
import { ensureBuilt } from './ensure.mjs';
import { main } from './say.mjs';

await main(ensureBuilt);
