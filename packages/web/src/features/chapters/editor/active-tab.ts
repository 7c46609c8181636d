/** What tabs of one browser say to each other about a chapter. */
type Message = { type: 'ask' | 'here' | 'take' | 'given'; from: string };

export interface Channel {
  post(message: Message): void;
  listen(listener: (message: Message) => void): void;
  close(): void;
}

/** 'mine': this tab writes. 'elsewhere': another tab does. 'taken': another tab took over from this one. */
export type TabState = 'asking' | 'mine' | 'elsewhere' | 'taken';

interface Parts {
  channel: Channel;
  id: string;
  wait: (ms: number) => Promise<void>;
  onChange: (state: TabState) => void;
  /** Keeps what is typed before another tab takes over. */
  onTaken: () => void;
}

const responseTimeout = 200;

/** Sees to it that one tab writes a chapter at a time, and that the second one is told. */
export class ActiveTab {
  readonly #parts: Parts;
  #state: TabState = 'asking';
  #given: (() => void) | null = null;
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.channel.listen((message) => this.#onMessage(message));
  }

  /** Asks whether another tab has the chapter open. */
  async open(): Promise<void> {
    this.#post('ask');
    await this.#parts.wait(responseTimeout);
    if (this.#state === 'asking') this.#setState('mine');
  }

  /** Takes the chapter over; the other tab keeps its text first. */
  async take(): Promise<void> {
    const given = new Promise<void>((resolve) => {
      this.#given = resolve;
    });
    this.#post('take');
    await Promise.race([given, this.#parts.wait(responseTimeout * 3)]);
    this.#setState('mine');
  }

  close(): void {
    this.#closed = true;
    this.#parts.channel.close();
  }

  #onMessage({ type, from }: Message): void {
    if (type === 'ask') {
      // Two that open at the same moment: the smaller name is the first.
      const first = this.#state === 'mine' || (this.#state === 'asking' && this.#parts.id < from);
      if (first) this.#post('here');
    } else if (type === 'here' && this.#state === 'asking') {
      this.#setState('elsewhere');
    } else if (type === 'take' && this.#state === 'mine') {
      this.#parts.onTaken();
      this.#setState('taken');
      this.#post('given');
    } else if (type === 'given') {
      this.#given?.();
    }
  }

  #post(type: Message['type']): void {
    this.#parts.channel.post({ type, from: this.#parts.id });
  }

  #setState(state: TabState): void {
    if (this.#closed || this.#state === state) return;
    this.#state = state;
    this.#parts.onChange(state);
  }
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'type' in value && 'from' in value;

/** The channel of a browser; where there is none, nobody is heard. */
export function browserChannel(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined') {
    return { post: () => undefined, listen: () => undefined, close: () => undefined };
  }
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (isMessage(data)) listener(data);
      };
    },
    close: () => channel.close(),
  };
}
