/** Reads the resources of a synthesized `cdk.tf.json` as objects, and the blocks that move, remove and import them. */
import { isObject, PROVIDER_ADDRESS, PROVIDER_NAME, type Values } from '../../../model/api';
import { DocumentPlace, PlanError } from './document';
import { UNKNOWN_VALUE, type TerraformPlan, type ResourceBlock, type StateInstance } from './plan';
import { parseDocument } from './parse-document';
import { unchangedPlan } from './read-state';

const howToGet = 'Pass the cdk.tf.json of a synthesized stack.';

/** A synthesized stack. Values that only Terraform knows are {@link UNKNOWN_VALUE}. */
export interface DeclaredStack {
  readonly plan: TerraformPlan;
  /** Former and current address of each `moved` block. */
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  /** Addresses of `removed` blocks. */
  readonly removed: ReadonlySet<string>;
  /** Addresses of `import` blocks. */
  readonly imported: ReadonlySet<string>;
}

/** Returns true for the text of a synthesized stack, which has no version, unlike a state. */
export function isSynthesized(text: string): boolean {
  try {
    const document: unknown = JSON.parse(text);
    return (
      isObject(document) && isObject(document['//']) && !('format_version' in document) && !('version' in document)
    );
  } catch {
    return false;
  }
}

/**
 * Returns the objects and the moves of a synthesized stack, from the text of its `cdk.tf.json`.
 *
 * @throws PlanError if the text is no synthesized stack.
 */
export function readDeclared(text: string, name: string): DeclaredStack {
  const root = new DocumentPlace(parseDocument(text, name, howToGet), name, { whole: 'a synthesized stack' });
  if (!isSynthesized(text)) throw new PlanError(`Cannot read ${name} as a synthesized stack. ${howToGet}`);
  const blocks = [...blocksIn(root, 'managed', 'resource'), ...blocksIn(root, 'data', 'data')];
  const toTexts = (block: string, attribute: string): string[] =>
    root
      .at(block)
      .list()
      .map((place) => withoutTemplate(place.at(attribute).text()));
  return {
    plan: unchangedPlan({
      name,
      formatVersion: 'synthesized',
      prior: blocks.map(({ instance }) => instance),
      configuration: {
        blocks: new Map(blocks.map(({ block }) => [block.address, block])),
        providers: [],
        variables: {},
      },
    }),
    moved: root
      .at('moved')
      .list()
      .map((place) => ({ from: place.at('from').text(), to: place.at('to').text() })),
    removed: new Set(toTexts('removed', 'from')),
    imported: new Set(toTexts('import', 'to')),
  };
}

interface DeclaredBlock {
  readonly instance: StateInstance;
  readonly block: ResourceBlock;
}

/** CDKTF writes the metadata of a construct into its block. */
function withoutMetadata(block: Values): Values {
  return Object.fromEntries(Object.entries(block).filter(([name]) => name !== '//'));
}

function blocksIn(root: DocumentPlace, mode: StateInstance['mode'], name: string): DeclaredBlock[] {
  return root
    .at(name)
    .members()
    .flatMap(([type, blocks]) =>
      blocks.members().map(([id, body]) => {
        const { count, for_each, ...attributes } = withoutMetadata(body.object());
        const address = `${mode === 'data' ? 'data.' : ''}${type}.${id}`;
        const isSingle = count === undefined && for_each === undefined;
        const provider = type.startsWith(`${PROVIDER_NAME}_`) ? PROVIDER_ADDRESS : '';
        return {
          instance: { address, deposed: undefined, mode, type, provider, values: known(attributes), sensitive: [] },
          block: {
            ...{ address, mode, type, isSingle, isSingleInAll: isSingle },
            ...{ service: '', onExisting: 'unknown' as const, provisioners: [] },
            expressions: Object.fromEntries(
              Object.entries(attributes).map(([key, value]) => [key, { constant_value: value }]),
            ),
          },
        };
      }),
    );
}

function known(attributes: Values): Values {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      /[$%]\{/.test(JSON.stringify(value)) ? UNKNOWN_VALUE : value,
    ]),
  );
}

/** Returns an address without the template that older versions of CDKTF write around it. */
function withoutTemplate(address: string): string {
  return /^\$\{(.*)\}$/.exec(address)?.[1] ?? address;
}
