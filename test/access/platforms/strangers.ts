/** Tokens of strangers, from the tables of an issuer: what they show differs from the workloads of an organization. */
import {
  createBudget,
  type ClaimMatchFields,
  type ClaimRule,
  type Token,
  type TokenMatch,
} from '../../../src/access/claims';
import type { Issuer, TokenShape } from '../../../src/access/trust';
import { createMinting } from '../../../src/access/trust/accepted-tokens';
import { freeClaims } from '../../../src/access/platforms/github-actions-subjects';

/** The values of the variables of an issuer: the shortest one is ours, the next one foreign, and nobody names the third. */
function valuesOf(issuer: Issuer): Readonly<Record<'ours' | 'foreign' | 'third', TokenShape>> {
  // The API compares no empty text.
  const find = (name: string, none: readonly string[]) =>
    createMinting(issuer, { iss: `{${name}}` }, new Map(), createBudget({}))
      .find(new Map([[name, ['', ...none]]]))
      ?.of.get(name);
  const names = Object.keys(issuer.variables);
  const ours = Object.fromEntries(names.map((name) => [name, find(name, []) ?? '']));
  const foreign = Object.fromEntries(names.map((name) => [name, find(name, [ours[name]!]) ?? '']));
  const third = Object.fromEntries(names.map((name) => [name, find(name, [ours[name]!, foreign[name]!]) ?? '']));
  return { ours, foreign, third };
}

export const namesIn = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
export const filled = (text: string, values: TokenShape) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
export const createToken = (shape: TokenShape, values: TokenShape): Token =>
  Object.fromEntries(Object.entries(shape).map(([claim, text]) => [claim, filled(text, values)]));

export interface Walked {
  readonly issuer: Issuer;
  readonly ours: TokenShape;
  readonly foreign: TokenShape;
  readonly third: TokenShape;
  /** The variables that show whose a token is. */
  readonly whose: ReadonlySet<string>;
  /** The declarations of the organization. */
  readonly owners: readonly string[];
  readonly declared: readonly string[];
}

export function walkedOf(issuer: Issuer): Walked {
  const { whose = {}, owner, ownerId, platform, mustBeDeclared = false } = issuer;
  const values = valuesOf(issuer);
  const [first = {}] = Object.values(issuer.shapes);
  const inAddress = mustBeDeclared ? namesIn(first['iss']) : [];
  const shown = new Set([...Object.values(whose), ...inAddress, owner, ownerId].filter((name) => name !== undefined));
  const value = (name: string) => values.ours[name] ?? '';
  return {
    issuer,
    ...values,
    whose: shown,
    owners: Object.entries(whose).map(([claim, name]) => `${platform}:${claim}=${value(name)}`),
    declared: mustBeDeclared ? Object.values(issuer.shapes).map(({ iss = '' }) => filled(iss, values.ours)) : [],
  };
}

/**
 * Tokens of strangers: nothing that shows an owner is ours. If the address of the issuer shows the owner, all other claims can
 * look like ours; and if the policy requires an id, also the name, which a stranger took over.
 */
export function strangersOf({ issuer, ours, foreign, whose }: Walked, match: TokenMatch): Token[] {
  const { owner = '', ownerId = '', shapes, mustBeDeclared = false } = issuer;
  return Object.values(shapes).flatMap((shape) => {
    const isRuled = (name: string) =>
      Object.entries(shape).some(([claim, text]) => claim in match && namesIn(text).includes(name));
    const inAddress = namesIn(shape['iss']);
    // The name is taken over.
    const isNamed = isRuled(ownerId) && owner !== '';
    const values = (isForeign: (name: string) => boolean, others: TokenShape, name = '') =>
      Object.fromEntries(
        Object.keys(ours).map((key) => [key, (key === name ? ours : isForeign(key) ? foreign : others)[key] ?? '']),
      );
    return [ours, foreign]
      .flatMap((others) => [
        values((name) => whose.has(name), others),
        ...(isNamed ? [values((name) => whose.has(name), others, owner)] : []),
        ...(mustBeDeclared ? [values((name) => inAddress.includes(name), others)] : []),
      ])
      .map((of) => createToken(shape, of))
      .filter(({ sub = '' }) => !TWICE.test(sub));
  });
}

/** Two samples can be the same claim of a customized subject, which contains each claim once. */
const TWICE = new RegExp(`:(${Object.keys(freeClaims).join('|')}):(.*:)?\\1:`);

/** Returns false for a token without a text that the policy compares exactly. */
export function hasTexts(token: Token, match: TokenMatch): boolean {
  return Object.entries(match).every(([claim, rule]) => !('exact' in rule) || token[claim] === rule.exact);
}

export function getFields({ iss, sub, ...claims }: TokenMatch): ClaimMatchFields {
  const text = (rule: ClaimRule | undefined) => (rule !== undefined && 'exact' in rule ? rule.exact : undefined);
  const pattern = (rule: ClaimRule | undefined) => (rule !== undefined && 'pattern' in rule ? rule.pattern : undefined);
  return {
    ...{ issuer: text(iss), issuerPattern: pattern(iss), subject: text(sub), subjectPattern: pattern(sub) },
    claims: Object.fromEntries(Object.entries(claims).map(([claim, rule]) => [claim, text(rule) ?? ''])),
  };
}
