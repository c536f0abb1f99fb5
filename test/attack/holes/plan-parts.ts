/** Holes in the account of a plan: what executes, key paths, arguments, provider blocks, access and trust. */
import { hole, type Hole } from './hole';

const executes = 'src/review/input/plan/executes.ts';
const args = 'src/review/input/plan/arguments.ts';

export const planPartHoles: readonly Hole[] = [
  {
    name: 'provisioners are silent',
    edits: [
      {
        file: 'src/review/findings/runs-code.ts',
        find: 'isProgram === true &&',
        replacement: "isProgram === true && kind !== 'provisioner' &&",
      },
      {
        file: 'src/review/findings/not-proved.ts',
        find: 'plans.flatMap(({ name: plan, unproved = [] }) =>',
        replacement:
          "plans.flatMap(({ name: plan, unproved: all = [] }, _, __, unproved = all.filter(({ place }) => !place.includes('provisioner'))) =>",
      },
    ],
  },
  hole('provisioners are not listed', executes, '...provisioners(plan),', ''),
  hole(
    'actions are not listed',
    executes,
    "...{ kind: 'action', address, type, actions: [trigger], sha256, isProgram: true },",
    "...{ kind: 'output', address, type, actions: [], sha256: '' },",
  ),
  hole('provider blocks are not listed', executes, '...providers(plan),', ''),
  hole('new providers are no programs', executes, '...(isNew(type) && { isProgram: true }),', ''),
  hole('resources of other providers are not listed', executes, '...resources(plan),', ''),
  hole('outputs are not listed', executes, '...plan.outputs.map((output) =>', '...[].map((output: OutputChange) =>'),
  hole(
    'the values of outputs are not hashed',
    executes,
    'sha256: hashValues(after, isOpen ? expression : null),\n    ...(isOpen',
    "sha256: '',\n    ...(isOpen",
  ),
  hole('unknown parts are not in the digest', executes, 'sha256 === undefined ? [] :', 'sha256 !== undefined ? [] :'),
  hole(
    'unknown parts are not found',
    'src/review/input/plan/unknown-parts.ts',
    'if (member === undefined) {',
    'if (member === undefined && isList) {',
  ),
  hole('actions are no part of the plan', 'src/review/input/plan/read-plan.ts', 'readActions(root)', '[]'),
  hole(
    'addresses of the service are not hashed',
    'src/review/input/plan/provider-blocks.ts',
    '.sort()\n',
    ".filter((name) => name !== 'base_url')\n    .sort()\n",
  ),
  hole('unknown kinds are known', 'src/review/input/plan/unknown-objects.ts', 'isOurs: true', 'isOurs: false'),
  hole(
    'arguments of the environment are silent',
    args,
    "[...VARIABLES.map((name) => splitShellWords(env[name] ?? '')), args]",
    '[args]',
  ),
  hole('a partial refresh is silent', args, "['input', 'lock',", "['minimal-refresh', 'input', 'lock',"),
  hole('invoked actions are silent', args, "['var', 'var-file',", "['invoke', 'var', 'var-file',"),
  hole(
    'unknown arguments are silent',
    args,
    'return OFF_BY_DEFAULT.includes(name) && isFalse(value);',
    'return !OFF_BY_DEFAULT.includes(name) && !WITH_VALUE.includes(name);',
  ),
  hole(
    'arguments are no finding',
    'src/review/findings/configuration.ts',
    'if (reported.length === 0) return [];',
    'if (reported.length < 3) return [];',
  ),
  hole(
    'changes of trust are silent',
    'src/review/access/assume/compare-trust-policies.ts',
    'if (isSame && !(after?.isUnknown ?? false)) return undefined;',
    'if (was !== undefined || isSame) return undefined;',
  ),
];
