/** A declaration as a managed resource of Terraform. */
import type { ModifyPlanContext, Resource, Schema } from '../plugin';
import type { Declaration } from '../schema';
import { create } from './lifecycle/create';
import { remove } from './lifecycle/delete';
import { importState } from './lifecycle/import';
import type { Lifecycle } from './lifecycle/run';
import { read } from './lifecycle/read';
import { update } from './lifecycle/update';
import { plannedTwice } from './plan/planned-creates';
import { preflight } from './plan/preflight';
import { configurationProblems, switchedChoices } from './plan/validate';
import { renewPassedDefaults, timeProblems } from './plan/times';
import { resourceSchema } from './convert';
import type { Session } from './session';

/** `replaced`: the part of the lifecycle that is special for the kind. */
export function resourceOf(declaration: Declaration, replaced: Partial<Lifecycle> = {}): Resource<Schema, Session> {
  const lifecycle: Lifecycle = { ...lifecycleOf(declaration), ...replaced };
  return {
    schema: resourceSchema(declaration),
    validate: ({ config, diags }) => diags.add(...configurationProblems(declaration, config)),
    modifyPlan: (context) => modifyPlan(declaration, context),
    create: (context) => lifecycle.create(context),
    read: (context) => lifecycle.read(context),
    // Also where the service has no update: another spelling of the same needs none.
    update: (context) => lifecycle.update(context),
    delete: (context) => lifecycle.delete(context),
    importState: (context) => lifecycle.importState(context),
  };
}

function lifecycleOf(declaration: Declaration): Lifecycle {
  return {
    create: (context) => create(declaration, context),
    read: (context) => read(declaration, context),
    update: (context) => update(declaration, context),
    delete: (context) => remove(declaration, context),
    importState: (context) => importState(declaration, context),
  };
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
  if (action !== 'update' || prior === null || plan === null) return;
  // Should it be replaced, it will be planned once more, and then like a creation.
  plannedCreates.exists(declaration, prior);
  plannedCreates.exists(declaration, plan);
  for (const path of switchedChoices(declaration, prior, plan)) context.replace(path);
}
