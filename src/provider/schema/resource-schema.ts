/** A kind as a managed resource: its type name, the fields it shows, its schema. Source: DESIGN §3 and §4. */
import type { Attribute, Schema } from '../../plugin';
import { snakeCase } from '../../api';
import { behaves, offers, type Declaration, type Field } from '../../schema';
import { attributesOf } from './attribute';

/** What type names begin with. */
export const PROVIDER_NAME = 'platform';

/** `platform_role_binding`. Kinds without a Terraform type of their own go by their name. */
export function typeName(declaration: Declaration): string {
  const own = declaration.terraformType ?? snakeCase(declaration.kind).replace(/^_/, '');
  return `${PROVIDER_NAME}_${own}`;
}

/** The attribute that names the group in which an object lies: `group_uid`; absent for kinds that lie in none. */
export function parentAttribute(declaration: Declaration): string | undefined {
  return declaration.parent === undefined ? undefined : snakeCase(declaration.parent.name);
}

/**
 * The fields that a managed resource has. What changes by itself (last seen, last updated) is none of them: it would
 * make noise in every plan that nobody can silence. Data sources show it.
 */
export function resourceFields(declaration: Declaration): [string, Field][] {
  return Object.entries(declaration.fields).filter(
    ([, field]) => field.notInTerraform === undefined && !(behaves(field, 'outputOnly') && field.output === 'volatile'),
  );
}

export function resourceSchema(declaration: Declaration): Schema {
  const parent = parentAttribute(declaration);
  return {
    description: declaration.description,
    attributes: {
      ...attributesOf(resourceFields(declaration), false, !offers(declaration, 'update')),
      ...(parent !== undefined && { [parent]: parentOf(declaration) }),
    },
  };
}

function parentOf(declaration: Declaration): Attribute {
  return {
    type: 'string',
    mode: declaration.parent?.is === 'groupOrNone' ? 'optional' : 'required',
    description: declaration.parent?.description,
    requiresReplace: true,
  };
}
