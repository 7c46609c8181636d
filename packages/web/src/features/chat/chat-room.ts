import type { ChatMessage } from '@inkling/contract/chat';
import { chatLimits } from '@inkling/contract/limits';
import type { Ack } from '@inkling/contract/live';
import type { Author } from '@inkling/contract/users';
import { ApiError, mayPass, messageOf } from '../../lib/api.ts';
import { listenerSet } from '../../lib/listeners.ts';
import { type Emit, listenLive } from '../../lib/live.ts';
import { nextRetry, retryNow } from '../../lib/next-retry.ts';
import { serverNow } from '../../lib/server-time.ts';
import { emitMessage, fetchMessages, type Place, postMessage } from './chat.api.ts';
import {
  fetchNewer,
  hasGap,
  hideFrom,
  initialRoom,
  mergeMessages,
  type RoomState,
  removeFrom,
  type UnsentMessage,
} from './messages.ts';

const connectingMs = 4000;
/** How often a page without a live connection asks for what is new. */
const pollMs = 10_000;
/** A little longer than the time between two notifications of the same person. */
const typingMs = chatLimits.typingSeconds * 1000 + 1500;
/** Once the server knows that the chapter was opened, its chat is no longer folded. */
const foldedRetries = { count: 3, delayMs: 3000 };
/** When to join again after the server refused the room, unless it is folded; later, as often as a page without a live connection asks. */
const joinRetries = { count: 3, delayMs: 3000 };
const maxTimerMs = 2 ** 31 - 1;

/** One chat on screen: its messages in order and without gaps, and who is there. Rules: docs/product/chat-screens.md. */
export class ChatRoom {
  readonly place: Place;
  readonly #userId: string;
  readonly #listen: typeof listenLive;
  readonly #changed = listenerSet();
  readonly subscribe = this.#changed.subscribe;
  /** The ids of messages that were removed while the page was open: a response may be older than that. */
  readonly #removed = new Set<string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #state = initialRoom;
  #isOpen = false;
  #emit: Emit | null = null;
  /** Aborted when the connection is lost. */
  #connection = new AbortController();
  #anyway = false;
  #isFetching = false;
  #fetchesAgain = false;
  #foldedRetries = 0;
  /** Whether the server refused the last join or has ended it, but may allow another; until then no events arrive from the room. */
  #isRefused = false;
  #refusedJoins = 0;
  #typedAt = Number.NEGATIVE_INFINITY;
  /** Called when messages can be sent again. */
  onConnected: () => void = () => undefined;

  constructor(place: Place, userId: string, listen = listenLive) {
    this.place = place;
    this.#userId = userId;
    this.#listen = listen;
  }

  readonly read = (): RoomState => this.#state;

