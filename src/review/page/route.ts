/** The current view, stored in the fragment of the address (after `#`), so that links and the back button work. */

export type PageRoute =
  | { readonly view: 'overview' }
  | { readonly view: 'tree' }
  | { readonly view: 'object'; readonly id: number }
  /** `who` and `where` are paths. */
  | { readonly view: 'ask'; readonly who?: string; readonly what?: string; readonly where?: string };

const questions = ['who', 'what', 'where'] as const;

export function linkTo(route: PageRoute): string {
  if (route.view === 'object') return `#/object/${route.id}`;
  if (route.view !== 'ask') return `#/${route.view}`;
  const parameters = questions.flatMap((name) => {
    const value = route[name];
    return value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(wellFormed(value))}`];
  });
  return `#/ask${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
}

/** Returns the route of a fragment; the overview if it is invalid. */
export function readRoute(hash: string): PageRoute {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [view, id = ''] = path.split('/');
  if (view === 'tree') return { view };
  if (view === 'object' && /^\d{1,9}$/.test(id)) return { view, id: Number(id) };
  if (view !== 'ask') return { view: 'overview' };
  const parameters = new URLSearchParams(query);
  return {
    view,
    ...Object.fromEntries(questions.flatMap((name) => (parameters.has(name) ? [[name, parameters.get(name)]] : []))),
  };
}

/** Replaces lone surrogates, which `encodeURIComponent` rejects. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
