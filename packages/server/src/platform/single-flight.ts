/**
 * Calls with the same key share one running computation. Its result may be older than a call that joins it, so a key
 * contains the revision that its callers have read from the database.
 */
export function singleFlight<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, work) => {
    const shared = running.get(key) ?? work().finally(() => running.delete(key));
    running.set(key, shared);
    return shared;
  };
}
