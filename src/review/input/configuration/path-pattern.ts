/** Patterns of paths: `acme/*` is every name directly beneath, `acme/prod/**` is `acme/prod` and everything beneath. */

export function pathPattern(pattern: string): (path: string) => boolean {
  const steps = pattern.split('/').map((step) => (step === '**' ? undefined : stepPattern(step)));
  return (path) => {
    // Where the pattern can be once the names so far are read.
    let places = through(steps, new Set([0]));
    for (const name of path.split('/')) {
      const next = new Set<number>();
      for (const place of places) {
        const step = steps[place];
        if (place >= steps.length) continue;
        if (step === undefined) next.add(place);
        else if (step.test(name)) next.add(place + 1);
      }
      places = through(steps, next);
    }
    return places.has(steps.length);
  };
}

/** `**` may also stand for nothing. */
function through(steps: readonly (RegExp | undefined)[], places: Set<number>): Set<number> {
  for (const place of places) if (place < steps.length && steps[place] === undefined) places.add(place + 1);
  return places;
}

function stepPattern(step: string): RegExp {
  const literal = step.split('*').map((part) => part.replace(/[\\^$.+?()|[\]{}]/g, '\\$&'));
  return new RegExp(`^${literal.join('[^/]*')}$`, 'u');
}
