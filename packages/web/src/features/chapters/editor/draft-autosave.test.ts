import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { autosaveDelays } from './autosave-timers.ts';
import { type ChapterInput, isSameText } from './chapter-input.ts';
import { AutosaveFixture, flushPromises } from './draft-autosave.fixture.ts';

const chapter = (content: string): ChapterInput => ({
  title: 'One',
  content,
  authorNotes: '',
  endNotes: '',
  isPublished: false,
});

async function opened(saved?: ChapterInput): Promise<AutosaveFixture> {
  const fixture = new AutosaveFixture(saved);
  await fixture.autosave.open();
  return fixture;
}

describe('an author types', () => {
  test('the device stores the text within half a second, the server after a pause [P01]', async () => {
    const fixture = await opened();
    fixture.type('It rained');
    expect(fixture.autosave.view().state).toBe('typing');
    await fixture.timers.pass(500);
    expect(fixture.autosave.view().state).toBe('device');
    expect(fixture.onServer).toBeNull();
    await fixture.timers.pass(2500);
    expect(fixture.autosave.view().state).toBe('server');
    expect(fixture.onServer?.content).toBe('It rained');
  });

  test('without a pause, the device still stores every half second and the server regularly', async () => {
    const fixture = await opened();
    for (let second = 0; second < 20; second += 0.25) {
      fixture.type(`word ${second}`);
      await fixture.timers.pass(250);
    }
    expect(fixture.onServer?.content).toBeDefined();
    await fixture.timers.pass(250);
    expect(fixture.onDevice()?.current?.content).toBe('word 19.75');
  });

  test('hiding the page saves immediately', async () => {
    const fixture = await opened();
    fixture.type('Half a sen');
    fixture.autosave.flush(true);
    expect(fixture.onDevice()?.current?.content).toBe('Half a sen');
    await flushPromises();
    expect(fixture.onServer?.content).toBe('Half a sen');
  });

  test('an offline draft is stored on the device and sent once the server is back [P01]', async () => {
    const fixture = await opened();
    fixture.serverState = 'unavailable';
    fixture.type('On the train');
    await fixture.timers.pass(3000);
    expect(fixture.autosave.view().state).toBe('offline');
    fixture.serverState = 'available';
    await fixture.timers.pass(autosaveDelays.retry[0] ?? 0);
    expect(fixture.autosave.view().state).toBe('server');
  });

  test('after the session ends, the text stays on the device and continues after signing in [P01]', async () => {
    const fixture = await opened();
    fixture.serverState = 'signed-out';
    fixture.type('Work of an evening');
    await fixture.timers.pass(3000);
    expect(fixture.autosave.view().state).toBe('signed-out');
    fixture.serverState = 'available';
    await fixture.reload();
    expect(fixture.texts).toEqual(['Work of an evening']);
  });

  test('the author is warned while neither the device nor the server has stored the text', async () => {
    const fixture = await opened();
    fixture.deviceWorks = false;
    fixture.type('Full disk');
    await fixture.timers.pass(500);
    expect(fixture.autosave.view().state).toBe('not-stored');
    await fixture.timers.pass(2500);
    expect(fixture.autosave.view().state).toBe('server');
    await fixture.reload();
    expect(fixture.texts).toEqual(['Full disk']);
  });
});

