/** The fields of a trust as plain data. The checks and the JSON schema of files use them. */
import { isObject, type Values } from '../../src/model/api';
import { exactlyOneOf, message, type Fields } from '../../src/model/schema';
import { PLATFORMS } from '../../src/access/trust';
import { combinationProblems, normalized } from './checked-trust';

/** The props of a trust by platform. */
export const TRUST: Fields = Object.fromEntries(
  Object.entries(PLATFORMS).map(([name, { title, fields, rules }]) => [
    name,
    message(['optional'], `Accepts tokens of ${title}.`, fields, rules),
  ]),
);

/** One platform is given. */
export const TRUST_RULES = [exactlyOneOf(...Object.keys(PLATFORMS))];

/** Returns the data with text for each number, and a list for each single text, as `Trust.of` accepts both. */
export function normalizedTrust(data: Values): Values {
  return normalized(TRUST, data);
}

/** A problem of the props of a platform. */
interface TrustDataProblem {
  readonly platform: string;
  readonly message: string;
}

/** Returns the combinations of props that the platform excludes. The props have their declared types. */
export function trustDataProblems(data: Values): TrustDataProblem[] {
  return Object.entries(PLATFORMS).flatMap(([name, platform]) => {
    const props = data[name];
    return isObject(props) ? combinationProblems(platform, props).map((message) => ({ platform: name, message })) : [];
  });
}
