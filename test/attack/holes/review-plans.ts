/** Holes in review plans, and in the scanner of their configuration. */
import { hole, type Hole } from './hole';

const reviewPlan = 'src/provider/plan-records/review-plan.ts';
const combined = 'src/review/input/plan/review-plans.ts';
const scan = 'src/review/input/scan/scan-code.ts';
const functions = 'src/review/input/scan/functions.ts';

export const reviewPlanHoles: readonly Hole[] = [
  hole(
    'plans for the review know the time of a creation',
    reviewPlan,
    '  plan[getUidAttribute(',
    "  plan['create_time'] = '2000-01-01T00:00:00Z';\n  plan[getUidAttribute(",
  ),
  hole(
    'a creation with an unknown key has no uid in a review plan',
    reviewPlan,
    '  plan[getUidAttribute(',
    '  if (keyOfAttributes(declaration, plan) !== undefined) plan[getUidAttribute(',
  ),
  hole(
    'a review plan is applied',
    reviewPlan,
    'if (review === undefined && !isNoted && placeholder === undefined) return;',
    'if (placeholder === undefined) return;',
  ),
  hole(
    'a placeholder makes a review plan',
    combined,
    "return isReview || changes.some((change) => typeof plannedUid(change) === 'string');",
    "return isReview || changes.some((change) => typeof plannedUid(change) === 'string' || JSON.stringify(change).includes('00000000aaaa'));",
  ),
  hole('review plans are not compared', combined, 'if (!isSameFate(change, other))', 'if (isNoOp(change))'),
  hole(
    'the scanner ignores the digits of new uids',
    'src/review/input/scan/open-values.ts',
    'return !WHOLE.has(own);',
    'return !WHOLE.has(own) && false;',
  ),
  hole(
    'the scanner knows no function',
    functions,
    "return OURS.test(name) ? 'ours' : 'other';",
    "return OURS.test(name) ? 'ours' : 'pure';",
  ),
  hole('the scanner knows the time of the plan', functions, 'parseint pow range', 'parseint plantimestamp pow range'),
  hole(
    'the scanner ignores paths of files',
    scan,
    "if (path === undefined) return 'machine';",
    'if (path === undefined) return undefined;',
  ),
  hole('the scanner ignores files outside', scan, "if (status === 'other') return 'machine';", ''),
  hole(
    'the scanner ignores named values',
    scan,
    'if (!isKnown(name, path, scope, isTemplate))',
    "if (path === '' && !isKnown(name, path, scope, isTemplate))",
  ),
  hole(
    'the scanner ignores groups',
    scan,
    'scanNodes(node.nodes, inner, scan);',
    "if (node.open !== '(') scanNodes(node.nodes, inner, scan);",
  ),
  hole(
    'the scanner ignores removed blocks',
    'src/review/input/scan/scan-configuration.ts',
    "if (block.type === 'provisioner') found(",
    "if (block.type === '') found(",
  ),
];
