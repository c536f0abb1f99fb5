/** Rules about several fields of one object, as data: evaluated in one place, shown in the reference. */

export type Rule =
  | {
      readonly rule: 'exactlyOneOf';
      readonly fields: readonly string[];
      /** Going over from one of the fields to another needs a new object. */
      readonly fixedChoice?: boolean;
    }
  | { readonly rule: 'atMostOneOf'; readonly fields: readonly string[] }
  | { readonly rule: 'atLeastOneOf'; readonly fields: readonly string[] };

export const exactlyOneOf = (...fields: readonly string[]): Rule => ({ rule: 'exactlyOneOf', fields });

/** Exactly one, and for good: another of them needs a new object. */
export const oneOfForGood = (...fields: readonly string[]): Rule => ({
  rule: 'exactlyOneOf',
  fields,
  fixedChoice: true,
});

export const atMostOneOf = (...fields: readonly string[]): Rule => ({ rule: 'atMostOneOf', fields });

export const atLeastOneOf = (...fields: readonly string[]): Rule => ({ rule: 'atLeastOneOf', fields });

/** The rule in words: `exactly one of issuer, issuerPattern`. `spell` writes a field's name as the reader knows it. */
export function ruleText(rule: Rule, spell: (field: string) => string = (field) => field): string {
  const names = rule.fields.map(spell).join(', ');
  const words = { exactlyOneOf: 'exactly one of', atMostOneOf: 'at most one of', atLeastOneOf: 'at least one of' };
  return `${words[rule.rule]} ${names}`;
}

/** Whether the fields that are present satisfy the rule. */
export function satisfies(rule: Rule, isPresent: (field: string) => boolean): boolean {
  const count = rule.fields.filter(isPresent).length;
  if (rule.rule === 'exactlyOneOf') return count === 1;
  return rule.rule === 'atMostOneOf' ? count <= 1 : count >= 1;
}
