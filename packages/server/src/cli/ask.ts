import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { BackupProblem, type Manifest } from '../backup/backup-file.ts';
import { minPassphraseLength } from '../platform/config.ts';

/** Asks one question after another, at the terminal or from a pipe. */
export interface Prompt {
  /** The line that is typed, without surrounding space; null at Ctrl+C and the end of the input. */
  ask(question: string, isSecret?: boolean): Promise<string | null>;
  close(): void;
}

/** What is typed as a secret is not shown at the terminal. */
export function openPrompt(): Prompt {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const terminal = process.stdin.isTTY === true;
  // Without a history, from which the up key would show a secret at the next question.
  const input = createInterface({ input: process.stdin, output, terminal, historySize: 0 });
  const lines = input[Symbol.asyncIterator]();
  return {
    async ask(question, isSecret = false) {
      if (terminal) {
        input.setPrompt(question);
        input.prompt();
      } else process.stderr.write(question);
      isHidden = isSecret;
      const { value, done } = await lines.next();
      isHidden = false;
      if (isSecret && terminal) process.stderr.write('\n');
      return done ? null : value.trim();
    },
    close: () => input.close(),
  };
}

/** The answers to questions; Ctrl+C and the end of the input leave out the rest. */
export async function ask(questions: string[], secret?: 'secret'): Promise<string[]> {
  const prompt = openPrompt();
  const answers: string[] = [];
  try {
    for (const question of questions) {
      const answer = await prompt.ask(question, secret !== undefined);
      if (answer === null) break;
      answers.push(answer);
    }
  } finally {
    prompt.close();
  }
  return answers;
}

/**
 * The environment with the passphrase that is typed if `wanted`, instead of that of the setting. For a new backup it is
 * typed twice. Throws a BackupProblem if it is too short, or not the same both times.
 */
export async function withPassphrase(
  env: NodeJS.ProcessEnv,
  wanted: boolean,
  isNew: boolean,
): Promise<NodeJS.ProcessEnv> {
  if (!wanted) return env;
  const questions = ['Passphrase: ', ...(isNew ? ['Repeat the passphrase: '] : [])];
  const [typed = '', again = typed] = await ask(questions, 'secret');
  if (typed.length < minPassphraseLength)
    throw new BackupProblem(
      `Use a passphrase of at least ${minPassphraseLength} characters. Nothing was changed.`,
    );
  if (again !== typed) throw new BackupProblem('The two passphrases don’t match. Nothing was changed.');
  return { ...env, BACKUP_PASSPHRASE: typed };
}

export const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** What is in a backup, in one line. */
export function describeContent({ site, createdAt, tables, images }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${site} at ${createdAt}: ${count(rows, 'row', 'rows')} and ${count(images, 'image', 'images')}`;
}
