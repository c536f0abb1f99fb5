/** The steps of a plan that run only for kinds whose declaration requires them. */
import { isUnknown, type Path } from '../../plugin';
import type { Declaration } from '../../model/schema';
import { fieldsReplacedWhileUnknown, replacedWhileUnknown, switchedChoices } from '../convert/replacements';
import { lockoutWarning } from '../lifecycle/own-access';
import { planEncryptedSecret } from '../lifecycle/encrypted-secret';
import type { PlanContext } from '../run/contexts';
import { hasChangedValueChecks, planChangedValues } from './changed-values';
import { configurationProblems } from './validate';
import { hasOneLineFields, newLineBreaks } from './line-breaks';
import { hasSecrets } from './kept-secrets';
import { mayBeRoot, newOrganization } from './new-organization';

/** Returns the attributes that need a new object. */
export type PlanStep = (context: PlanContext) => readonly Path[] | Promise<readonly Path[]>;

/** Returns the steps of a kind. They run before the steps that all kinds have. */
export function createPlanSteps(declaration: Declaration): readonly PlanStep[] {
  const seals = declaration.terraform?.encryptedSecret;
  const steps: PlanStep[] = [];
  if (hasOneLineFields(declaration))
    steps.push(({ prior, plan, diags }) => {
      if (plan !== null) diags.add(...newLineBreaks(declaration, { prior, plan }));
      return [];
    });
  if (hasSecrets(declaration))
    steps.push(({ action, config, diags }) => {
      if (action === 'create' && config !== null)
        diags.add(...configurationProblems(declaration, config, true).filter(({ severity }) => severity === 'error'));
      return [];
    });
  if (mayBeRoot(declaration))
    steps.push(({ action, plan, diags }) => {
      if (action === 'create' && plan !== null) diags.add(...newOrganization(declaration, plan));
      return [];
    });
  if (hasChangedValueChecks(declaration.fields))
    steps.push(({ prior, config, plan, providerData: { runtime }, diags }) => {
      if (plan !== null && config !== null)
        diags.add(...planChangedValues(declaration, { prior, config, plan }, new Date(runtime.clock())));
      return [];
    });
  if (seals !== undefined)
    steps.push(({ prior, plan, diags }) => {
      if (plan === null) return [];
      const { warnings, replaced } = planEncryptedSecret(declaration, seals, { prior, plan });
      diags.add(...warnings);
      return replaced;
    });
  if (declaration.access?.grants !== undefined)
    steps.push(async (context) => {
      const { prior, plan, providerData, diags } = context;
      if (prior !== null) diags.add(...(await lockoutWarning(declaration, { prior, plan }, providerData, context)));
      return [];
    });
  if (declaration.rules?.some((rule) => rule.immutable === true))
    steps.push(({ prior, plan }) => (prior === null || plan === null ? [] : switchedChoices(declaration, prior, plan)));
  if (fieldsReplacedWhileUnknown(declaration).length > 0)
    steps.push(({ prior, plan, providerData: { planned } }) => {
      const isUnsettled = (value: unknown) => isUnknown(value) || planned.review?.placeholders.includes(value) === true;
      return prior === null || plan === null ? [] : replacedWhileUnknown(declaration, plan, isUnsettled);
    });
  return steps;
}
