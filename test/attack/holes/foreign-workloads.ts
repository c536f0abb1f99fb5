/** Holes in the answers about the workloads of others: the owner of an id, and the tokens of strangers and of unreviewed code. */
import { hole, type Hole } from './hole';

const outsiders = 'src/access/trust/obtainable-tokens.ts';

export const foreignWorkloadHoles: readonly Hole[] = [
  hole(
    'a declared name decides although the trust policy requires an id',
    'src/access/trust/owners.ts',
    'const isById = declared.has(ownerId) && of.isRuled(ownerId);',
    'const isById = false as boolean;',
  ),
  hole(
    'nobody declares the accounts of public providers',
    outsiders,
    'return isPublic || declared.size > 0 ||',
    'return (!isPublic && declared.size > 0) ||',
  ),
  hole(
    'every issuer counts as declared',
    'src/review/access/assume/undeclared.ts',
    'if (found === undefined || typeof found ===',
    "if (found !== undefined && typeof found !== 'string') return [];\n    if (found === undefined || typeof found ===",
  ),
  hole(
    'every branch counts as reviewed',
    'src/review/access/assume/outsiders.ts',
    "['any-branch', 'any-tag', 'any-subject']",
    "['any-tag', 'any-subject']",
  ),
  hole(
    'every tag counts as reviewed',
    'src/review/access/assume/outsiders.ts',
    "['any-branch', 'any-tag', 'any-subject']",
    "['any-branch', 'any-subject']",
  ),
  hole(
    'every environment of GitHub counts as protected',
    'src/access/platforms/github-actions-tokens.ts',
    "shapes: ['environment', 'immutableEnvironment', ...Object.keys(deployments), ...endingIn('Environment')],",
    'shapes: [],',
  ),
];