describe('a page is opened again', () => {
  test('a saved text is neither continued nor offered', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.type('As saved, and more');
    fixture.type('As saved ');
    await fixture.timers.pass(5000);
    await fixture.reload();
    expect(fixture.texts).toEqual([]);
  });

  test('the device’s own draft continues, with the time of the last key', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.type('As saved, and more');
    const typedAt = new Date(fixture.timers.now()).toISOString();
    await fixture.timers.pass(5000);
    await fixture.reload();
    expect(fixture.page.content).toBe('As saved, and more');
    expect(fixture.autosave.view()).toMatchObject({ state: 'server', offers: [], continued: typedAt });
    // Opening it changes neither its time nor the server's draft.
    await fixture.timers.pass(60_000);
    await fixture.reload();
    expect(fixture.autosave.view().continued).toBe(typedAt);
  });

  test('a draft that only the server has is stored on the device as well', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.deviceWorks = false;
    fixture.type('Full disk');
    await fixture.timers.pass(3000);
    fixture.deviceWorks = true;
    await fixture.reload();
    fixture.serverState = 'unavailable';
    await fixture.reload();
    expect(fixture.texts).toEqual(['Full disk']);
  });

  test('a draft of an earlier version is offered, not continued', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.type('As saved, and more');
    await fixture.timers.pass(5000);
    fixture.savedVersion = 2;
    await fixture.reload();
    expect(fixture.page.content).toBe('As saved');
    expect(fixture.autosave.view()).toMatchObject({ continued: null, offers: [{ baseVersion: null }] });
  });

  test('discarding the continued draft brings the saved text back and deletes the draft', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.type('Nonsense');
    await fixture.timers.pass(5000);
    await fixture.reload();
    fixture.autosave.discardContinued();
    expect(fixture.page.content).toBe('As saved');
    await fixture.timers.pass(5000);
    expect([fixture.onServer, fixture.autosave.view().continued]).toEqual([null, null]);
    await fixture.reload();
    expect(fixture.texts).toEqual([]);
  });

  test('restoring an offer replaces the typed text, which is offered instead', async () => {
    const fixture = await opened();
    fixture.saveOnPhone(chapter('The first night'));
    await fixture.reload();
    fixture.type('The second');
    const [offer] = fixture.autosave.view().offers;
    if (!offer) throw new Error('Nothing is offered.');
    fixture.page = fixture.autosave.restore(offer);
    expect(fixture.texts).toEqual(['The first night', 'The second']);
    await fixture.timers.pass(5000);
    await fixture.reload();
    expect(fixture.texts).toEqual(['The first night', 'The second']);
  });

  test('a discarded offer is not offered again by the device or the server', async () => {
    const fixture = await opened();
    fixture.saveOnPhone(chapter('Nonsense'));
    await fixture.reload();
    const [offer] = fixture.autosave.view().offers;
    if (!offer) throw new Error('Nothing is offered.');
    await fixture.autosave.discard(offer);
    expect(fixture.ofPhone).toBeNull();
    await fixture.reload();
    expect(fixture.texts).toEqual([]);
  });

  test('after saving, nothing is left, even if a request was in progress', async () => {
    const fixture = await opened();
    fixture.type('Done');
    await fixture.timers.pass(2500);
    const text = fixture.page;
    expect(await fixture.autosave.markSaved(text, 1)).toBe(true);
    expect(fixture.autosave.view().state).toBe('clean');
    expect(fixture.onServer).toBeNull();
    await fixture.timers.pass(60_000);
    expect(fixture.onServer).toBeNull();
    expect(fixture.onDevice()?.current).toBeNull();
  });

  test('input during a save is stored as a draft', async () => {
    const fixture = await opened();
    fixture.type('Saved');
    const text = fixture.page;
    fixture.type('Saved, and more');
    expect(await fixture.autosave.markSaved(text, 1)).toBe(false);
    await fixture.timers.pass(3000);
    await fixture.reload();
    expect(fixture.texts).toEqual(['Saved, and more']);
  });
});

