const hooks = new Set<() => void>();

function runHooks(): void {
  for (const hook of hooks) hook();
}

/**
 * Registers synchronous work for the case that this process exits before a clean stop: after a second signal or an
 * uncaught error. Returns a function that cancels it.
 */
export function atExit(work: () => void): () => void {
  if (hooks.size === 0) process.on('exit', runHooks);
  hooks.add(work);
  return () => {
    hooks.delete(work);
    if (hooks.size === 0) process.off('exit', runHooks);
  };
}
