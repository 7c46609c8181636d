import { setPriority } from 'node:os';
import { type Dialect, dialects, maskLongRuns } from '@inkling/contract/english-text';
import { type CheckedIssue, readLints } from '@inkling/contract/harper-lints';
import { LocalLinter } from 'harper.js';
import { slimBinary } from 'harper.js/slimBinary';

// On Linux this sets the priority of this thread only, so that other requests go first.
if (process.platform === 'linux') setPriority(0, 10);

/** Bytes; Harper needs about 250 MB, and WebAssembly memory never shrinks. */
const maxMemory = 700 * 1024 * 1024;
let linter: LocalLinter | undefined;
/** What the linter is set to; setting it takes longer than checking a paragraph. */
let current = '';

/**
 * Checks a piece of an English text with Harper's own choice of rules; `words` are known. The dictionary stays loaded until
 * the thread ends, which it does by itself when a text has taken too much memory.
 */
export async function checkText(task: {
  text: string;
  dialect: Dialect;
  words: string[];
}): Promise<CheckedIssue[]> {
  const dialect = dialects.indexOf(task.dialect);
  linter ??= new LocalLinter({ binary: slimBinary, dialect });
  const wanted = JSON.stringify([dialect, task.words]);
  if (current !== wanted) {
    await linter.setDialect(dialect);
    await linter.clearWords();
    await linter.importWords(task.words);
    current = wanted;
  }
  const { masked, ranges } = maskLongRuns(task.text);
  const lints = await linter.organizedLints(masked, { language: 'plaintext' });
  // After the response has been sent.
  if (process.memoryUsage().external > maxMemory) setTimeout(() => process.exit(), 100);
  return readLints(lints, ranges);
}
