/** A declaration as a managed resource of Terraform. */
import { snakeCase, type Values } from '../api';
import type { ModifyPlanContext, Resource, Schema } from '../plugin';
import { type Declaration, identifierField } from '../schema';
import { replacedWhileUnknown, resourceSchema } from './convert/schema';
import { create } from './lifecycle/create';
import { remove } from './lifecycle/delete';
import { identityOf, importState } from './lifecycle/import';
import { plannedTwice } from './lifecycle/natural-key';
import { lockoutWarning } from './lifecycle/own-access';
import { read } from './lifecycle/read';
import { spellingProblems } from './lifecycle/spelling';
import { update } from './lifecycle/update';
import { preflight } from './plan/preflight';
import { configurationProblems, renewPassedDefaults, switchedChoices, timeProblems } from './plan/validate';
import type { DeleteContext, Session } from './session';

export function resourceOf(declaration: Declaration): Resource<Schema, Session> {
  return {
    schema: resourceSchema(declaration),
    validate: ({ config, diags }) => diags.add(...configurationProblems(declaration, config)),
    modifyPlan: (context) => modifyPlan(declaration, context),
    create: (context) => create(declaration, context),
    read: (context) => read(declaration, context),
    // Also for kinds without an update: a change of spelling alone is stored, and nothing is sent.
    update: (context) => writing(declaration, context, update),
    delete: (context) => writing(declaration, context, remove),
    importState: (context) => importState(declaration, context),
    identity: identityOf(declaration),
  };
}

/** Other resources of this run that meet the object wait for the end of `work`. */
function writing<C extends DeleteContext & { readonly plan?: Values }, T>(
  declaration: Declaration,
  context: C,
  work: (declaration: Declaration, context: C) => Promise<T>,
): Promise<T> {
  const { prior, plan = null, client: session } = context;
  const uid = String(prior[snakeCase(identifierField(declaration))]);
  const run = () => work(declaration, context);
  const { keys } = session;
  return session.writes.run(declaration, uid, () => keys?.change(declaration, { uid, prior, plan }, run) ?? run());
}

async function modifyPlan(declaration: Declaration, context: ModifyPlanContext<Schema, Session>): Promise<void> {
  const { action, prior, config, plan, client: session, diags, signal } = context;
  const { plannedCreates } = session;
  if (plan !== null && config !== null) {
    const now = new Date(session.runtime.clock());
    renewPassedDefaults(declaration, { prior, config, plan }, now);
    diags.add(...timeProblems(declaration, { prior, plan }, now));
  }
  if (action === 'create' && plan !== null) {
    const onlyOne = session.onExisting !== 'create' && !session.unknown.includes('on_existing');
    if (onlyOne && plannedCreates.isTaken(declaration, plan)) plannedTwice(declaration, plan, diags);
    await preflight(declaration, plan, { session, diags, signal });
  }
  if (prior !== null) diags.add(...(await lockoutWarning(declaration, { prior, plan }, session, signal)));
  if (action !== 'update' || prior === null || plan === null) return;
  diags.add(...spellingProblems(declaration, { prior, plan, private: context.private }));
  // A replacement is planned a second time, as a creation.
  plannedCreates.exists(declaration, prior);
  plannedCreates.exists(declaration, plan);
  const replaced = [...switchedChoices(declaration, prior, plan), ...replacedWhileUnknown(declaration, plan)];
  for (const path of replaced) context.replace(path);
}