describe('the author goes to another page of the site', () => {
  test('the last input is stored on the device and the server, at any delay after typing', async () => {
    for (const since of [0, 50, 399, 401, 1200, 2499]) {
      const fixture = await opened(chapter('As saved'));
      fixture.type('As saved, and more');
      await fixture.timers.pass(3000);
      expect(fixture.onServer?.content).toBe('As saved, and more');
      fixture.type('As saved, and more, and the end');
      await fixture.timers.pass(since);
      fixture.leave();
      await fixture.timers.pass(60_000);
      expect(fixture.onDevice()?.current?.content).toBe('As saved, and more, and the end');
      expect(fixture.onServer?.content).toBe('As saved, and more, and the end');
      await fixture.reopen();
      expect(fixture.texts).toEqual(['As saved, and more, and the end']);
    }
  });

  test('a stored draft is not deleted, even if the page shows the saved text at the end', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.type('A thought');
    await fixture.timers.pass(3000);
    fixture.type('As saved');
    fixture.leave();
    await fixture.timers.pass(60_000);
    expect(fixture.onServer?.content).toBe('A thought');
  });

  test('a text that is saved while leaving is not offered, but later input is', async () => {
    for (const [onInput, offers] of [
      ['Saved', []],
      ['Saved, and more', ['Saved, and more']],
    ] as const) {
      const fixture = await opened();
      fixture.type('Saved');
      await fixture.timers.pass(3000);
      const text = fixture.page;
      fixture.type(onInput);
      fixture.leave();
      await flushPromises();
      await fixture.autosave.markSaved(text, 1);
      await fixture.timers.pass(10_000);
      expect(fixture.onServer?.content ?? null).toBe(offers[0] ?? null);
      await fixture.reopen();
      expect(fixture.texts).toEqual(offers);
    }
  });

  test('returning before the server has responded continues the last text', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.type('Half a');
    await fixture.timers.pass(3000);
    fixture.type('Half a sentence');
    fixture.serverDelay = 2000;
    fixture.leave();
    await fixture.timers.pass(10);
    await fixture.reopen();
    expect(fixture.texts).toEqual(['Half a sentence']);
    fixture.type('Half a sentence, whole now');
    await fixture.timers.pass(10_000);
    expect(fixture.autosave.view().state).toBe('server');
    expect(fixture.onServer?.content).toBe('Half a sentence, whole now');
  });

  test('typing and leaving before the local drafts are read loses neither text', async () => {
    const fixture = await opened();
    fixture.type('The first night');
    await fixture.timers.pass(3000);
    fixture.leave();
    fixture.page = fixture.saved;
    fixture.autosave = fixture.newAutosave();
    void fixture.autosave.open();
    fixture.type('The second');
    fixture.leave();
    await fixture.reopen();
    expect(fixture.texts).toEqual(['The second', 'The first night']);
  });

  test('returning with a full disk and an earlier request in progress continues the last text', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.serverDelay = 200;
    fixture.type('Half a');
    await fixture.timers.pass(2600);
    fixture.deviceWorks = false;
    fixture.type('Half a sentence');
    fixture.leave();
    await fixture.reopen();
    await fixture.timers.pass(3000);
    expect(fixture.texts[0]).toBe('Half a sentence');
  });

  test('a text undone while it is being sent does not stay on the server', async () => {
    const fixture = new AutosaveFixture(chapter('As saved'));
    fixture.savedVersion = 1;
    await fixture.reload();
    fixture.type('A thought');
    fixture.serverDelay = 300;
    fixture.autosave.flush(true);
    fixture.type('As saved');
    fixture.leave();
    await fixture.reopen();
    expect(fixture.onServer, 'no other device offers it').toBeNull();
  });

  test('autosave continues after close and open on the same page', async () => {
    const fixture = await opened();
    // React's strict mode does this in development.
    void fixture.autosave.close();
    await fixture.autosave.open();
    fixture.type('Typed in development');
    await fixture.timers.pass(3000);
    expect(fixture.onServer?.content).toBe('Typed in development');
  });
});

