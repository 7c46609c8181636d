/**
 * Registers synchronous work for the case that this process exits before a clean stop: after a second signal or an
 * uncaught error. Returns a function that cancels it.
 */
export function atExit(work: () => void): () => void {
  process.on('exit', work);
  return () => void process.off('exit', work);
}
