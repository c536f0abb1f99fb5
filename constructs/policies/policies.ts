/** The policies of this package, and custom policies. */
import { declarations } from '../../src/resources';
import { offers } from '../../src/schema';
import { requireType } from '../base/constructor-arguments';
import { noBroadSubjects } from './broad-subjects';
import { invariants } from './invariants';
import { noOwnerForWorkloads, ownersAtLeast } from './owners';
import {
  CheckedPolicy,
  type ObjectPolicyOptions,
  type OwnCheck,
  type Policy,
  type PolicyCheck,
  type PolicyOptions,
} from './policy';
import { maxDepth, naming, uniqueNames } from './structure';

/** A kind of object that has a name. */
export type NamedKind = 'Group' | 'Identity' | 'Role' | 'IdentityProvider' | 'AccountAssociation';

/** The options of policies about names. */
export interface NamePolicyOptions extends ObjectPolicyOptions {
  /**
   * The kinds that the policy applies to.
   *
   * @default - all kinds with a name
   */
  readonly kinds?: readonly NamedKind[];
}

/** The options of `Policies.uniqueNames`. */
export interface UniqueNamesOptions extends NamePolicyOptions {
  /**
   * The scope of the comparison: the whole organization, or each group.
   *
   * @default 'organization'
   */
  readonly within?: 'organization' | 'group';
}

/** The options of `Policies.noBroadSubjects`. */
export interface BroadSubjectsOptions extends ObjectPolicyOptions {
  /**
   * The owners whose tokens identities should accept, for example the names of owners at GitHub or GitLab.
   *
   * @default - the owners that each trust policy requires
   */
  readonly owners?: readonly string[];
}

const OPTIONS = ['severity', 'unknown'] as const;
const OBJECT_OPTIONS = [...OPTIONS, 'except'] as const;

/**
 * Creates policies, which check the whole declared organization at synthesis. Add them to a stack, a construct, or the
 * App.
 *
 * @example
 * Aspects.of(stack).add(Policies.maxDepth(4));
 * Aspects.of(stack).add(Policies.ownersAtLeast(2, { severity: 'warning' }));
 */
