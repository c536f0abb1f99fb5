/** A Terraform provider for notes: each is a text file in a folder. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DiagError, isUnknown, schema, str, type Provider, type Resource } from 'cdktf-provider-platform/plugin';

/** What `configure` returns, and handlers get as `client`. */
interface Notes {
  readonly folder: string;
}

const noteSchema = schema({
  description: 'A text file.',
  attributes: {
    name: str({
      mode: 'required',
      requiresReplace: true,
      validate: [plainName],
      description: 'Its name, without `.txt`.',
    }),
    text: str({ mode: 'optional+computed', default: '', description: 'What is in it.' }),
    path: str({ mode: 'computed', useStateForUnknown: true, description: 'Where it is.' }),
  },
});

const note: Resource<typeof noteSchema, Notes> = {
  schema: noteSchema,

  async create({ config, plan, client, log }) {
    const path = join(client.folder, `${config.name}.txt`);
    // `wx` fails if the file exists: nothing that somebody else wrote is overwritten.
    await writeFile(path, String(plan.text), { flag: 'wx' });
    log.info('Note created', { path });
    return { path, name: config.name, text: String(plan.text) };
  },

  async read({ state }) {
    const text = await readIfThere(state.path ?? '');
    return text === undefined ? null : { ...state, text };
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

const providerSchema = schema({
  attributes: { folder: str({ mode: 'required', description: 'The folder of the notes. It is created if need be.' }) },
});

export const provider: Provider<typeof providerSchema, Notes> = {
  name: 'notes',
  address: 'registry.example/acme/notes',
  version: '0.1.0',
  schema: providerSchema,
  async configure({ config: { folder } }) {
    if (isUnknown(folder))
      throw new DiagError('Folder unknown', 'It must be known before anything is planned.', ['folder']);
    await mkdir(folder, { recursive: true });
    return { folder };
  },
  resources: { notes_note: note },
};

function plainName(name: string): string | undefined {
  return /^\w+$/.test(name) ? undefined : `"${name}" has other characters than letters, digits and underscores.`;
}

/** Only a missing file means that the note is gone; any other failure is an error, and the state stays as it is. */
async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
