import { expect, test } from 'vitest';
import { type Columns, typesAt } from '../packages/server/src/testing/recorded-rows.ts';
import { checkedCopy, claimsIn } from './check-rows.ts';

const source = [
  'const one = (db: Db) => sql<{ n: number }>`',
  "  select n from (§{sql<string>`select '>' as n`}) s where §{'}'} = §{`a §{1} b`}`.execute(db);",
  'const two = async (db: Db) => {',
  '  const { rows } = await sql<Pair & Partial<Other>>`',
  '    select a, b from pairs`.execute(',
  '    db,',
  '  );',
  '};',
  'const three = <Row>(db: Db) => sql<Row>`select 1`.execute(db);',
  'const four = (db: Db) =>',
  '  firstRow<Pair[]>(db)`',
  '    select a, b from pairs`;',
  'const five = (db: Db) => firstValue<string>(db)`select a from pairs`;',
]
  .join('\n')
  .replaceAll('§', '$');

test('finds each claimed row type where a statement is executed, with the line of its execution', () => {
  const claims = claimsIn(source).map(({ start, end, line }) => [source.slice(start, end), line]);
  expect(claims).toEqual([
    ['{ n: number }', 2],
    ['Pair & Partial<Other>', 5],
    ['Row', 9],
    ['Pair[]', 11],
    ['string', 13],
  ]);
});

test('a copy compares each claim that has been recorded with its columns, but for type parameters', () => {
  const { copy, checked } = checkedCopy(source, [
    { line: 5, types: { a: 'string', b: 'number | null' } },
    { line: 5, types: { b: 'number', a: 'string', c: 'Date' } },
    { line: 9, types: { n: 'number' } },
    { line: 11, types: { a: 'string' } },
    { line: 13, types: { a: 'string | null' } },
  ]);
  expect(checked).toBe(3);
  expect(copy).toContain('sql<Checked<Pair & Partial<Other>, { "b": number | null; "a": string }>>`');
  expect(copy).toContain('firstRow<Checked<Pair[], { "a": string }>>(db)`');
  expect(copy).toContain('firstValue<CheckedValue<string, [string | null]>>(db)`');
  expect(copy).toContain('sql<{ n: number }>`');
  expect(copy).toContain('sql<Row>`select 1`');
});

test('a place whose statements all failed has no columns to compare', () => {
  const columnsOf = new Map<string, Columns>([
    ['select 1 as n', { types: { n: 'number' }, nulls: new Set() }],
    ['select n, m', { types: { m: 'string', n: 'number' }, nulls: new Set(['n']) }],
  ]);
  expect(typesAt(new Set(['select 1 as n', 'select n, m', 'failed']), columnsOf)).toEqual({
    n: 'number | null',
  });
  expect(typesAt(new Set(['failed']), columnsOf)).toBeUndefined();
});
