/** Messages between the tabs of one browser about a chapter. */
type Message = { type: 'ask' | 'here' | 'take' | 'given'; from: string };

export interface Channel {
  post(message: Message): void;
  listen(listener: (message: Message) => void): void;
  close(): void;
}

/** 'mine': this tab edits. 'elsewhere': another tab edits. 'taken': another tab took over from this one. */
export type TabState = 'asking' | 'mine' | 'elsewhere' | 'taken';

interface Options {
  channel: Channel;
  id: string;
  wait: (ms: number) => Promise<void>;
  onChange: (state: TabState) => void;
  /** Saves the typed text before another tab takes over. */
  onTaken: () => void;
}

const responseTimeout = 200;

/** Lets only one tab at a time edit a chapter. */
export class ActiveTab {
  readonly #options: Options;
  #state: TabState = 'asking';
  #given: (() => void) | null = null;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    options.channel.listen((message) => this.#onMessage(message));
  }

  /** Asks whether another tab has the chapter open. */
  async open(): Promise<void> {
    this.#post('ask');
    await this.#options.wait(responseTimeout);
    if (this.#state === 'asking') this.#setState('mine');
  }

  /** Takes over the chapter after the other tab has saved its text. */
  async take(): Promise<void> {
    const given = new Promise<void>((resolve) => {
      this.#given = resolve;
    });
    this.#post('take');
    await Promise.race([given, this.#options.wait(responseTimeout * 3)]);
    this.#setState('mine');
  }

  close(): void {
    this.#closed = true;
    this.#options.channel.close();
  }

  #onMessage({ type, from }: Message): void {
    if (type === 'ask') {
      // If two tabs open at the same moment, the one with the smaller id wins.
      const first = this.#state === 'mine' || (this.#state === 'asking' && this.#options.id < from);
      if (first) this.#post('here');
    } else if (type === 'here' && this.#state === 'asking') {
      this.#setState('elsewhere');
    } else if (type === 'here' && this.#state === 'mine') {
      // The browser had suspended the other tab, so it responds too late, and this one edits now.
      this.#post('take');
    } else if (type === 'take' && this.#state === 'mine') {
      this.#options.onTaken();
      this.#setState('taken');
      this.#post('given');
    } else if (type === 'given') {
      this.#given?.();
    }
  }

  #post(type: Message['type']): void {
    this.#options.channel.post({ type, from: this.#options.id });
  }

  #setState(state: TabState): void {
    if (this.#closed || this.#state === state) return;
    this.#state = state;
    this.#options.onChange(state);
  }
}

/** The channel between the tabs of one browser. */
export function browserChannel(name: string): Channel {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      // Only pages of this site can post here; a type of another version is ignored.
      channel.onmessage = ({ data }: MessageEvent<Message>) => listener(data);
    },
    close: () => channel.close(),
  };
}