describe('an author undoes a change', () => {
  test('a text that the server has deleted is sent again when it is typed again', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.type('A thought');
    await fixture.timers.pass(3000);
    fixture.type('As saved');
    await fixture.timers.pass(3000);
    expect(fixture.onServer, 'the page has no unsaved text').toBeNull();
    fixture.type('A thought');
    fixture.leave();
    await fixture.timers.pass(60_000);
    expect(fixture.onServer?.content).toBe('A thought');
  });

  test('a draft that is undone offline is deleted from the server once it is back', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.type('A thought');
    await fixture.timers.pass(3000);
    fixture.serverState = 'unavailable';
    fixture.type('As saved');
    await fixture.timers.pass(60_000);
    expect(fixture.autosave.view().state).toBe('clean');
    expect(fixture.onServer?.content).toBe('A thought');
    fixture.serverState = 'available';
    await fixture.timers.pass(60_000);
    expect(fixture.onServer, 'no other device offers it').toBeNull();
  });

  test('the server ends up with the last text, even if it had the same text before', async () => {
    for (const [what, change] of [
      ['is on its way', (fixture: AutosaveFixture) => (fixture.serverDelay = 1000)],
      [
        'was stored without a response',
        (fixture: AutosaveFixture) => (fixture.serverState = 'responses-lost'),
      ],
    ] as const) {
      const fixture = await opened(chapter('As saved'));
      fixture.type('A thought');
      await fixture.timers.pass(3000);
      change(fixture);
      fixture.type('A worse one');
      await fixture.timers.pass(2600);
      fixture.serverState = 'available';
      fixture.type('A thought');
      fixture.leave();
      await fixture.timers.pass(60_000);
      expect(fixture.onServer?.content, what).toBe('A thought');
    }
  });
});

const text = fc.string({ minLength: 1, maxLength: 8 }).filter((value) => value.trim() !== '');
const step = fc.oneof(
  { weight: 5, arbitrary: text.map((value) => ({ do: 'type' as const, value })) },
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 4000 }).map((ms) => ({ do: 'wait' as const, ms })) },
  { weight: 1, arbitrary: fc.constantFrom('hide' as const, 'online' as const).map((what) => ({ do: what })) },
  { weight: 1, arbitrary: fc.constant({ do: 'revert' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'reload' as const }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 4000 }).map((ms) => ({ do: 'leave' as const, ms })) },
  { weight: 1, arbitrary: fc.constant({ do: 'restore' as const }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        'available' as const,
        'unavailable' as const,
        'signed-out' as const,
        'responses-lost' as const,
      )
      .map((state) => ({ do: 'server' as const, state })),
  },
  { weight: 1, arbitrary: fc.integer({ max: 3000, min: 0 }).map((ms) => ({ do: 'delay' as const, ms })) },
  { weight: 1, arbitrary: fc.boolean().map((works) => ({ do: 'device' as const, works })) },
  { weight: 1, arbitrary: text.map((value) => ({ do: 'phone' as const, value })) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(fixture: AutosaveFixture, one: Step): Promise<void> {
  // No two steps happen in the same millisecond.
  await fixture.timers.pass(1);
  if (one.do === 'type') fixture.type(one.value);
  else if (one.do === 'revert') fixture.type(fixture.saved.content);
  else if (one.do === 'wait') await fixture.timers.pass(one.ms);
  else if (one.do === 'hide') fixture.autosave.flush(true);
  else if (one.do === 'online') fixture.autosave.retry();
  else if (one.do === 'reload') await fixture.reload();
  else if (one.do === 'leave') {
    const { page } = fixture;
    const isStored = fixture.deviceWorks && !isSameText(page, fixture.saved);
    fixture.leave();
    await fixture.timers.pass(one.ms);
    // Leaving stores the last input without waiting for a timer.
    if (isStored) expect(fixture.onDevice()?.current?.content).toBe(page.content);
    await fixture.reopen();
  } else if (one.do === 'phone') fixture.saveOnPhone(chapter(one.value));
  else if (one.do === 'server') fixture.serverState = one.state;
  else if (one.do === 'delay') fixture.serverDelay = one.ms;
  else if (one.do === 'device') fixture.deviceWorks = one.works;
  else {
    const [offer] = fixture.autosave.view().offers;
    if (!offer) return;
    fixture.page = fixture.autosave.restore(offer);
    fixture.autosave.onInput();
  }
  await flushPromises();
}

/** What the page says about where its text is. */
function expectTrueStatus(fixture: AutosaveFixture): void {
  const { state } = fixture.autosave.view();
  const stored = fixture.onDevice()?.current;
  if (state === 'device' || state === 'offline' || state === 'signed-out')
    expect(stored && isSameText(stored, fixture.page), state).toBe(true);
  if (state === 'server') expect(fixture.onServer?.content, state).toBe(fixture.page.content);
  if (state === 'clean') expect(isSameText(fixture.page, fixture.saved)).toBe(true);
}

const histories = { numRuns: Number(process.env.HISTORIES ?? 300) };
const begun = async (): Promise<AutosaveFixture> => {
  const fixture = new AutosaveFixture(chapter('As it was saved'));
  fixture.savedVersion = 1;
  await fixture.reload();
  return fixture;
};

test('after any sequence of input and failures, the last stored text is on the page or offered first, and the page says where it is [P01]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const fixture = await opened(chapter('As it was saved'));
      for (const one of steps) {
        // Which text was stored last is clear as long as none is taken back.
        if (one.do !== 'revert') await take(fixture, one);
        expectTrueStatus(fixture);
      }
      const onPhone = steps.findLast((one) => one.do === 'phone')?.value ?? null;
      expect(fixture.ofPhone?.content ?? null, 'no other device is overwritten').toBe(onPhone);
      const { lastStored } = fixture;
      Object.assign(fixture, { serverState: 'available', serverDelay: 0 });
      await fixture.reload();
      if (lastStored === null || isSameText(lastStored, fixture.saved)) return;
      // What was typed just before may still be stored while the page is left.
      const stored = [lastStored, fixture.lastStored].map((text) => text?.content.trim());
      expect(stored).toContain(fixture.texts[0]?.trim());
    }),
    histories,
  );
});

