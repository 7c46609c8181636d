import { relative } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { saveFileTimes } from '../../scripts/slowest-files.ts';

/** Adds up what the tests of each file took, for the list at the end of `npm test`. */
export default class FileTimes implements Reporter {
  readonly #times = new Map<string, number>();

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    const file = relative(process.cwd(), test.location.file);
    this.#times.set(file, (this.#times.get(file) ?? 0) + duration);
  }

  onEnd(): void {
    saveFileTimes('browser', [...this.#times]);
  }

  printsToStdio(): boolean {
    return false;
  }
}
