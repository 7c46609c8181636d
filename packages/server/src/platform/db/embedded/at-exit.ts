const debts = new Set<() => void>();

function payAll(): void {
  for (const pay of debts) pay();
}

/**
 * What is done, at once and without waiting, should this process end before it could stop what it has started: told
 * twice, or by an error that nobody caught. Answers how to take it back.
 */
export function atExit(work: () => void): () => void {
  if (debts.size === 0) process.on('exit', payAll);
  debts.add(work);
  return () => {
    debts.delete(work);
    if (debts.size === 0) process.off('exit', payAll);
  };
}