test('once nothing fails any more, device and server have exactly the text on the page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const fixture = await begun();
      for (const one of steps) await take(fixture, one);
      Object.assign(fixture, { serverState: 'available', serverDelay: 0, deviceWorks: true });
      fixture.autosave.retry();
      await fixture.timers.pass(60_000);
      const isDirty = !isSameText(fixture.page, fixture.saved);
      const isAside = fixture.autosave
        .view()
        .offers.some(({ drafts }) => drafts.some(({ device }) => device === fixture.onServer?.device));
      if (isDirty) expect(fixture.onServer?.content).toBe(fixture.page.content);
      else if (!isAside) expect(fixture.onServer).toBeNull();
      if (!fixture.autosave.isEdited()) return;
      fixture.type(`${fixture.page.content} and on`);
      await fixture.timers.pass(60_000);
      expect(fixture.onDevice()?.current?.content).toBe(fixture.page.content);
      expect(fixture.onServer?.content).toBe(fixture.page.content);
    }),
    histories,
  );
});

test('a discarded text is neither stored nor found again, whatever was in progress', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.boolean(), async (steps, hides) => {
      const fixture = await begun();
      for (const one of steps) await take(fixture, one);
      fixture.deviceWorks = true;
      const { page } = fixture;
      const offered = fixture.autosave.view().offers.map(({ content }) => content);
      void fixture.autosave.discardAll();
      if (hides) fixture.autosave.flush(true);
      await fixture.timers.pass(20_000);
      Object.assign(fixture, { serverState: 'available', serverDelay: 0 });
      fixture.leave();
      await fixture.reopen();
      // What an earlier page or another device left behind may be offered, not what was typed on this page.
      if (!isSameText(page, fixture.saved) && ![...offered, fixture.ofPhone?.content].includes(page.content))
        expect(fixture.texts).not.toContain(page.content);
    }),
    histories,
  );
});
