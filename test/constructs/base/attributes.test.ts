import fc from 'fast-check';
import { Token } from 'cdktf';
import { attributes, isPending, propFields } from '../../../constructs/base/attributes';
import { declarations, identity } from '../../../src/model/kinds';
import { json, list, messages, string, toAttribute, type Fields } from '../../../src/model/schema';

const key = fc.string({ minLength: 1, maxLength: 12 }).filter((name) => name !== '__proto__');

describe('attributes', () => {
  it('keep the keys of maps, in any form', () => {
    fc.assert(
      fc.property(fc.dictionary(key, fc.string()), (claims) => {
        const made = attributes(identity.fields, { claimMatch: { issuerPattern: 'x', claims } });
        expect(made).toEqual({ claim_match: { issuer_pattern: 'x', claims } });
      }),
    );
  });

  it('have one name for each field of each kind', () => {
    for (const declaration of declarations) {
      const fields = propFields(declaration);
      const values = Object.fromEntries(Object.keys(fields).map((name) => [name, 'x']));
      expect(Object.keys(attributes(fields, values))).toEqual(
        Object.entries(fields).map(([name, field]) => toAttribute(name, field)),
      );
    }
  });

  it('write open content as JSON text', () => {
    const fields: Fields = { extra: json(['optional'], 'Extra.') };
    expect(attributes(fields, { extra: { keepName: [true] } })).toEqual({ extra: '{"keepName":[true]}' });
  });

  it('convert names within lists of messages too, and keep what only Terraform knows', () => {
    const fields: Fields = {
      severityScores: messages(['optional'], 'Scores.', { baseScore: string(['optional'], 'A score.') }),
      tags: list(['optional'], 'Tags.', { is: 'string' }),
    };
    const tags = Token.asList({ resolve: () => [], toString: () => '', creationStack: [] });
    expect(attributes(fields, { severityScores: [{ baseScore: '1' }], tags, other: 1 })).toEqual({
      severity_scores: [{ base_score: '1' }],
      tags,
    });
  });
});

describe('isUnknown', () => {
  it('is true of tokens of every type and of text with an expression in it, and of nothing else', () => {
    const resolvable = { resolve: () => '', toString: () => '', creationStack: [] };
    const tokens = [Token.asString(resolvable), Token.asNumber(resolvable), Token.asList(resolvable), resolvable];
    expect(
      [...tokens, Token.asStringMap(resolvable), `a-${tokens[0] as string}`, '${var.x}', '%{ if true }x'].map(
        isPending,
      ),
    ).toEqual(Array.from({ length: 8 }, () => true));
    expect(['', '^x$', '$x', '{}', 1, true, null, undefined, [], ['a'], {}, { a: '1' }].map(isPending)).toEqual(
      Array.from({ length: 12 }, () => false),
    );
  });
});
