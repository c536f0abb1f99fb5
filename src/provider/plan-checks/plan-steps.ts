/** The checks of a planned object that have an effect only for some kinds. Their declarations decide. */
import { isUnknown, type Path } from '../../plugin';
import type { Declaration } from '../../model/schema';
import { replacedWhileUnknown, switchedChoices } from '../convert/replacements';
import { lockoutWarning } from '../safeguards/own-access';
import { planEncryptedSecret } from '../safeguards/encrypted-secret';
import type { ModifyContext } from '../run/contexts';
import { planChangedValues } from './changed-values';
import { configurationProblems } from './validate';
import { newLineBreaks } from './line-breaks';
import { hasSecrets } from './kept-secrets';
import { newOrganization } from './new-organization';

/** Returns the attributes that need a new object. */
export async function runPlanSteps(declaration: Declaration, context: ModifyContext): Promise<Path[]> {
  const { action, prior, config, plan, providerData: session, diags } = context;
  const replaced: Path[] = [];
  if (plan !== null && config !== null) {
    diags.add(...newLineBreaks(declaration, { prior, plan }));
    if (action === 'create' && hasSecrets(declaration))
      diags.add(...configurationProblems(declaration, config, true).filter(({ severity }) => severity === 'error'));
    if (action === 'create') diags.add(...newOrganization(declaration, plan));
    diags.add(...planChangedValues(declaration, { prior, config, plan }, new Date(session.runtime.clock())));
    replaced.push(...planEncryptedSecret(declaration, { prior, plan }, diags));
  }
  if (prior === null) return replaced;
  diags.add(...(await lockoutWarning(declaration, { prior, plan }, session, context)));
  if (plan === null) return replaced;
  const { review } = session.planned;
  const isUnsettled = (value: unknown) => isUnknown(value) || review?.placeholders.includes(value) === true;
  replaced.push(...switchedChoices(declaration, prior, plan));
  return [...replaced, ...replacedWhileUnknown(declaration, plan, isUnsettled)];
}
