/** Converts a declaration to a managed resource of Terraform. */
import type { Values } from '../model/api';
import type { Resource, Schema } from '../plugin';
import type { TimedOperation } from '../model/kinds';
import type { Declaration } from '../model/schema';
import { resourceSchema } from './convert/resource-schema';
import { getIdentity, getUid } from './convert/to-state';
import { create } from './lifecycle/create';
import { remove } from './lifecycle/delete';
import { importState } from './lifecycle/import';
import { moveFrom } from './lifecycle/move';
import { modifyPlan } from './plan-checks/modify-plan';
import { read } from './lifecycle/read';
import { withinTimeLimit } from './safeguards/time-limit';
import { update } from './lifecycle/update';
import { forgetReplacedObject } from './plan-records/replacement';
import { planForReview, rejectReviewPlan } from './plan-records/review-plan';
import { configurationProblems } from './plan-checks/validate';
import type { ApplyContext, DeleteContext } from './run/contexts';
import { reporting, reportWarnings } from './configuration/configuration-result';
import type { Session } from './run/session';

export function createResource(declaration: Declaration): Resource<Schema, Session> {
  const schema = resourceSchema(declaration);
  function apply<C extends ApplyContext, T>(operation: TimedOperation, of: Values, context: C, work: Work<C, T>) {
    rejectReviewPlan(declaration, context, context);
    const working = withinTimeLimit(operation, of, context, (limited) => work(declaration, limited));
    return reporting(context, working);
  }
  return {
    schema,
    validate: ({ config, diags }) => diags.add(...configurationProblems(declaration, config)),
    async modifyPlan(context) {
      await modifyPlan(declaration, schema, context);
      reportWarnings(context.providerData, context.diags);
      planForReview(declaration, context);
    },
    create: (context) => apply('create', context.plan, context, create),
    async read(context) {
      const reading = withinTimeLimit('read', context.state, context, (limited) => read(declaration, limited));
      const state = await reporting(context, reading);
      if (state !== null)
        context.diags.add(...((await context.providerData.service?.duplicates?.warnings(context)) ?? []));
      return state;
    },
    // Also for kinds without an update: a change of only the representation is stored, and nothing is sent.
    update(context) {
      forgetReplacedObject(context.private);
      return apply('update', context.plan, context, writing(update));
    },
    delete: (context) => apply('delete', context.prior, context, writing(remove)),
    importState: (context) => importState(declaration, context),
    moveFrom: (source) => moveFrom(declaration, source),
    upgrade: declaration.terraform?.upgrades ?? [],
    identity: getIdentity(declaration),
  };
}

type Work<C, T> = (declaration: Declaration, context: C) => Promise<T>;

/** Records `work` as a write of the object, so that conflicting resources of this run wait for it. */
function writing<C extends DeleteContext, T>(work: Work<C, T>): Work<C, T> {
  return (declaration, context) => {
    const { writes } = context.providerData;
    return writes.run(declaration, getUid(declaration, context.prior), () => work(declaration, context));
  };
}
