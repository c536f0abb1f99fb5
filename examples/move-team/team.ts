import { Group, Trust, type IGroup } from 'cdktf-provider-platform';
import type { Construct } from 'constructs';

/** A group of the company with a deployer. The area of the team is its scope. */
export function team(area: Construct, name: string, company: IGroup): Group {
  const group = new Group(area, name, { parent: company, name });
  const deployer = group.addIdentity('deployer', {
    assumedBy: Trust.gitHubActions({
      repository: `acme/${name}`,
      ids: { owner: 1234, repository: 7890 },
      environment: 'production',
    }),
  });
  group.grant(deployer, 'editor');
  return group;
}
