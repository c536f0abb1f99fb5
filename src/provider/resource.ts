/** Converts a declaration to a managed resource of Terraform. */
import { snakeCase } from '../api';
import type { Resource, Schema } from '../plugin';
import { type Declaration, identifierField } from '../schema';
import { resourceSchema } from './convert/schema';
import { identityOf } from './convert/to-state';
import { create } from './lifecycle/create';
import { remove } from './lifecycle/delete';
import { importState } from './lifecycle/import';
import { moveFrom } from './lifecycle/move';
import { createModifyPlan } from './plan/modify-plan';
import { read } from './lifecycle/read';
import { withinTimeLimit } from './lifecycle/time-limit';
import { update } from './lifecycle/update';
import { forgetPlanned } from './planned/replacement';
import { planForReview, rejectReviewPlan } from './planned/review-plan';
import { configurationProblems } from './plan/validate';
import type { DeleteContext } from './run/contexts';
import { reporting, reportWarnings } from './configuration/configured';
import type { Session } from './run/session';

export function resourceOf(declaration: Declaration): Resource<Schema, Session> {
  const schema = resourceSchema(declaration);
  const modifyPlan = createModifyPlan(declaration, schema);
  return {
    schema,
    validate: ({ config, diags }) => diags.add(...configurationProblems(declaration, config)),
    async modifyPlan(context) {
      await modifyPlan(context);
      reportWarnings(context.providerData, context.diags);
      planForReview(declaration, context);
    },
    create(context) {
      rejectReviewPlan(declaration, context, context);
      return reporting(
        context,
        withinTimeLimit('create', context.plan, context, (limited) => create(declaration, limited)),
      );
    },
    async read(context) {
      const reading = withinTimeLimit('read', context.state, context, (limited) => read(declaration, limited));
      const state = await reporting(context, reading);
      if (state !== null)
        context.diags.add(...((await context.providerData.service?.duplicates?.warnings(context)) ?? []));
      return state;
    },
    // Also for kinds without an update: a change of only the representation is stored, and nothing is sent.
    update(context) {
      rejectReviewPlan(declaration, context, context);
      forgetPlanned(context.private);
      return reporting(
        context,
        withinTimeLimit('update', context.plan, context, (limited) => writing(declaration, limited, update)),
      );
    },
    delete(context) {
      rejectReviewPlan(declaration, context, context);
      return reporting(
        context,
        withinTimeLimit('delete', context.prior, context, (limited) => writing(declaration, limited, remove)),
      );
    },
    importState: (context) => importState(declaration, context),
    moveFrom: (source) => moveFrom(declaration, source),
    upgrade: declaration.terraform?.upgrades ?? [],
    identity: identityOf(declaration),
  };
}

/** Records `work` as a write of the object, so that conflicting resources of this run wait for it. */
function writing<C extends DeleteContext, T>(
  declaration: Declaration,
  context: C,
  work: (declaration: Declaration, context: C) => Promise<T>,
): Promise<T> {
  const uid = String(context.prior[snakeCase(identifierField(declaration))]);
  return context.providerData.writes.run(declaration, uid, () => work(declaration, context));
}
