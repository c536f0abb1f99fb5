/** Reads the configuration inside of a saved plan: each module as documents in JSON syntax. */
import { isObject } from '../../../model/api';
import { readJsonText } from '../../../base/text/json-text';
import { type StackDocument } from '../../../model/approval/grammar';
import { onceFor } from '../../../base/cache/once-for';
import { splitAddress } from './configuration';
import type { TerraformPlan } from './plan';
import type { SavedModule } from './saved-plan';
import { readHcl } from './hcl';

/** A file that cannot be read in one way alone. */
export interface UnreadFile {
  readonly file: string;
  readonly why: string;
  readonly text: string;
}

export interface ModuleDocuments {
  /** The address of the module without keys; empty for the root module. */
  readonly module: string;
  readonly documents: readonly StackDocument[];
  readonly unread: readonly UnreadFile[];
}

/** Returns the documents of each module. */
export const getDocuments = onceFor((saved: readonly SavedModule[]): readonly ModuleDocuments[] =>
  saved.map(({ module, files }) => {
    const unread: UnreadFile[] = [];
    const documents = files.flatMap(({ name, text }): StackDocument[] => {
      const file = module === '' ? name : `${module}/${name}`;
      try {
        if (/(^|_)override\.(tf|tofu)(\.json)?$/.test(name)) throw new SyntaxError('it changes blocks of other files');
        if (!name.endsWith('.json')) return [{ file, json: readHcl(text) }];
        const { value, ambiguities } = readJsonText(text);
        for (const { what } of ambiguities) unread.push({ file, why: `it contains ${what}`, text });
        return [{ file, json: value }];
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        unread.push({ file, why: error.message, text });
        return [];
      }
    });
    return { module, documents, unread };
  }),
);

/** Returns the expression of an attribute in JSON syntax, or `undefined` if the configuration does not decide it alone. */
export type GetSource = (address: string, attribute: string) => unknown;

/** Returns a function that finds expressions in the configuration of a saved plan. */
export function createSources({ saved = [] }: Pick<TerraformPlan, 'saved'>): GetSource {
  const blocks = new Map<string, unknown>();
  for (const { module, documents, unread } of getDocuments(saved)) {
    if (unread.length > 0) continue;
    for (const { json } of documents) {
      if (!isObject(json) || !isObject(json['resource'])) continue;
      for (const [type, named] of Object.entries(json['resource']))
        for (const [name, body] of Object.entries(isObject(named) ? named : {}))
          blocks.set([...(module === '' ? [] : [module]), type, name].join('.'), body);
    }
  }
  return (address, attribute) => {
    const body = blocks.get(splitAddress(address).block);
    return isObject(body) && Object.hasOwn(body, attribute) ? body[attribute] : undefined;
  };
}
