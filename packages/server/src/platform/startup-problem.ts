/**
 * The reason why the program cannot start: a message that says what to do. The exit status is 78 (configuration) where
 * the operator must change something, and 1 where a later start may succeed.
 */
export class StartupProblem extends Error {
  override readonly name = 'StartupProblem';
  readonly exitCode: number;

  constructor(message: string, { exitCode = 78, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
