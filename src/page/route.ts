/** Where in the page one is, as its address says after the `#`: links work, and so does going back. */

export type Route =
  | { readonly view: 'overview' }
  | { readonly view: 'tree' }
  | { readonly view: 'object'; readonly id: number }
  /** By paths. */
  | { readonly view: 'ask'; readonly who?: string; readonly what?: string; readonly where?: string };

const questions = ['who', 'what', 'where'] as const;

export function linkTo(route: Route): string {
  if (route.view === 'object') return `#/object/${route.id}`;
  if (route.view !== 'ask') return `#/${route.view}`;
  const parameters = questions.flatMap((name) => {
    const value = route[name];
    return value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(wellFormed(value))}`];
  });
  return `#/ask${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
}

/** What is no route of this page is its beginning. */
export function readRoute(hash: string): Route {
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

/** Half of a character has no place in an address. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
