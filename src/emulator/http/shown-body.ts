import { camelCase } from '../../api';
import { behaves, type Declaration, type Fields } from '../../schema';

/** The body as a log may show it: with what the declaration calls sensitive left out. */
export function shownBody(declaration: Declaration, body: string): string {
  const secrets = new Set(sensitiveNames(declaration.fields));
  if (secrets.size === 0) return body;
  try {
    const shown: unknown = JSON.parse(body, (key: string, value: unknown) =>
      secrets.has(camelCase(key)) ? '(a secret)' : value,
    );
    return JSON.stringify(shown);
  } catch {
    return '(not JSON)';
  }
}

function sensitiveNames(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (behaves(field, 'sensitive')) return [name];
    return field.type.is === 'message' ? sensitiveNames(field.type.fields) : [];
  });
}
