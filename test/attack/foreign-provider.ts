/** A provider of somebody else. What it creates or reads leaves a file: it is a program that the apply runs. */
import { writeFileSync } from 'node:fs';
import { type Provider, schema, str } from '../../src/plugin';

const fileSchema = schema({
  attributes: {
    file: str({ mode: 'required', description: 'The file to write.' }),
    id: str({ mode: 'computed', description: 'The id.' }),
  },
});

function leave(file: string | null): { readonly file: string | null; readonly id: string } {
  if (file !== null) writeFileSync(file, '');
  return { file, id: 'made' };
}

export const foreignProvider: Provider = {
  // The engine asks for it by the name of its types, without a block.
  ...{ name: 'acme', address: 'registry.terraform.io/hashicorp/acme', version: '1.0.0' },
  schema: schema({ attributes: {} }),
  configure: () => ({}),
  resources: {
    acme_run: {
      schema: fileSchema,
      create: ({ plan }) => Promise.resolve(leave(plan['file'] as string)),
      read: ({ state }) => Promise.resolve(state),
      update: ({ plan }) => Promise.resolve(leave(plan['file'] as string)),
      delete: () => Promise.resolve(),
    },
  },
  dataSources: {
    acme_read: { schema: fileSchema, read: ({ config }) => Promise.resolve(leave(config['file'] as string)) },
  },
};
