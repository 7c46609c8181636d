import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChapterInput, emptyChapter, isSameText } from './chapter-input.ts';
import { reduce } from './draft-reducer.ts';
import {
  type DraftEffect,
  type DraftEvent,
  type DraftState,
  initialState,
  isRequesting,
  isWriting,
} from './draft-state.ts';
import { type ServerDraft, type StoredDrafts, withOtherPage } from './draft-store.ts';
import { viewOf } from './draft-view.ts';

type Outcome = 'done' | 'failed' | 'response-lost';
type Running = Extract<DraftEffect, { do: 'write' | 'send' | 'delete' }>;
const saved: ChapterInput = { ...emptyChapter, title: 'One', content: 'As saved' };
const key = 'key';

/** One device and a server. Effects wait in `running` until the test chooses one and its outcome. */
class Editor {
  state: DraftState;
  page = saved;
  now = Date.parse('2026-05-20T12:00:00Z');
  running: Running[] = [];
  onDevice: StoredDrafts | null = null;
  onServer: ServerDraft | null = null;

  constructor() {
    this.state = this.#opened();
  }

  #opened(): DraftState {
    return initialState('laptop', key, { chapter: 'one', text: saved, version: 1 }, this.now);
  }

  event(event: DraftEvent): void {
    this.now += 1;
    const { state, effects } = reduce(this.state, event, { input: this.page, now: this.now });
    this.state = state;
    for (const effect of effects) {
      if (effect.do === 'put') this.page = effect.text;
      else if (effect.do === 'write-sync') this.#store({ ...effect.drafts, known: effect.known });
      else if (effect.do === 'write' || effect.do === 'send' || effect.do === 'delete')
        this.running.push(effect);
    }
  }

  #store(drafts: StoredDrafts): StoredDrafts {
    const written = withOtherPage(drafts, this.onDevice, drafts.known ?? drafts.turn);
    this.onDevice = written;
    return written;
  }

  /** Runs an effect; with `response-lost` it happens, but the page does not learn that. */
  finish(index: number, outcome: Outcome): void {
    const [effect] = this.running.splice(index % Math.max(this.running.length, 1), 1);
    if (effect !== undefined) this.event(this.#result(effect, outcome));
  }

  #result(effect: Running, outcome: Outcome): DraftEvent {
    if (effect.do === 'write') {
      const { drafts, unlessAfter } = effect;
      const failed = outcome === 'failed';
      const turn = this.onDevice?.turn ?? 0;
      // A copy that was written while the page was hidden is replaced by a later write only.
      if (!failed && turn <= (unlessAfter ?? turn) && turn <= drafts.turn) this.onDevice = drafts;
      return { type: 'written', drafts, inDatabase: failed ? null : drafts, failed };
    }
    const isStored = outcome !== 'failed';
    if (effect.do === 'delete') {
      const [draft] = effect.drafts;
      if (isStored && this.onServer !== null && draft !== undefined && this.onServer.turn <= draft.turn)
        this.onServer = null;
      return { type: 'deleted', own: effect.own, done: outcome === 'done' };
    }
    const { chapter, draft, input, baseVersion } = effect;
    if (isStored && (this.onServer?.turn ?? 0) < draft.turn)
      this.onServer = {
        ...input,
        ...draft,
        chapter,
        baseVersion,
        updatedAt: new Date(this.now).toISOString(),
      };
    const result =
      outcome === 'done'
        ? { kind: 'saved' as const, turn: this.onServer?.turn ?? draft.turn }
        : { kind: 'unavailable' as const, retryAfterSeconds: null };
    return { type: 'sent', sent: effect, result };
  }

  /** The page disappears with what it was doing, and is opened again. */
  reopen(): void {
    this.running = [];
    this.page = saved;
    this.state = this.#opened();
    this.event({ type: 'open' });
    this.event({ type: 'read', stored: this.onDevice });
    this.event({ type: 'listed', drafts: this.onServer === null ? [] : [this.onServer] });
  }

  settle(): void {
    while (this.running.length > 0) this.finish(0, 'done');
  }

  type(content: string): void {
    this.page = { ...saved, content };
    this.event({ type: 'input' });
  }

  /** The texts that the author finds. */
  get found(): string[] {
    const offers = this.state.kept.aside.map(({ content }) => content);
    return isSameText(this.page, saved) ? offers : [this.page.content, ...offers];
  }
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ do: 'type' as const }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('finish' as const),
      index: fc.nat(3),
      outcome: fc.constantFrom<Outcome>('done', 'done', 'failed', 'response-lost'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('device' as const, 'pause' as const, 'interval' as const, 'retry' as const)
      .map((timer) => ({ do: 'timer' as const, timer })),
  },
  { weight: 1, arbitrary: fc.boolean().map((leaving) => ({ do: 'flush' as const, leaving })) },
  { weight: 2, arbitrary: fc.constant({ do: 'revert' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'online' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'reopen' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let typed = 0;
function take(editor: Editor, one: Step): void {
  if (one.do === 'type') {
    typed += 1;
    editor.type(`Text ${typed}`);
  } else if (one.do === 'finish') editor.finish(one.index, one.outcome);
  else if (one.do === 'timer') {
    if (editor.state.timers[one.timer]) editor.event({ type: 'timer', timer: one.timer });
  } else if (one.do === 'flush') editor.event({ type: 'flush', leaving: one.leaving });
  else if (one.do === 'revert') editor.type(saved.content);
  else if (one.do === 'online') editor.event({ type: 'retry' });
  else editor.reopen();
}

/** What the page says about where its text is. */
function expectTrueStatus({ state, page, onDevice, onServer }: Editor): void {
  const status = viewOf(state).state;
  const isOnDevice = onDevice?.current != null && isSameText(onDevice.current, page);
  if (status === 'device' || status === 'offline') expect(isOnDevice, status).toBe(true);
  if (status === 'server') expect(onServer?.content, status).toBe(page.content);
  if (status === 'clean') expect(page.content).toBe(saved.content);
}
const steps = fc.array(step, { maxLength: 40 });
const runs = { numRuns: Number(process.env.HISTORIES ?? 1000) };

test('whatever happens, the page says where its text is, and a text that is stored is found again [P01]', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const editor = new Editor();
      editor.reopen();
      for (const one of all) {
        take(editor, one);
        expectTrueStatus(editor);
      }
      const { page } = editor;
      const isStored = ['device', 'server', 'offline'].includes(viewOf(editor.state).state);
      editor.reopen();
      if (isStored) expect(editor.found).toContain(page.content);
    }),
    runs,
  );
});

