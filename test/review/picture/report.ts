/** The report in the picture: the plan of the case `example`, with the configuration and the lists that `platform-iac plan` adds. */
import { readPlan, reviewPlans, withNote, type PlanContext, type Report } from '../../../src/review';
import { PROVIDER_ADDRESS, VERSION } from '../../../src/model/api';
import { corpusTexts } from '../corpus';
import { corpus } from '../corpus/cases';

/** The lists that `platform-iac plan` reads: the deleted group contains nothing else. */
const context: PlanContext = { version: 1, names: [], roles: [], keys: [], contents: [], unread: [] };

export function createPictureReport(): Report {
  const [plan] = corpusTexts('example');
  const planned = corpus.find(({ name }) => name === 'example')?.stacks['main']?.planned;
  if (plan === undefined || planned === undefined) throw new Error('The case "example" has no plan.');
  const files = [{ name: 'main.tf.json', text: JSON.stringify(planned) }];
  const lock = `provider "${PROVIDER_ADDRESS}" {\n  version = "${VERSION}"\n}\n`;
  const text = withNote(plan.text, { saved: [{ module: '', dir: '.', files }], scanned: [], lock });
  return reviewPlans([readPlan(text, plan.name)], { context, now: new Date('2026-11-22T12:00:00Z') });
}
