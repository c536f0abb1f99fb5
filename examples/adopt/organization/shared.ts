import { Trust, type GroupData } from 'cdktf-provider-platform';

export const person = (subject: string) => ({ issuer: 'https://login.acme.example', subject });

export interface TeamOptions {
  readonly name: string;
  readonly description?: string;
  readonly owner: string;
  readonly repository: number;
}

export const team = ({ name, description, owner, repository }: TeamOptions): GroupData => ({
  description,
  people: { owner: [person(owner)] },
  identities: {
    deployer: {
      assumedBy: Trust.gitHubActions({ repository: `acme/${name}`, branch: 'main', ids: { owner: 1234, repository } }),
      roles: ['editor'],
    },
  },
});
