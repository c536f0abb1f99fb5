/** Patterns of paths: `acme/*` matches every name directly beneath, `acme/prod/**` matches `acme/prod` and everything beneath. */

export function pathPattern(pattern: string): (path: string) => boolean {
  const steps = pattern.split('/').map((step) => (step === '**' ? undefined : stepPattern(step)));
  return (path) => {
    // The possible positions in the pattern after the names so far.
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

/** Adds the positions after `**`, which can match nothing. */
function through(steps: readonly (RegExp | undefined)[], places: Set<number>): Set<number> {
  for (const place of places) if (place < steps.length && steps[place] === undefined) places.add(place + 1);
  return places;
}

function stepPattern(step: string): RegExp {
  const literal = step.split('*').map((part) => part.replace(/[\\^$.+?()|[\]{}]/g, '\\$&'));
  return new RegExp(`^${literal.join('[^/]*')}$`, 'u');
}
