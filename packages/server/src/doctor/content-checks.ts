import { auditCounters, type WrongCounter } from '../modules/admin/index.ts';
import { checkTexts } from '../modules/chapters/index.ts';
import { checkLog, type LogProblem } from '../modules/measures/index.ts';
import { type Finding, ok, problem, type Site } from './check.ts';

const number = (value: number) => value.toLocaleString('en');

const line = ({ table, key, counter, stored, counted }: WrongCounter): string =>
  counter === null
    ? `${table} has no row ${key.join(' ')}, but there are rows to count`
    : `${table} ${key.join(' ')}: ${counter} is ${stored}, but the rows add up to ${counted}`;

const maxLines = 100;
/** Rows of each table in a sample. */
const sampleSize = 100;

/** The counters, balances of ink among them: of all rows in an audit, otherwise of some rows of each table. */
export async function checkCounters({ db, modules, isAudit }: Site): Promise<Finding> {
  let [rows, wrong] = [0, 0];
  const lines: string[] = [];
  for await (const batch of auditCounters({ db, modules }, isAudit ? {} : { sample: sampleSize })) {
    rows += batch.rows;
    wrong += batch.wrong.length;
    lines.push(...batch.wrong.slice(0, maxLines - lines.length).map(line));
  }
  const checked = isAudit ? `of ${number(rows)} rows` : `of a sample of ${number(rows)} rows`;
  if (wrong === 0) return ok(`all ${checked} are correct`);
  return problem(
    `${number(wrong)} ${checked} ${wrong === 1 ? 'is' : 'are'} wrong`,
    'This is a fault in Inkling or in the database. Please report it with these lines (docs/operating.md#checking-counters).',
    lines,
  );
}

/** Versions of chapters, at random, whose text is not as it was saved; a damaged page of the database fails here too. */
export async function checkChapterTexts({ db }: Site): Promise<Finding> {
  const { checked, damaged } = await checkTexts(db, sampleSize);
  const sample = `of a sample of ${number(checked)} chapter versions`;
  if (damaged.length === 0) return ok(`all ${sample} are as they were saved`);
  return problem(
    `${number(damaged.length)} ${sample} ${damaged.length === 1 ? 'is' : 'are'} damaged`,
    'The database’s disk or memory is faulty. Restore an earlier backup on another machine.',
    damaged.map(({ chapterId, version }) => `chapter ${chapterId}, version ${version}`),
  );
}

const problemLine = ({ number: entry, problem: what }: LogProblem): string =>
  what === 'chain'
    ? `Entry ${entry} of the log of measures, or one before it, was changed or is missing.`
    : `The measure of entry ${entry} of the log was changed after it was taken.`;

/** Entries in a sample. */
const lastEntries = 1_000;

/** The hash chain of the log of measures (docs/product/measures.md#the-log): whole in an audit, otherwise its end. */
export async function checkMeasureLog({ db, isAudit }: Site): Promise<Finding> {
  const { entries, lastHash, problems } = await checkLog(db, isAudit ? undefined : lastEntries);
  if (problems.length > 0)
    return problem(
      'the log of measures is not intact',
      'Only a superuser of the database can change it. Compare with a backup.',
      problems.map(problemLine),
    );
  if (entries === 0) return ok('the log of measures is empty');
  const part =
    isAudit || entries <= lastEntries
      ? `all ${number(entries)} entries`
      : `the last ${number(lastEntries)} entries`;
  return ok(`${part} of the log of measures are intact; the last hash is ${lastHash}`);
}
