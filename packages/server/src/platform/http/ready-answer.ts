/** An answer that is JSON already, to be sent as it is; whoever makes it vouches for the contract's schema. */
export class ReadyAnswer {
  /** Bytes rather than text: text would be measured and encoded anew for every reader. */
  readonly json: Buffer;

  constructor(json: Buffer) {
    this.json = json;
  }
}
