/** Policies: aspects that evaluate the declared organization and report all problems together. */
import { App, Aspects, type IAspect } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { isObject } from '../../src/api';
import { pathPattern } from '../../src/rules';
import { isText, requireOnly, requireType } from '../base/constructor-arguments';
import { fail, warn } from '../base/problems';
import type { DeclaredObject, DeclaredOrganization } from './declared';
import { declaredOrganization, type Facts } from './declared-organization';

/** The severity of a problem. An error stops the synthesis. */
export type PolicySeverity = 'error' | 'warning';

/** The options of every policy. */
export interface PolicyOptions {
  /**
   * The severity of a violation.
   *
   * @default 'error'
   */
  readonly severity?: PolicySeverity;
  /**
   * The severity of an inconclusive result: the policy needs a value that only Terraform knows.
   *
   * @default 'warning'
   */
  readonly unknown?: PolicySeverity;
}

/** The options of policies about single objects. */
export interface ObjectPolicyOptions extends PolicyOptions {
  /**
   * The exceptions: paths of names (`acme/legacy/**`, where `*` matches one name and `**` any number), paths of
   * constructs, or constructs.
   *
   * @default - no exceptions
   */
  readonly except?: readonly (string | IConstruct)[];
}

/** An object or a construct that a policy reports. */
export type PolicySubject = DeclaredObject | IConstruct;

/** Reports a violation of an object. Write the problem without a period at its end, for example `is too deep`. */
export interface PolicyReport {
  (object: PolicySubject, problem: string): void;
  /** Reports that the policy is inconclusive, because only Terraform knows a value. */
  unknown(object: PolicySubject, reason: string): void;
}

/** Evaluates a policy. Calls `report` for each violation. */
export type PolicyCheck = (organization: DeclaredOrganization, report: PolicyReport) => void;

/** The check of a policy of this package. `report` also accepts a lower severity than that of the policy. */
export type OwnCheck = (facts: Facts, report: OwnReport) => void;

export interface OwnReport extends PolicyReport {
  (object: PolicySubject, problem: string, severity?: PolicySeverity): void;
}

/**
 * A policy for `Aspects.of(stack).add(…)`, which evaluates everything in the scope that you add it to. `Policies`
 * creates policies.
 */
export interface Policy extends IAspect {
  /** The name of the policy, which its messages contain. */
  readonly name: string;
}

/** A policy with its check. */
export class CheckedPolicy implements Policy {
  readonly name: string;
  private readonly check: OwnCheck;
  private readonly options: ObjectPolicyOptions;

  constructor(name: string, check: OwnCheck, options: ObjectPolicyOptions, known: readonly string[]) {
    requireType('A policy', 'its name, the first argument,', 'text', name, isText);
    const subject = `Policy ${name}`;
    requireOnly(subject, 'the options', options, known);
    for (const option of ['severity', 'unknown'] as const)
      requireType(subject, option, "'error' or 'warning'", options[option] ?? 'error', isSeverity);
    requireType(subject, 'except', 'a list of paths and constructs', options.except ?? [], isExceptions);
    this.name = name;
    this.check = check;
    this.options = options;
  }

  /** Evaluates the policy in the construct that it is added to. CDKTF calls this method for every construct. */
  visit(construct: IConstruct): void {
    if (!Aspects.of(construct).all.includes(this)) return;
    const [first] = applications(construct.node.root);
    // CDKTF stops at the first stack with errors: the first policy evaluates those of all stacks.
    if (first?.policy === this && first.scope === construct) enforceAll(construct.node.root);
    else this.enforce(declaredOrganization(construct));
  }

  enforce(facts: Facts): void {
    const { severity = 'error', unknown = 'warning', except = [] } = this.options;
    const exceptions = except.map((one) => ({ one, matches: exceptionOf(one) }));
    const emit = (object: PolicySubject, text: string, as: PolicySeverity, state = ''): void => {
      requireType(
        `Policy ${this.name}`,
        'the object, the first argument of report,',
        'a construct or a declared object',
        object,
        isSubject,
      );
      const [construct, path] = isConstruct(object) ? [object, object.node.path] : [object.construct, object.path];
      const found = exceptions.some(({ matches }) => matches(construct, path));
      if (!found) (as === 'error' ? fail : warn)(construct, `Policy ${this.name}${state}: ${text}.`);
    };
    const report = (object: PolicySubject, problem: string, as: PolicySeverity = severity) => {
      emit(object, isConstruct(object) ? problem : `${object.path} ${problem}`, as);
    };
    const reportUnknown = (object: PolicySubject, reason: string) => {
      emit(object, reason, unknown, isConstruct(object) ? ' is inconclusive' : ` is inconclusive for ${object.path}`);
    };
    this.check(facts, Object.assign(report, { unknown: reportUnknown }));
    for (const { one, matches } of exceptions)
      if (!facts.organization.objects.some(({ construct, path }) => matches(construct, path)))
        warn(
          facts.scope,
          `Policy ${this.name}: the exception ${isConstruct(one) ? one.node.path : JSON.stringify(one)} matches no object. Remove or correct it.`,
        );
  }
}

function isSubject(value: unknown): value is PolicySubject {
  return isConstruct(value as IConstruct) || (isObject(value) && isConstruct(value['construct'] as IConstruct));
}

/**
 * Evaluates the policies that are added to the App, because CDKTF invokes aspects only of stacks and of constructs in
 * them.
 */
export function enforceAppPolicies(construct: Construct): void {
  const { root } = construct.node;
  const policies = policiesOf(root);
  if (!App.isApp(root) || policies.length === 0) return;
  const facts = declaredOrganization(root);
  for (const policy of policies) policy.enforce(facts);
}

function isConstruct(subject: PolicySubject | string): subject is IConstruct {
  return Construct.isConstruct(subject);
}

interface Application {
  readonly policy: CheckedPolicy;
  readonly scope: IConstruct;
}

function applications(root: IConstruct): Application[] {
  return root.node
    .findAll()
    .flatMap((scope) => (scope === root ? [] : policiesOf(scope).map((policy) => ({ policy, scope }))));
}

function policiesOf(scope: IConstruct): CheckedPolicy[] {
  return Aspects.of(scope).all.filter((aspect) => aspect instanceof CheckedPolicy);
}

function enforceAll(root: IConstruct): void {
  const known = new Map<IConstruct, Facts>();
  for (const { policy, scope } of applications(root)) {
    const facts = known.get(scope) ?? declaredOrganization(scope);
    known.set(scope, facts);
    policy.enforce(facts);
  }
}

function exceptionOf(exception: string | IConstruct): (construct: IConstruct, path: string) => boolean {
  if (typeof exception !== 'string') return (construct) => construct === exception;
  const matches = pathPattern(exception);
  return (construct, path) => matches(path) || construct.node.path === exception;
}

function isSeverity(value: unknown): value is PolicySeverity {
  return value === 'error' || value === 'warning';
}

function isExceptions(value: unknown): value is readonly (string | IConstruct)[] {
  return Array.isArray(value) && value.every((one) => isText(one) || Construct.isConstruct(one));
}
