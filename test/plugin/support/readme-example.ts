import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DiagError, schema, str, type Provider, type Resource, type Schema } from '../../../src/plugin';

const noteSchema = schema({
  attributes: {
    path: str({ mode: 'computed', useStateForUnknown: true, description: 'Where it lies.' }),
    name: str({ mode: 'required', requiresReplace: true, validate: [plainName] }),
    text: str({ mode: 'optional+computed', default: '' }),
  },
});

const note: Resource<typeof noteSchema, { folder: string }> = {
  schema: noteSchema,
  async create({ config, plan, client }) {
    const path = join(client.folder, `${config.name}.txt`);
    await writeFile(path, String(plan.text), { flag: 'wx' });
    return { path, name: config.name, text: String(plan.text) };
  },
  async read({ state }) {
    const text = await readFile(state.path ?? '', 'utf8').catch(() => null);
    return text === null ? null : { ...state, text };
  },
  async update({ prior, plan }) {
    await writeFile(prior.path ?? '', String(plan.text));
    return { ...prior, text: String(plan.text) };
  },
  async delete({ prior }) {
    await rm(prior.path ?? '', { force: true });
  },
  async importState({ id, client }) {
    return { name: id, path: join(client.folder, `${id}.txt`) };
  },
};

function plainName(name: string): string | undefined {
  return /^\w+$/.test(name) ? undefined : `"${name}" has other characters than letters, digits and underscores.`;
}

export const provider: Provider<Schema, { folder: string }> = {
  name: 'notes',
  address: 'registry.example/acme/notes',
  version: '0.1.0',
  schema: { attributes: { folder: str({ mode: 'required' }) } },
  configure({ config }) {
    if (typeof config['folder'] !== 'string')
      throw new DiagError('Folder unknown', 'It must be known to plan.', ['folder']);
    return { folder: config['folder'] };
  },
  resources: { notes_note: note },
};
