import { Diags, type Diagnostic } from '../../../src/plugin';
import {
  reportWarnings,
  unknownConfiguration,
  type Configured,
} from '../../../src/provider/configuration/configuration-result';

const configured = (values: Partial<Configured>): Configured => ({
  unknown: [],
  onExisting: 'error',
  bulkRefresh: true,
  propagationMs: 0,
  warnings: [],
  serviceClock: Date.now,
  log: { trace: jest.fn(), debug: jest.fn(), info: jest.fn(), warn: jest.fn(), error: jest.fn() },
  ...values,
});

test('a warning is reported by one call only, and later ones by the next', () => {
  const warning = (summary: string): Diagnostic => ({ severity: 'warning', summary });
  const own = configured({ warnings: [warning('first')] });
  const reported = () => {
    const diags = new Diags();
    reportWarnings(own, diags);
    return diags.items.map(({ summary }) => summary);
  };
  expect(reported()).toEqual(['first']);
  expect(reported()).toEqual([]);
  own.warnings.push(warning('second'));
  expect(reported()).toEqual(['second']);
});

test('every unknown attribute is named with the next step', () => {
  expect(unknownConfiguration(configured({ unknown: ['base_url', 'token'] }))).toBe(
    'The value of base_url, token in the provider block is unknown until other resources are applied.\nApply those first (terraform apply -target=…), or set base_url, token from a variable or the environment.',
  );
});
