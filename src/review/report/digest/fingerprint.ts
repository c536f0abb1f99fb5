/** Identifies a finding and its facts, so that a suppression accepts only these facts. */
import { createHash } from 'node:crypto';
import { onceFor } from '../../../base/cache/once-for';
import { withoutPlaceholders } from './without-placeholders';
import { canonicalJson } from './canonical';
import type { Finding } from '../../findings/shared/finding';

/**
 * Returns 16 hexadecimal digits: equal for two findings only if kind, subject, severity and facts (capabilities, groups, tokens)
 * are equal. The sentence, the name of the plan and placeholders make no difference.
 */
export const fingerprint = onceFor(
  ({ id, subject, severity, ownSeverity = severity, evidence }: Omit<Finding, 'reason'>): string => {
    const text = withoutPlaceholders(canonicalJson([id, subject, ownSeverity, ...evidence]));
    return createHash('sha256').update(text).digest('hex').slice(0, 16);
  },
);
