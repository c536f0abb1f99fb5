/** Values that several cases need: each is made once, by the first case that needs it. */
export type Once = <T>(key: string, make: () => Promise<T>) => Promise<T>;

export function createOnce(): Once {
  const made = new Map<string, Promise<unknown>>();
  return <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const known = made.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const promise = make();
    made.set(key, promise);
    return promise;
  };
}

/** Returns a function that runs actions one after the other. */
export function createQueue(): <T>(action: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (action) => {
    const result = last.then(action, action);
    last = result.catch(() => undefined);
    return result;
  };
}
