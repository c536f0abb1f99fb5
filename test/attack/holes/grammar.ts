/** Holes in the grammar of a stack that is data, and in the proof of a plan. */
import { hole, type Hole } from './hole';

const values = 'src/model/approval/grammar/values.ts';
const blocks = 'src/model/approval/grammar/block-checks.ts';
const documents = 'src/model/approval/grammar/check-documents.ts';
const proof = 'src/review/input/plan/proof.ts';

export const grammarHoles: readonly Hole[] = [
  hole('a stack of data contains expressions', values, "? 'computed' :", '? undefined :'),
  hole(
    'a stack of data contains directives',
    values,
    "if (expression === undefined) return 'directive';",
    'if (expression === undefined) return undefined;',
  ),
  hole('a stack of data contains times of the apply', values, "? undefined : 'apply-value'", '? undefined : undefined'),
  hole(
    'a stack of data contains unknown members',
    blocks,
    'if (check === undefined) refuse(',
    "if (check === undefined && name !== 'provisioner') continue;\n      if (check === undefined) refuse(",
  ),
  hole(
    'a stack of data contains provisioners',
    blocks,
    "if (name === '//') continue;",
    "if (name === '//' || name === 'provisioner') continue;",
  ),
  hole(
    'a stack of data contains conditions',
    blocks,
    "if (name === '//') continue;",
    "if (name === '//' || name.endsWith('condition')) continue;",
  ),
  hole(
    'a stack of data contains short time limits',
    blocks,
    'const MIN_TIMEOUT_MS = 60_000;',
    'const MIN_TIMEOUT_MS = 1;',
  ),
  hole(
    'a stack of data contains types of other providers',
    documents,
    'else if (isAllowedType(type)) members(body, path, meta, foreignArgument);',
    'else if (isAllowedType(type) || type.length > 0) return;',
  ),
  hole(
    'a stack of data has another source of our types',
    documents,
    '? isOurProvider(source)',
    "? typeof source === 'string'",
  ),
  hole(
    'a stack of data has expressions in its provider block',
    documents,
    "checks.literals([...names, 'alias'])",
    '{}, planned',
  ),
  hole(
    'a stack of data removes with a program',
    documents,
    'members(body, path, { from: address, lifecycle:',
    'members(body, path, { from: address, provisioner: planned, lifecycle:',
  ),
  hole(
    'a key occurs twice unseen',
    'src/base/text/json-text.ts',
    'if (others.has(name) || Object.hasOwn(members, name))',
    'if (others.has(` ${name}`))',
  ),
  hole(
    'files of overrides are unseen',
    'src/model/stack/loaded-files.ts',
    '[/(^|_)override\\.(tf|tofu)(\\.json)?$/,',
    '[/^never$/,',
  ),
  hole(
    'files of variables are unseen',
    'src/model/stack/loaded-files.ts',
    '[/\\.auto\\.tfvars(\\.json)?$|^terraform\\.tfvars(\\.json)?$/,',
    '[/^never$/,',
  ),
  hole(
    'a plan with programs is proved',
    proof,
    '...(saved === undefined ? [hiddenConfiguration(name)] : blockPlaces(saved)),',
    '',
  ),
  hole(
    'a plan with unknown values is proved',
    proof,
    'if (!isUnproved(field, after[name])) return [];',
    "if (!isUnproved(field, after[name]) || name === 'role_uid') return [];",
  ),
];
