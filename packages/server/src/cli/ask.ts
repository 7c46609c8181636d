import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { BackupProblem, type Manifest } from '../backup/backup-file.ts';
import { minPassphraseLength } from '../platform/config.ts';

const silent = new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Asks for one line per question, at the terminal or from a pipe. With `secret`, the terminal does not show what is
 * typed. Ctrl+C and the end of the input leave out the rest.
 */
export async function ask(questions: string[], secret?: 'secret'): Promise<string[]> {
  const isSecret = secret !== undefined && process.stdin.isTTY === true;
  const input = createInterface({
    input: process.stdin,
    ...(isSecret && { output: silent, terminal: true }),
  });
  const lines = input[Symbol.asyncIterator]();
  const answers: string[] = [];
  try {
    for (const question of questions) {
      process.stderr.write(question);
      const { value, done } = await lines.next();
      if (isSecret) process.stderr.write('\n');
      if (done) break;
      answers.push(value.trim());
    }
  } finally {
    input.close();
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
