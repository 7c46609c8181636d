import { setPriority } from 'node:os';
import {
  countNames,
  type Dialect,
  dialects,
  formsOf,
  maskLongRuns,
  namesOf,
} from '@inkling/contract/english-text';
import { type CheckedIssue, readLints } from '@inkling/contract/harper-lints';
import { LocalLinter } from 'harper.js';
import { slimBinary } from 'harper.js/slimBinary';

// On Linux this sets the priority of this thread only, so that other requests go first.
if (process.platform === 'linux') setPriority(0, 10);

const maxNames = 1000;
/** Bytes; Harper needs about 250 MB, and WebAssembly memory never shrinks. */
const maxMemory = 700 * 1024 * 1024;
let linter: LocalLinter | undefined;
let current: Dialect | undefined;

/**
 * Checks an English text with Harper's own choice of rules; names that the text uses twice are known. The dictionary stays
 * loaded until the thread ends, which it does by itself when a text has taken too much memory.
 */
export async function checkText(task: { text: string; dialect: Dialect }): Promise<CheckedIssue[]> {
  const dialect = dialects.indexOf(task.dialect);
  linter ??= new LocalLinter({ binary: slimBinary, dialect });
  if (current !== task.dialect) await linter.setDialect(dialect);
  current = task.dialect;
  await linter.clearWords();
  await linter.importWords(namesOf(countNames(task.text), maxNames).flatMap(formsOf));
  const { masked, ranges } = maskLongRuns(task.text);
  const lints = await linter.organizedLints(masked, { language: 'plaintext' });
  // After the response has been sent.
  if (process.memoryUsage().external > maxMemory) setTimeout(() => process.exit(), 100);
  return readLints(lints, ranges);
}
