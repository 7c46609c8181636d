/** The reason why the program cannot start: a message that says what to do, and the exit status (78 for configuration). */
export class StartupProblem extends Error {
  override readonly name = 'StartupProblem';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
