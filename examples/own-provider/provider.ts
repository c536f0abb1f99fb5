/** A Terraform provider for notes. Each note is a text file in a folder. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DiagError, isUnknown, schema, str, type Provider, type Resource } from 'cdktf-provider-platform/plugin';

/** The result of `configure`. Handlers receive it as `providerData`. */
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
      description: 'The name of the file, without `.txt`.',
    }),
    text: str({ mode: 'optional+computed', default: '', description: 'The text of the note.' }),
    path: str({ mode: 'computed', useStateForUnknown: true, description: 'The path of the file.' }),
  },
});

const note: Resource<typeof noteSchema, Notes> = {
  schema: noteSchema,

  async create({ config, plan, providerData, log }) {
    const path = join(providerData.folder, `${config.name}.txt`);
    // `wx` fails if the file exists, so that a create never overwrites a file of someone else.
    await writeFile(path, String(plan.text), { flag: 'wx' });
    log.info('Note created', { path });
    return { path, name: config.name, text: String(plan.text) };
  },

  async read({ state }) {
    const text = await readIfExists(state.path ?? '');
    return text === undefined ? null : { ...state, text };
  },

  async update({ prior, plan }) {
    await writeFile(prior.path ?? '', String(plan.text));
    return { ...prior, text: String(plan.text) };
  },

  async delete({ prior }) {
    await rm(prior.path ?? '', { force: true });
  },

  async importState({ id, providerData }) {
    return { name: id, path: join(providerData.folder, `${id}.txt`) };
  },
};

const providerSchema = schema({
  attributes: {
    folder: str({ mode: 'required', description: 'The folder of the notes. Created if it does not exist.' }),
  },
});

export const provider: Provider<typeof providerSchema, Notes> = {
  name: 'notes',
  address: 'registry.example/acme/notes',
  version: '0.1.0',
  schema: providerSchema,
  async configure({ config: { folder } }) {
    if (isUnknown(folder))
      throw new DiagError('Folder unknown', 'The folder must be known at plan. Set it to a constant or a variable.', [
        'folder',
      ]);
    await mkdir(folder, { recursive: true });
    return { folder };
  },
  resources: { notes_note: note },
};

function plainName(name: string): string | undefined {
  return /^\w+$/.test(name) ? undefined : `"${name}" must contain only letters, digits and underscores.`;
}

/** Returns undefined only for a missing file. Any other failure is an error, and the state stays unchanged. */
async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