test('once nothing fails any more, device and server have exactly the text on the page', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const editor = new Editor();
      editor.reopen();
      for (const one of all) take(editor, one);
      for (const timer of ['device', 'pause', 'retry'] as const) {
        editor.settle();
        if (editor.state.timers[timer]) editor.event({ type: 'timer', timer });
      }
      editor.settle();
      expect(isWriting(editor.state) || isRequesting(editor.state)).toBe(false);
      const { page, state } = editor;
      const expected = isSameText(page, saved) ? undefined : page.content;
      if (state.edits === 0) return;
      expect(editor.onServer?.content).toBe(expected);
      if (!state.deviceFailed) expect(editor.onDevice?.current?.content).toBe(expected);
    }),
    runs,
  );
});

test('a discarded text is neither stored nor found again, whatever was in progress', () => {
  fc.assert(
    fc.property(steps, steps, (before, after) => {
      const editor = new Editor();
      editor.reopen();
      for (const one of before) take(editor, one);
      // What an earlier page left behind may be offered, not what was typed on this one.
      const { page } = editor;
      editor.event({ type: 'discardAll' });
      for (const one of after) if (one.do === 'timer' || one.do === 'flush') take(editor, one);
      editor.settle();
      expect(editor.onServer).toBeNull();
      expect(editor.onDevice?.current ?? null).toBeNull();
      editor.reopen();
      if (!isSameText(page, saved)) expect(editor.found).not.toContain(page.content);
    }),
    runs,
  );
});
