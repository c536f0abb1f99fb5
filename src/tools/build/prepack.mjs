/** `npm pack` and `npm publish` pack the build of the sources, also in a fresh clone. */
import { ensureBuilt } from '../ensure.mjs';
import { main } from '../say.mjs';

await main(ensureBuilt);
