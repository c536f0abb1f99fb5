/** The schema of the provider block. Its attributes are declared in model/kinds/provider-block. */
import { type Attribute, bool, num, schema, str } from '../../plugin';
import { type ProviderAttribute, providerBlock, type ProviderField } from '../../model/kinds';
import { behaves, checkFields } from '../../model/schema';

/** The schema. Every attribute is optional, because the environment can set it, too. */
export const providerBlockSchema = schema({
  description: 'Declares the structure of an organization on a Platform Management API.',
  attributes: Object.fromEntries(
    Object.entries<ProviderField>(providerBlock).map(([name, field]) => [name, getAttribute(field)]),
  ) as Readonly<Record<ProviderAttribute, Attribute>>,
});

function getAttribute(field: ProviderField): Attribute {
  const common = {
    mode: 'optional',
    description: getDescription(field),
    ...(behaves(field, 'sensitive') && { sensitive: true }),
    // Attributes that the environment can set are checked after both are combined.
    ...(field.environment === undefined && {
      validate: [(value: unknown) => checkFields({ value: field }, [], { value })[0]?.message],
    }),
  } as const;
  if (field.type.is === 'string') return str(common);
  return field.type.is === 'bool' ? bool(common) : num(common);
}

function getDescription({ description, environment, default: otherwise }: ProviderField): string {
  const variable = environment === undefined ? [] : [`Environment: \`${environment}\`.`];
  const value = otherwise === undefined ? [] : [`By default \`${String(otherwise)}\`.`];
  return [description, ...variable, ...value].join(' ');
}
