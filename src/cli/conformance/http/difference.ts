/** The outcomes of a case other than "holds", as errors that a case throws. */
import type { Code } from '../../../model/api';
import { type HttpAnswer, violatedFields } from './answer';

/** The service differs from the rule. */
export class RuleDifference extends Error {
  override readonly name = 'RuleDifference';
  /** The requests and responses that show it, the deciding one last. */
  readonly answers: readonly HttpAnswer[];

  /** `expected` completes the sentence "The rule requires …". */
  constructor(expected: string, ...answers: readonly HttpAnswer[]) {
    super(expected);
    this.answers = answers;
  }
}

/** The service does not offer the operation. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered';
}

/** The case cannot be tried. The message is the reason. */
export class NotTried extends Error {
  override readonly name = 'NotTried';
}

/** Throws a `RuleDifference` unless `isTrue`. */
export function requireThat(isTrue: boolean, expected: string, ...answers: readonly HttpAnswer[]): asserts isTrue {
  if (!isTrue) throw new RuleDifference(expected, ...answers);
}

/** Throws a `RuleDifference` unless both values have the same JSON. */
export function requireSame(actual: unknown, expected: unknown, what: string, ...answers: readonly HttpAnswer[]): void {
  const [found, required] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== required)
    throw new RuleDifference(`${what} is ${required}, and it is ${found ?? 'absent'}`, ...answers);
}

/** Throws a `RuleDifference` unless the response has the code, and if given, names the field. */
export function requireCode(answer: HttpAnswer, code: Code | 'OK', field?: string): void {
  requireThat(answer.code === code, `the code is ${code}`, answer);
  const isNamed = field === undefined || violatedFields(answer).some((name) => name.startsWith(field));
  requireThat(isNamed, `a field violation names ${field}`, answer);
}

/** Throws `NotOffered` for the response of a router that knows no such path or method. */
export function requireOffered(answer: HttpAnswer, what: string): void {
  const isUnrouted = answer.code === 'NOT_FOUND' && answer.details.length === 0;
  const isWithoutMethod = answer.code === 'UNIMPLEMENTED' || answer.status === 405;
  if (isUnrouted || isWithoutMethod) throw new NotOffered(`the service does not offer ${what} (HTTP ${answer.status})`);
}
