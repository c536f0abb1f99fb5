/** The fields of a kind that its resource in Terraform has, and the names of its attributes. */
import { snakeCase } from '../api';
import { onceFor } from '../../base/cache/once-for';
import type { Declaration } from './declaration';
import { behaves, type Field, type FieldType, isInput, isShownOnce } from './field';

export type NamedField = readonly [string, Field];

/** Returns the attribute that names the parent: `group_uid`; `undefined` for kinds without a parent. */
export function parentAttribute(declaration: Declaration): string | undefined {
  return declaration.parent === undefined ? undefined : snakeCase(declaration.parent.name);
}

/**
 * Returns the fields of a managed resource. Fields that change without a user's action (last seen, last updated) are left out:
 * they would cause noise in every plan. Data sources show them. Secrets that are shown once are left out, too.
 */
export const resourceFields = onceFor((declaration: Declaration): readonly NamedField[] =>
  Object.entries(declaration.fields).filter(
    ([, field]) => field.notInTerraform === undefined && field.output !== 'volatile' && !isShownOnce(field),
  ),
);

/** Returns the resource fields that a request may contain. */
export const inputs = onceFor((declaration: Declaration): readonly NamedField[] =>
  resourceFields(declaration).filter(([, field]) => isInput(field)),
);

/** Returns the fields that identify an object or decide access: a deletion is approved with their values. */
export const decidingFields = onceFor((declaration: Declaration): readonly NamedField[] =>
  inputs(declaration).filter(
    ([name, field]) =>
      !behaves(field, 'inputOnly') && (field.decidesAccess === true || declaration.naturalKey.includes(name)),
  ),
);

/** Returns the inputs that exist only in Terraform and decide the use of a response, such as the key that encrypts a secret. */
export const terraformInputs = onceFor(({ terraform }: Declaration): readonly NamedField[] =>
  Object.entries(terraform?.fields ?? {}).filter(([, field]) => behaves(field, 'inputOnly')),
);

type MessageType = Extract<FieldType, { is: 'message' }>;

/** Returns the fields of a message. `readable`: without fields that no response contains (data sources, outputs). */
export function nestedFields(
  type: MessageType,
  { readable = false }: { readonly readable?: boolean } = {},
): readonly NamedField[] {
  return readable ? readableFields(type) : allFields(type);
}

const allFields = onceFor(({ fields }: MessageType) =>
  Object.entries(fields).filter(([, field]) => field.notInTerraform === undefined),
);
const readableFields = onceFor((type: MessageType) =>
  allFields(type).filter(([, field]) => !behaves(field, 'inputOnly')),
);

/**
 * Returns the attribute that shows a change of a write-only value, which is stored nowhere:
 * `client_secret` → `client_secret_wo_version`.
 */
export function versionAttribute(attribute: string): string {
  return `${attribute}_wo_version`;
}
