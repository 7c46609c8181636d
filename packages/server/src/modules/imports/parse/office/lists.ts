import { numberText } from '../numerals.ts';

/** A level of a list; `text` is such as `Chapter %1.%2`, with the numbers of the levels from the outermost on. */
export interface ListLevel {
  /** One of Word's names; `bullet` for none. */
  format: string;
  start: number;
  text: string;
}

type LevelAt = (at: number) => ListLevel | undefined;

const maxLabel = 100;

/** What is shown before an item, by the numbers of its level and of those above. */
export function labelAt(numbers: readonly number[], levelAt: LevelAt): string {
  const level = levelAt(numbers.length - 1);
  if (level?.format === 'bullet') return '•';
  const numberAt = (_: string, digit: string) =>
    numberText(numbers[Number(digit) - 1] ?? 1, levelAt(Number(digit) - 1)?.format ?? 'decimal');
  return (level?.text ?? '').replace(/%(\d)/g, numberAt).slice(0, maxLabel).trim();
}

/** Counts the next item of a level; an outer level that has not appeared yet counts as its first. */
export function countAt(numbers: number[], at: number, levelAt: LevelAt): void {
  for (let i = 0; i < at; i += 1) numbers[i] ??= levelAt(i)?.start ?? 1;
  numbers[at] = numbers[at] === undefined ? (levelAt(at)?.start ?? 1) : numbers[at] + 1;
  numbers.length = at + 1;
}
