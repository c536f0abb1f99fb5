/** Staging and production from one source: a stack for each, with a state of its own. They differ in two values. */
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider, Trust } from 'cdktf-provider-platform';
import type { Construct } from 'constructs';

interface EnvironmentProps {
  /** The role of developers. */
  readonly developers: 'viewer' | 'editor';
  /** The groups of the environment. */
  readonly services: readonly string[];
}

class Environment extends TerraformStack {
  constructor(scope: Construct, name: string, { developers, services }: EnvironmentProps) {
    super(scope, name);
    new PlatformProvider(this, 'platform');
    const environment = Group.fromUid(this, 'acme', process.env.ROOT_GROUP_UID!).addGroup(name);
    // The environment at GitHub has the same name.
    const github = (repository: string, id: number) =>
      Trust.gitHubActions({ repository, ids: { owner: 1234, repository: id }, environment: name });

    const deployer = environment.addIdentity('deployer', { assumedBy: github('acme/shop', 7890) });
    for (const service of services) environment.addGroup(service).grant(deployer, 'editor');

    const ada = environment.addIdentity('ada', {
      assumedBy: Trust.person({ issuer: 'https://login.example', subject: 'ada' }),
    });
    environment.grant(ada, developers);
  }
}

const app = new App();
new Environment(app, 'staging', { developers: 'editor', services: ['payments', 'search', 'experiments'] });
new Environment(app, 'production', { developers: 'viewer', services: ['payments', 'search'] });
app.synth();
