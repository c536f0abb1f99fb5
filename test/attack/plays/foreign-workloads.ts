/**
 * Trust policies for the workloads of an organization, with values of others and open patterns: another owner, repository, branch, tag
 * or environment. If the API then accepts a token of a stranger, or one of code that nobody has reviewed, the report must stop it.
 */
import { AWS_CALLER_IDENTITY, type ClaimRule, type Token, type TokenMatch } from '../../../src/access/claims';
import { ISSUERS, type TokenShape } from '../../../src/access/trust';
import type { Random } from '../../support/random';
import { reviewEdit, type EditedObjects } from '../../review/edited-plan';
import { createEveryIssuer } from '../../access/platforms/every-issuer';
import {
  getFields,
  filled,
  hasTexts,
  namesIn,
  strangersOf,
  createToken,
  walkedOf,
  type Walked,
} from '../../access/platforms/strangers';
import { type Outcome, type Play, refusedUnless } from './play';

/** No one can sign the requests of AWS. */
const issuers = ISSUERS.filter(
  ({ mintsAnything = false, shapes }) =>
    !mintsAnything && Object.values(shapes).every(({ iss }) => iss !== AWS_CALLER_IDENTITY),
);
const codeIssuers = issuers.filter(({ shapes }) => Object.values(shapes).some(hasCode));
const known = new Map<string, Walked>();

/** A pattern is open where anyone can choose the value. */
const OPEN = '(.*)';
const quoted = (text: string) => text.replace(/[\\^$.+*?()|[\]{}]/g, '\\$&');

function drawRule(text: string, values: TokenShape, open: ReadonlySet<string>): ClaimRule {
  if (!namesIn(text).some((name) => open.has(name))) return { exact: filled(text, values) };
  const parts = text.split(/\{(\w+)\}/);
  const pattern = parts.map((part, index) =>
    index % 2 === 0 ? quoted(part) : open.has(part) ? OPEN : quoted(values[part] ?? ''),
  );
  return { pattern: `^${pattern.join('')}$` };
}

/** The values that users who can push code choose. GitHub runs the workflow of the pushed ref, so each claim with a workflow has that ref, too. */
const PUSHED = ['branch', 'tag', 'environment', 'called', 'started', 'workflow', 'number'];
const UNPROTECTED = { protection: 'false', environmentProtection: 'false' };

function hasCode(shape: TokenShape): boolean {
  return Object.values(shape).some((text) => /\{(branch|tag|environment)\}|refs\/pull\//.test(text));
}

/** Draws a policy: one or two values of the owner, or of the code, are those of others or open. Some claims are absent. */
function drawPolicy(random: Random, { issuer, ours, foreign, whose }: Walked): TokenMatch {
  const all = Object.values(issuer.shapes);
  const withCode = all.filter(hasCode);
  const isOfCode = withCode.length > 0 && random.chance(60);
  const shape = random.pick(isOfCode ? withCode : all)!;
  const isIn = (name: string) => Object.values(shape).some((text) => namesIn(text).includes(name));
  const names = isOfCode ? PUSHED.filter(isIn) : [...whose];
  const [open, others] = [new Set<string>(), new Set<string>()];
  for (const name of [random.pick(names), random.pick(names)]) if (name) (random.chance(60) ? open : others).add(name);
  const values = Object.fromEntries(
    Object.keys(ours).map((name) => [name, (others.has(name) ? foreign : ours)[name] ?? '']),
  );
  const { iss = '', sub = '', ...claims } = shape;
  const kept = Object.entries(claims).filter(
    ([, text]) => random.chance(isOfCode ? 20 : 40) && filled(text, values) !== '',
  );
  return Object.fromEntries([
    ['iss', { exact: filled(iss, values) }],
    ['sub', random.chance(10) ? { pattern: '^.*$' } : drawRule(sub, values, open)],
    ...kept.map(([claim, text]) => [claim, drawRule(text, values, open)] as const),
  ]);
}

/** Tokens of a branch, a tag, a pull request or an environment that nobody names and nobody protects. */
function unreviewedTokens({ issuer, ours, third }: Walked): Token[] {
  const pushed = Object.fromEntries(PUSHED.map((name) => [name, third[name] ?? '']));
  return Object.values(issuer.shapes)
    .filter(hasCode)
    .map((shape) => createToken(shape, { ...ours, ...pushed, ...UNPROTECTED }));
}

const organization = (claimMatch: object): EditedObjects => ({
  acme: { type: 'group' },
  writer: { type: 'role', in: 'acme', values: { capabilities: ['repo.create'] } },
  ci: { type: 'identity', in: 'acme', values: { claim_match: claimMatch } },
  grant: { type: 'role_binding', in: 'acme', identity: 'ci', role: 'writer' },
});

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

async function play(random: Random): Promise<Outcome> {
  const issuer = random.pick(random.chance(50) ? codeIssuers : issuers)!;
  const walked = known.get(issuer.id) ?? walkedOf(issuer);
  known.set(issuer.id, walked);
  const match = drawPolicy(random, walked);
  const policy = getFields(match);
  const api = await createEveryIssuer();
  const accepted = (tokens: readonly Token[]) =>
    api.accepted(
      policy,
      tokens.filter((token) => hasTexts(token, match)),
    );
  try {
    const [stranger] = await accepted(strangersOf(walked, match));
    const [unreviewed] = await accepted(unreviewedTokens(walked));
    if (stranger === undefined && unreviewed === undefined) return { result: 'applied', beyond: [] };
    const { owners, declared: trustedIssuers } = walked;
    const configuration = { anchored: true, trustedIssuers, ...(owners.length > 0 && { owners }) };
    const claimMatch = Object.fromEntries(Object.entries(policy).map(([name, value]) => [snake(name), value]));
    const { findings } = reviewEdit({}, organization(claimMatch), { configuration });
    const stopped = new Set(findings.flatMap(({ id, severity }) => (severity === 'high' ? [id] : [])));
    const isOutside = stopped.has('outsider-can-assume') || stopped.has('unresolved');
    const beyond = [
      ...(stranger === undefined || isOutside ? [] : [`A stranger can assume acme/ci: ${JSON.stringify(stranger)}`]),
      ...(unreviewed === undefined || isOutside || stopped.has('pull-request-can-write')
        ? []
        : [`Unreviewed code can assume acme/ci: ${JSON.stringify(unreviewed)}`]),
    ];
    return refusedUnless(beyond, `  ${JSON.stringify({ claimMatch, configuration })}`);
  } finally {
    api.close();
  }
}

export const foreignWorkloads: readonly Play[] = [{ name: 'a trust policy accepts workloads of others', play }];
