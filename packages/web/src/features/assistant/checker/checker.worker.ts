import { type Dialect, dialects, dialogueIn, formsOf, maskLongRuns } from '@inkling/contract/english-text';
import { type CheckedIssue, readLints } from '@inkling/contract/harper-lints';
import { LocalLinter } from 'harper.js';
import { slimBinary } from 'harper.js/slimBinary';

/** What the page asks of the checker. Responses have the id of their question. */
export type Question = { id: number } & (
  | { kind: 'prepare'; dialect: Dialect; words: readonly string[] }
  | { kind: 'check'; texts: readonly string[] }
);
export type Reply = { id: number; issues: CheckedIssue[][] } | { id: number; error: string };

let linter: LocalLinter | undefined;

async function prepare(dialect: Dialect, words: readonly string[]): Promise<void> {
  const number = dialects.indexOf(dialect);
  if (linter === undefined) linter = new LocalLinter({ binary: slimBinary, dialect: number });
  else await linter.setDialect(number);
  await linter.clearWords();
  await linter.importWords(words.flatMap(formsOf));
}

/** Within dialogue only spelling counts: people speak as they like. */
function isShown({ kind, startOffset }: CheckedIssue, speech: ReturnType<typeof dialogueIn>): boolean {
  return kind === 'Spelling' || !speech.some(({ start, end }) => startOffset >= start && startOffset < end);
}

async function check(text: string): Promise<CheckedIssue[]> {
  if (linter === undefined) throw new Error('The checker is not prepared.');
  const { masked, ranges } = maskLongRuns(text);
  const speech = dialogueIn(text);
  const lints = await linter.organizedLints(masked, { language: 'plaintext' });
  return readLints(lints, ranges).filter((issue) => isShown(issue, speech));
}

async function handle(question: Question): Promise<CheckedIssue[][]> {
  if (question.kind === 'prepare') {
    await prepare(question.dialect, question.words);
    return [];
  }
  const issues: CheckedIssue[][] = [];
  for (const text of question.texts) issues.push(await check(text));
  return issues;
}

/** One question after the other. */
let queue: Promise<void> = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<Question>) => {
  queue = queue
    .then(() => handle(data))
    .then(
      (issues) => self.postMessage({ id: data.id, issues } satisfies Reply),
      (error: unknown) => self.postMessage({ id: data.id, error: String(error) } satisfies Reply),
    );
};