  /** Fetches the newest messages and follows the chat; returns a function that stops it. */
  open(): () => void {
    this.#isOpen = true;
    this.#after('connecting', connectingMs, () => {
      if (this.#state.connection === 'connecting') this.#lose();
    });
    const isHere = (of: Pick<Place, 'chapterId'> & { storyId: string | null }) =>
      of.storyId === this.place.storyId && of.chapterId === this.place.chapterId;
    const stop = this.#listen({
      onConnected: (emit) => {
        this.#emit = emit;
        this.#set({ connection: 'connected' });
        this.#join();
        this.onConnected();
      },
      onDisconnected: () => {
        this.#emit = null;
        this.#set({ isReachable: false, readers: initialRoom.readers, typing: [] });
        this.#connection.abort();
        this.#connection = new AbortController();
        this.#lose();
      },
      on: {
        message: (message) => {
          if (isHere(message)) this.#receive(message);
        },
        'chat:changed': ({ storyId, chapterId, removed }) => {
          if (removed !== null) {
            if (isHere({ storyId, chapterId })) this.noteRemoved(removed);
            return;
          }
          // The server may have removed this page from its rooms.
          if (storyId === null) this.#isRefused = true;
          if (storyId === null || storyId === this.place.storyId) this.refresh();
        },
        'chat:typing': (typing) => {
          if (isHere(typing) && typing.person._id !== this.#userId) this.#showTyping(typing.person);
        },
        'chat:readers': (readers) => {
          if (isHere(readers)) this.#set({ readers: { count: readers.count, people: readers.readers } });
        },
      },
    });
    this.refresh();
    return () => {
      this.#isOpen = false;
      this.#emit = null;
      for (const timer of this.#timers.values()) clearTimeout(timer);
      this.#timers.clear();
      stop((emit) => {
        const { storyId, chapterId } = this.place;
        if (chapterId === null) emit('leaveStory', { storyId });
        else emit('leaveChapter', { storyId, chapterId });
      });
    };
  }

  /** Fetches missing messages and what the reader may do; retries while the server cannot be reached. */
  refresh(): void {
    this.#fetchesAgain = true;
    if (!this.#isFetching) void this.#fetchUntilDone();
  }

  /** Fetches the messages at once after a failure, even if the next attempt is due later. */
  tryAgain(): void {
    this.#set({ status: 'loading' });
    this.refresh();
    retryNow();
  }

  /** Shows the chat of a chapter that the reader has not reached. */
  showAnyway(): void {
    this.#anyway = true;
    this.#set({ isFolded: false, status: 'loading' });
    this.#join();
    this.refresh();
  }

  async loadOlder(): Promise<void> {
    const [first] = this.#state.messages;
    if (first === undefined || first.number === 1 || this.#state.older === 'loading') return;
    this.#set({ older: 'loading' });
    try {
      const { data } = await fetchMessages(this.place, { before: first.number }, this.#anyway);
      // If the list was replaced in the meantime, there is a gap between these messages and it.
      const isNext = this.#state.messages[0]?.number === first.number;
      this.#merge(isNext ? data : [], { older: 'idle' });
    } catch {
      this.#set({ older: 'failed' });
    }
  }

  /** Sends a message over the live connection or, without one, by a call. Throws an ApiError. */
  readonly send = async (unsent: Pick<UnsentMessage, '_id' | 'message'>): Promise<void> => {
    const message = { _id: unsent._id, ...this.place, message: unsent.message };
    try {
      const emit = this.#emit;
      this.#receive(
        emit === null
          ? await postMessage(message)
          : await emitMessage(emit, message, this.#connection.signal),
      );
    } catch (error) {
      if (error instanceof ApiError && ['MUTED', 'CHAT_CLOSED', 'NOT_ALLOWED'].includes(error.code))
        this.refresh();
      throw error;
    }
  };

  /** Tells others that the reader is typing, at most once in three seconds. */
  noteTyping(): void {
    const now = performance.now();
    if (now - this.#typedAt < chatLimits.typingSeconds * 1000) return;
    this.#typedAt = now;
    this.#emit?.('chat:type', this.place);
  }

  noteRemoved(id: string): void {
    this.#removed.add(id);
    this.#set({ messages: removeFrom(this.#state.messages, id) });
  }

  /** A person was muted or blocked. */
  noteHidden(personId: string): void {
    this.#set({ messages: hideFrom(this.#state.messages, personId) });
    this.refresh();
  }

  #join(): void {
    const { storyId, chapterId } = this.place;
    // The number that it returns is not needed: what was missed is fetched in any case.
    const onAck = (ack: Ack) => {
      this.#isRefused = !ack.success && ack.code !== 'NOT_FOUND';
      this.#refusedJoins = ack.success ? 0 : this.#refusedJoins + 1;
      if (!this.#isRefused) this.refresh();
      // The chapter may have been opened since, and the room's messages may have arrived already.
      else if (!this.#state.isFolded) this.#after('join', this.#joinDelay(ack), () => this.refresh());
    };
    if (chapterId === null) this.#emit?.('joinStory', storyId, onAck);
    else this.#emit?.('joinChapter', { storyId, chapterId, anyway: this.#anyway }, onAck);
  }

  #joinDelay(ack: Ack): number {
    const isLimited = !ack.success && ack.code === 'TOO_MANY_REQUESTS';
    return isLimited || this.#refusedJoins > joinRetries.count ? pollMs : joinRetries.delayMs;
  }

  /** Until there is a live connection, calls ask for what is new: some networks block such connections. */
  #lose(): void {
    this.#set({ connection: 'lost' });
    const poll = (): void =>
      this.#after('poll', pollMs, () => {
        if (this.#state.connection !== 'lost') return;
        poll();
        if (document.visibilityState === 'visible') this.refresh();
      });
    poll();
  }

  #receive(message: ChatMessage): void {
    const typing = this.#state.typing.filter(({ _id }) => _id !== message.sender);
    this.#merge([message], { typing });
    if (this.#state.status === 'ready' && hasGap(this.#state.messages)) this.refresh();
  }

  async #fetchUntilDone(): Promise<void> {
    this.#isFetching = true;
    while (this.#fetchesAgain && this.#isOpen) {
      this.#fetchesAgain = false;
      try {
        await this.#fetchMissing();
      } catch (error) {
        const failure = messageOf(error, 'Failed to fetch the messages.');
        if (this.#state.status !== 'ready') this.#set({ status: 'failed', failure });
        this.#set({ isReachable: false });
        if (!mayPass(error)) {
          clearTimeout(this.#timers.get('poll'));
          break;
        }
        await nextRetry();
        this.#fetchesAgain = true;
      }
    }
    this.#isFetching = false;
  }

  async #fetchMissing(): Promise<void> {
    const { status, messages } = this.#state;
    const isFirst = status !== 'ready' || messages.length === 0;
    const { data, replaces, room } = await fetchNewer(this.place, isFirst ? [] : messages, this.#anyway);
    const { isClosed, isMuted, mutedUntil, isRefused, isFolded } = room;
    const first = replaces || isFirst ? (data[0]?.number ?? 0) : 0;
    const rights = { isClosed, isMuted, mutedUntil, isRefused, isFolded };
    this.#merge(data, { status: 'ready', isReachable: true, ...rights }, first);
    // Messages that arrived before the first response were not checked for gaps.
    if (isFirst && hasGap(this.#state.messages)) this.#fetchesAgain = true;
    if (this.#isRefused && !isFolded) this.#join();
    if (isFolded && this.#foldedRetries < foldedRetries.count) {
      this.#foldedRetries += 1;
      this.#after('folded', foldedRetries.delayMs, () => this.refresh());
    }
    if (isMuted && mutedUntil !== null) {
      const left = Math.max(1000, Date.parse(mutedUntil) - serverNow() + 1000);
      if (left <= maxTimerMs) this.#after('muted', left, () => this.refresh());
    }
  }

  #showTyping(person: Author): void {
    const others = () => this.#state.typing.filter(({ _id }) => _id !== person._id);
    this.#set({ typing: [...others(), person] });
    this.#after(`typing ${person._id}`, typingMs, () => this.#set({ typing: others() }));
  }

  /** Adds messages, and drops those numbered below `from`, after which some may be missing. */
  #merge(added: readonly ChatMessage[], changes: Partial<RoomState>, from = 0): void {
    const merged = mergeMessages(this.#state.messages, added).filter(({ number }) => number >= from);
    const messages = [...this.#removed].reduce<RoomState['messages']>(
      (list, id) => (added.some(({ _id }) => _id === id) ? removeFrom(list, id) : list),
      merged,
    );
    this.#set({ ...changes, messages });
  }

  #after(name: string, delayMs: number, run: () => void): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(name, setTimeout(run, delayMs));
  }

  #set(changes: Partial<RoomState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#changed.notify();
  }
}