export const Policies = {
  /**
   * Rejects trust policies that accept a token of an outsider. The message contains such a token.
   *
   * @throws Error for an unknown option.
   */
  noBroadSubjects(options: BroadSubjectsOptions = {}): Policy {
    return objectPolicy('noBroadSubjects', noBroadSubjects(options.owners), options, ['owners']);
  },

  /**
   * Rejects groups beneath a level. A root group is at level 1.
   *
   * @throws Error if `levels` is not a whole number of at least 1, or for an unknown option.
   */
  maxDepth(levels: number, options: ObjectPolicyOptions = {}): Policy {
    requireCount('maxDepth', levels);
    return objectPolicy(`maxDepth(${levels})`, maxDepth(levels), options);
  },

  /**
   * Requires a number of declared owners in each root group. An owner is an identity with all capabilities of the role
   * `owner`. For an existing root group with fewer owners the policy is inconclusive, because the group can have other
   * owners.
   *
   * @throws Error if `count` is not a whole number of at least 1, or for an unknown option.
   */
  ownersAtLeast(count: number, options: ObjectPolicyOptions = {}): Policy {
    requireCount('ownersAtLeast', count);
    return objectPolicy(`ownersAtLeast(${count})`, ownersAtLeast(count), options);
  },

  /**
   * Rejects the second object of a kind with the same name in an organization. With `within: 'group'`, only in one
   * group.
   *
   * @throws Error for an unknown option.
   */
  uniqueNames(options: UniqueNamesOptions = {}): Policy {
    const { within = 'organization', kinds } = options;
    requireKinds('uniqueNames', options);
    return objectPolicy('uniqueNames', uniqueNames(within, kinds), options, ['within', 'kinds']);
  },

  /**
   * Rejects grants that make a workload an owner. People can be owners.
   *
   * @throws Error for an unknown option.
   */
  noOwnerForWorkloads(options: ObjectPolicyOptions = {}): Policy {
    return objectPolicy('noOwnerForWorkloads', noOwnerForWorkloads(), options);
  },

  /**
   * Rejects names that do not match an expression. Write it from `^` to `$`: without these, it matches a part of a
   * name.
   *
   * @throws Error if `pattern` is not a regular expression, or for an unknown option.
   * @example
   * Aspects.of(stack).add(Policies.naming(/^[a-z][a-z0-9-]*$/, { kinds: ['Group'] }));
   */
  naming(pattern: RegExp, options: NamePolicyOptions = {}): Policy {
    requireType('Policies.naming', 'the first argument', 'a regular expression', pattern, isExpression);
    requireKinds('naming', options);
    return objectPolicy('naming', naming(pattern, options.kinds), options, ['kinds']);
  },

  /**
   * Evaluates the invariants and assertions of a review configuration over the declared organization. An invariant with
   * `severity: 'low'` is a warning.
   *
   * @param file The path of `review.config.json`, relative to the working directory.
   * @throws Error if the file cannot be read, is invalid or has no rules, or for an unknown option.
   */
  invariants(file: string, options: PolicyOptions = {}): Policy {
    return new CheckedPolicy('invariants', invariants(file), options, OPTIONS);
  },

  /**
   * Creates a custom policy.
   *
   * @param check Calls `report(object, 'problem without a period')` for each violation, and `report.unknown(object, 'reason')` if only
   *   Terraform knows a value.
   * @throws Error for an unknown option.
   * @example
   * const described = Policies.custom('teams have roles', ({ groups, bindings }, report) => {
   *   for (const group of groups)
   *     if (group.isManaged && !bindings.some((binding) => binding.group === group)) report(group, 'has no role binding');
   * });
   * Aspects.of(stack).add(described);
   */
  custom(name: string, check: PolicyCheck, options: ObjectPolicyOptions = {}): Policy {
    const isFunction = (value: unknown): value is PolicyCheck => typeof value === 'function';
    requireType('Policies.custom', 'the check, the second argument,', 'a function', check, isFunction);
    // TypeScript accepts functions with any result, also async ones.
    const run: (...given: Parameters<PolicyCheck>) => unknown = check;
    const checked: OwnCheck = ({ organization }, report) => {
      requireNoResult(name, run(organization, report));
    };
    return objectPolicy(name, checked, options);
  },
};

function requireNoResult(name: string, result: unknown): void {
  const isEmpty = result === undefined || (Array.isArray(result) && result.every((one) => one === undefined));
  if (!isEmpty)
    throw new Error(
      `Policy ${name}: the check returns a value, which nobody reads. Call report(object, 'problem') for each violation before the check ends.`,
    );
}

function objectPolicy(
  name: string,
  check: OwnCheck,
  options: ObjectPolicyOptions,
  more: readonly string[] = [],
): Policy {
  return new CheckedPolicy(name, check, options, [...OBJECT_OPTIONS, ...more]);
}

function requireCount(name: string, value: number): void {
  const isCount = (given: unknown): given is number => Number.isSafeInteger(given) && (given as number) >= 1;
  requireType(`Policies.${name}`, 'the first argument', 'a whole number of at least 1', value, isCount);
}

function requireKinds(name: string, { kinds = [] }: NamePolicyOptions): void {
  const known = declarations.filter((one) => offers(one, 'create') && 'name' in one.fields).map(({ kind }) => kind);
  const areKinds = (value: unknown): value is readonly NamedKind[] =>
    Array.isArray(value) && value.every((kind) => known.includes(kind as string));
  requireType(`Policies.${name}`, 'kinds', `a list of ${known.join(', ')}`, kinds, areKinds);
}

function isExpression(value: unknown): value is RegExp {
  return value instanceof RegExp;
}
