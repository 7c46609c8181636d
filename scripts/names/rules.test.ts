import { describe, expect, test } from 'vitest';
import { findOldNames } from './rules.ts';

const file = (path: string, text = '') => ({ path, text });

describe('findOldNames', () => {
  test('finds an old word in a folder, a file and an exported name, and names its replacement', () => {
    expect(
      findOldNames([
        file('packages/web/src/features/desk/bar.tsx'),
        file('packages/server/src/platform/patient-output.ts'),
        file('packages/server/src/a.ts', 'export const listAnswer = 1;\nexport interface Ears {}\n'),
      ]),
    ).toEqual([
      "packages/web/src/features/desk/bar.tsx: 'desk' in desk; use editor, or queue.",
      "packages/server/src/platform/patient-output.ts: 'patient' in patient-output.ts; use non-blocking.",
      "packages/server/src/a.ts: 'answer' in listAnswer; use response.",
      "packages/server/src/a.ts: 'ears' in Ears; use socket handlers.",
    ]);
  });

  test('finds an old word in a list of exports', () => {
    expect(
      findOldNames([file('packages/web/src/a.ts', "export { listAnswer, singleFlight } from './b.ts';\n")]),
    ).toEqual(["packages/web/src/a.ts: 'answer' in listAnswer; use response."]);
  });

  test('ignores words that only contain an old word, names that are not exported, and exceptions', () => {
    const text = 'export const mailer = 1;\nconst told = 2;\nexport const longestStreak = told;\n';
    expect(findOldNames([file('packages/server/src/almost/threshold.ts', text)])).toEqual([]);
  });
});
