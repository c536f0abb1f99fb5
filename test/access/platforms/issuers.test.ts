/** The data about issuers: each entry is consistent. */
import { ISSUERS, obtainableTokens, PLATFORMS } from '../../../src/access/trust';

import { withOnly } from './issuer-cases';
import { patternAutomaton } from '../claims/unlimited';

describe.each(ISSUERS.map((issuer) => [issuer.id, issuer] as const))('%s', (id, issuer) => {
  it('cites documentation, and names everything once', () => {
    expect(issuer.documentation.length).toBeGreaterThan(0);
    for (const page of issuer.documentation) expect(page).toMatch(/^https:\/\//);
    expect(ISSUERS.filter((other) => other.id === id)).toHaveLength(1);
  });

  it('has patterns that are some', () => {
    for (const { is, not = '' } of Object.values(issuer.variables)) {
      expect(() => patternAutomaton(is, true)).not.toThrow();
      expect(() => patternAutomaton(not, false)).not.toThrow();
    }
  });

  it('puts only its variables into claims, in their order and each once', () => {
    const order = Object.keys(issuer.variables);
    for (const shape of Object.values(issuer.shapes))
      for (const text of Object.values(shape)) {
        const used = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => order.indexOf(name!));
        expect(used).not.toContain(-1);
        expect(used).toEqual([...new Set(used)].sort((one, other) => one - other));
      }
  });

  it('has a subject and an issuer in every shape, and a token of each', () => {
    for (const [name, shape] of Object.entries(issuer.shapes)) {
      expect(shape).toHaveProperty('iss');
      if (issuer.mintsAnything !== true) expect(shape).toHaveProperty(id === 'aws-caller' ? 'arn' : 'sub');
      const { obtainable } = obtainableTokens({}, { issuers: [withOnly(issuer, name)] });
      expect(obtainable).toHaveLength(1);
    }
  });

  it('reaches by shapes and variables that it has', () => {
    for (const { shapes, otherShapes = [], chooses = [] } of issuer.reaches) {
      expect([...shapes, ...otherShapes].filter((name) => !(name in issuer.shapes))).toEqual([]);
      expect(chooses.filter((name) => !(name in issuer.variables))).toEqual([]);
    }
    if (issuer.owner !== undefined) expect(issuer.variables).toHaveProperty([issuer.owner]);
  });
});

test('the custom issuer comes first, and every other one belongs to a platform', () => {
  const [first, ...others] = ISSUERS;
  expect(first?.id).toBe('any-issuer');
  expect(others).toEqual(Object.values(PLATFORMS).flatMap(({ issuers }) => issuers));
});
