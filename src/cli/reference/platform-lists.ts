/**
 * The first program of `npm run docs`: writes the lists of the trust platforms and the factories. The next program loads these
 * lists, so that one run documents a new platform.
 */
import { join } from 'node:path';
import { factoriesText, factoryTypes, platformsFile, propsFile, readPlatforms } from './trust-sources';
import { checkoutRoot, write, writePart } from './write';

const platforms = readPlatforms(join(checkoutRoot, 'src/access/platforms'));
write('src/access/platforms/trust-props.ts', propsFile(platforms));
write('src/access/platforms/platforms.ts', platformsFile(platforms));
writePart('constructs/trust/trust.ts', 'types of the factories', factoryTypes(platforms));
writePart('constructs/trust/trust.ts', 'factories, from src/access/platforms', factoriesText(platforms));
