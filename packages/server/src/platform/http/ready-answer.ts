/** An answer that is JSON already, to be sent as it is; whoever makes it vouches for the contract's schema. */
export class ReadyAnswer {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}
