/** Programs of users, as the tests of `./testing` need them. */
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider } from '../../../constructs';
import type { SynthesizableApp } from '../../../constructs/testing';

export const claimMatch = {
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'repo:acme@1234/shop@7890:ref:refs/heads/main',
};

/** A program with one stack: `declare` gets the root group. */
export function program(
  declare: (acme: ReturnType<typeof Group.fromUid>, stack: TerraformStack) => void,
): () => SynthesizableApp {
  return () => {
    const app = new App();
    const stack = new TerraformStack(app, 'org');
    new PlatformProvider(stack, 'platform');
    declare(Group.fromUid(stack, 'acme', process.env['ROOT_GROUP_UID']!), stack);
    return app;
  };
}

/** The organization of the quick start, and what else decides access. */
export const company = program((acme) => {
  const payments = acme.addGroup('payments', { description: 'Takes the money.' });
  const ci = payments.addIdentity('ci', { claimMatch });
  const auditor = acme.addRole('auditor', { capabilities: ['roles.list', 'groups.list'] });
  payments.grant(ci, 'editor');
  ci.grant(auditor, { on: acme });
  payments.invite('ada@example.com', 'viewer');
});
