/** The JSON in which Terraform keeps an object in its state file. */
import { typeToJson } from '../values/cty-type';
import { numberText } from '../values/number';
import { Dyn, type CtyType, type Num } from '../values/types';

/** Numbers keep every digit; a dynamic value is written with its type. */
export function stateJson(value: unknown, type: CtyType): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Dyn) return `{"type":${typeToJson(value.type)},"value":${stateJson(value.value, value.type)}}`;
  if (type === 'number') return numberText(value as Num);
  if (typeof type === 'string') return JSON.stringify(value);
  switch (type[0]) {
    case 'list':
    case 'set':
      return `[${(value as readonly unknown[]).map((element) => stateJson(element, type[1])).join()}]`;
    case 'tuple':
      return `[${type[1].map((element, index) => stateJson((value as readonly unknown[])[index], element)).join()}]`;
    case 'map':
      return members(Object.entries(value).map(([key, element]) => [key, stateJson(element, type[1])]));
    case 'object':
      return members(
        Object.entries(type[1]).map(([name, inner]) => [
          name,
          stateJson((value as Record<string, unknown>)[name], inner),
        ]),
      );
  }
}

function members(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join()}}`;
}
