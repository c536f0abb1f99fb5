// @slow
/** Tests that no format shows a sensitive value. All inputs of all plans are marked as sensitive here. */
import { decompressed } from './page/page-data';
import {
  createReview,
  formatHtml,
  formatJson,
  formatMarkdown,
  formatSarif,
  formatText,
  readPlan,
} from '../../src/review';
import { corpus } from './corpus/cases';
import { corpusTexts, toKey } from './corpus';

interface Resource {
  readonly provider_name: string;
  readonly values?: Record<string, unknown>;
  sensitive_values?: unknown;
  readonly change?: Record<string, unknown>;
}
interface Module {
  readonly resources?: Resource[];
  readonly child_modules?: Module[];
}
interface Document {
  readonly resource_changes?: Resource[];
  readonly resource_drift?: Resource[];
  readonly prior_state?: { readonly values?: { readonly root_module?: Module } };
  configuration?: unknown;
}

/** Attributes with free text. Uids and gained capabilities are shown even if they are sensitive. */
const TEXTS = ['name', 'description', 'email', 'issuer', 'subject', 'subject_pattern', 'issuer_pattern', 'audience'];
const MARK = 'zzsecret';

/** Replaces texts by marked texts, and returns the mask. */
function hide(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const object = value as Record<string, unknown>;
  const mask: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(object))
    if (TEXTS.includes(name) && typeof inner === 'string') {
      object[name] = name === 'issuer' ? `https://${MARK}.example/${inner.length}` : `${MARK} ${inner}`;
      mask[name] = true;
    } else if (!Array.isArray(inner)) mask[name] = hide(inner);
  return mask;
}

function hidden(text: string): string {
  const document = JSON.parse(text) as Document;
  // Expressions are in the repository, and no report shows them.
  document.configuration = {};
  const modules = [document.prior_state?.values?.root_module];
  for (let module = modules.pop(); module !== undefined; module = modules.pop()) {
    for (const resource of module.resources ?? []) {
      // Names identify roles.
      if (String((resource as { type?: string }).type).startsWith('platform_role')) continue;
      resource.sensitive_values = hide(resource.values);
    }
    modules.push(...(module.child_modules ?? []));
  }
  for (const { change } of [...(document.resource_changes ?? []), ...(document.resource_drift ?? [])]) {
    if (change === undefined) continue;
    change['before_sensitive'] = hide(change['before']) ?? false;
    change['after_sensitive'] = hide(change['after']) ?? false;
  }
  return JSON.stringify(document);
}

const plans = corpus
  .filter(({ isAttack, isReviewed, fails, stacks }) => isAttack && !isReviewed && !fails && 'main' in stacks)
  .map(({ name, engine }) => toKey(name, engine));

test.each(plans)('%s', (name) => {
  const [{ text } = { text: '' }] = corpusTexts(name);
  const marked = hidden(text);
  const review = createReview([readPlan(marked, 'plan')], { now: new Date('2027-05-20T00:00:00Z') });
  const { report } = review;
  const formats = [formatJson, formatMarkdown, formatSarif, formatText].map((format) => format(report));
  for (const shown of [...formats, decompressed(formatHtml(review))]) expect(shown).not.toContain(MARK);
});

test('the plans contain sensitive values', () => {
  expect(plans.filter((name) => hidden(corpusTexts(name)[0]?.text ?? '').includes(MARK)).length).toBe(plans.length);
});
