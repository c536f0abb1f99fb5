/** Finds the owners whose workloads a trust policy accepts: the entries of `owners` that would declare them. */
import { createBudget, ruleAutomata, type Anchoring, type Limits, type TokenMatch } from '../claims';
import type { Issuer } from '../platforms/issuer';
import { ISSUERS } from '../platforms/issuers';
import { acceptsAddress, createMinting, type Minting } from './accepted-tokens';
import { getEntry, listValues } from './owners';
import { issuerAddresses } from './undeclared';

/** An owner that a match requires. */
export interface RequiredOwner {
  /** The entry of the owner: its id if the match requires one, else its name. */
  readonly entry: string;
  /** The name of an owner with an id, if the match requires both. */
  readonly name?: string | undefined;
  /** The platform in entries, and its name and the noun for an owner in sentences: `github`, `GitHub Actions`, `repository owner`. */
  readonly platform: string;
  readonly platformName: string;
  readonly noun: string;
  /** The entry that identifies the owner among others. Its name, if the address of the issuer shows it: each repository has an id. */
  readonly identity: string;
  /** True if the match requires a name only, although tokens have an id: others can claim a released name. */
  readonly isByName: boolean;
}

/** Returns the owners that a match requires. A pattern that is not valid, or too expensive, requires none. */
export function findOwners(match: TokenMatch, options: Anchoring & Limits = {}): readonly RequiredOwner[] {
  const known = findInSubject(match);
  if (known !== undefined) return [known];
  const budget = createBudget(options);
  try {
    const rules = ruleAutomata(match, options, budget);
    // Bounded: the platforms declare their issuers and shapes.
    return ISSUERS.filter(
      (issuer) => issuer.platform !== undefined && acceptsAddress(issuer, rules.get('iss'), budget),
    ).flatMap((issuer) =>
      Object.values(issuer.shapes).flatMap((shape) =>
        requiredOwners(issuer, createMinting(issuer, shape, rules, budget)),
      ),
    );
  } catch {
    return [];
  }
}

/** The claims of most policies. Another claim could require another owner. */
const USUAL_CLAIMS = ['iss', 'sub', 'aud'];

/** Returns the owner in the subject of a workload: the text alone decides, and a search takes milliseconds. */
function findInSubject(match: TokenMatch): RequiredOwner | undefined {
  const { iss, sub } = match;
  if (iss === undefined || sub === undefined || !('exact' in iss) || !('exact' in sub)) return undefined;
  // Bounded: a trust policy declares its claims.
  if (Object.keys(match).some((claim) => !USUAL_CLAIMS.includes(claim))) return undefined;
  // Bounded: the platforms declare their issuers.
  const issuer = ISSUERS.find(({ usual }) => usual?.iss === iss.exact);
  const { owner, ownerId } = issuer?.usual?.owner?.exec(sub.exact)?.groups ?? {};
  if (issuer === undefined || owner === undefined) return undefined;
  return ownerId === undefined
    ? createOwner(issuer, issuer.owner, owner, undefined)
    : createOwner(issuer, issuer.ownerId, ownerId, owner);
}

/** Returns the owners of the accepted tokens, unless they can have any owner. A repository, a project or another part of an owner shows it, too. */
function requiredOwners(issuer: Issuer, of: Minting): readonly RequiredOwner[] {
  const { ownerId, owner, whose = {} } = issuer;
  // Bounded: the issuer declares the variables.
  for (const variable of new Set([ownerId, owner, ...Object.values(whose)])) {
    const values = variable === undefined || !of.isRuled(variable) ? [] : listValues(of, variable);
    if (values.length === 0) continue;
    // Bounded: LISTED values.
    return values.map((value) =>
      createOwner(issuer, variable, value, variable === owner ? undefined : findName(issuer, of, value)),
    );
  }
  return [];
}

function createOwner(
  issuer: Issuer,
  variable: string | undefined,
  value: string,
  name: string | undefined,
): RequiredOwner {
  const { platform = '', name: platformName, owner = '', variables } = issuer;
  const entry = getEntry(issuer, variable ?? '', value);
  // Bounded: the issuer declares the shapes.
  const isInAddress = issuerAddresses(issuer).every((address) => address.includes(`{${owner}}`));
  const identity = name !== undefined && isInAddress ? getEntry(issuer, owner, name) : entry;
  return {
    ...{ entry, name, platform, platformName, isByName: variable === owner && issuer.ownerId !== undefined },
    noun: getNoun(issuer, variable),
    identity: variable === owner && variables[owner]?.ignoresCase === true ? identity.toLowerCase() : identity,
  };
}

/** Returns the noun for an owner, or for its part that the variable identifies: `repository` for `repositoryId`. */
function getNoun({ owner, ownerId, ownerInWords }: Issuer, variable = ''): string {
  const isOwner = variable === owner || variable === ownerId;
  if (ownerInWords === undefined || !isOwner) return variable.replace(/Id$/, '');
  const [, word] = ownerInWords;
  // A role is called owner, too.
  return word === 'owner' ? 'repository owner' : word;
}

/** Returns the name of the owner with this id, if the tokens can have one only. */
function findName({ ownerId = '', owner = '' }: Issuer, of: Minting, id: string): string | undefined {
  if (!of.isRuled(owner)) return undefined;
  const required = new Map([[ownerId, id]]);
  const name = of.find(new Map(), required)?.of.get(owner);
  return name === undefined || of.find(new Map([[owner, [name]]]), required) !== undefined ? undefined : name;
}
