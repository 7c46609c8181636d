import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { autosaveDelays } from './autosave-timers.ts';
import { type ChapterInput, isSameInput } from './chapter-input.ts';
import { AutosaveFixture, flushPromises } from './draft-autosave.fixture.ts';

const chapter = (content: string): ChapterInput => ({
  title: 'One',
  content,
  authorNotes: '',
  isPublished: false,
});
const offered = (fixture: AutosaveFixture) => fixture.autosave.view().offers.map(({ content }) => content);

async function opened(saved?: ChapterInput): Promise<AutosaveFixture> {
  const fixture = new AutosaveFixture(saved);
  await fixture.autosave.open();
  return fixture;
}

describe('an author types', () => {
  test('the device has the text within half a second, the server after a pause', async () => {
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

  test('without any pause the device still has every half second, and the server now and then', async () => {
    const fixture = await opened();
    for (let second = 0; second < 20; second += 0.25) {
      fixture.type(`word ${second}`);
      await fixture.timers.pass(250);
    }
    expect(fixture.onServer?.content).toBeDefined();
    await fixture.timers.pass(250);
    expect(fixture.stored.get('ann/story/new')?.current?.content).toBe('word 19.75');
  });

  test('a page that is hidden keeps at once', async () => {
    const fixture = await opened();
    fixture.type('Half a sen');
    fixture.autosave.flush(true);
    expect(fixture.stored.get('ann/story/new')?.current?.content).toBe('Half a sen');
    await flushPromises();
    expect(fixture.onServer?.content).toBe('Half a sen');
  });

  test('offline the device keeps, and the server has it once it is back', async () => {
    const fixture = await opened();
    fixture.serverState = 'unavailable';
    fixture.type('On the train');
    await fixture.timers.pass(3000);
    expect(fixture.autosave.view().state).toBe('offline');
    fixture.serverState = 'available';
    await fixture.timers.pass(autosaveDelays.retry[0] ?? 0);
    expect(fixture.autosave.view().state).toBe('server');
  });

  test('a lost session keeps the text on the device, and it is offered after signing in', async () => {
    const fixture = await opened();
    fixture.serverState = 'signed-out';
    fixture.type('Work of an evening');
    await fixture.timers.pass(3000);
    expect(fixture.autosave.view().state).toBe('signed-out');
    fixture.serverState = 'available';
    await fixture.reload();
    expect(offered(fixture)).toEqual(['Work of an evening']);
  });

  test('an author whose device keeps nothing is told while the server does not have it either', async () => {
    const fixture = await opened();
    fixture.deviceWorks = false;
    fixture.type('Full disk');
    await fixture.timers.pass(500);
    expect(fixture.autosave.view().state).toBe('not-stored');
    await fixture.timers.pass(2500);
    expect(fixture.autosave.view().state).toBe('server');
    await fixture.reload();
    expect(offered(fixture)).toEqual(['Full disk']);
  });
});

describe('a page is opened again', () => {
  test('a saved text is not offered', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.type('As saved, and more');
    fixture.type('As saved ');
    await fixture.timers.pass(5000);
    await fixture.reload();
    expect(offered(fixture)).toEqual([]);
  });

  test('who types on before deciding loses neither text', async () => {
    const fixture = await opened();
    fixture.type('The first night');
    await fixture.timers.pass(500);
    await fixture.reload();
    fixture.type('The second');
    await fixture.timers.pass(5000);
    await fixture.reload();
    expect(offered(fixture)).toEqual(['The second', 'The first night']);
  });

  test('restoring swaps what was typed since for the kept text', async () => {
    const fixture = await opened();
    fixture.type('The first night');
    await fixture.timers.pass(500);
    await fixture.reload();
    fixture.type('The second');
    const [offer] = fixture.autosave.view().offers;
    if (!offer) throw new Error('nothing is offered');
    fixture.page = fixture.autosave.restore(offer);
    expect(fixture.page.content).toBe('The first night');
    expect(offered(fixture)).toEqual(['The second']);
  });

  test('what is discarded is not offered again, on this device or by the server', async () => {
    const fixture = await opened();
    fixture.type('Nonsense');
    await fixture.timers.pass(5000);
    await fixture.reload();
    const [offer] = fixture.autosave.view().offers;
    if (!offer) throw new Error('nothing is offered');
    await fixture.autosave.discard(offer);
    expect(fixture.onServer).toBeNull();
    await fixture.reload();
    expect(offered(fixture)).toEqual([]);
  });

  test('after saving nothing is offered, whatever was in flight', async () => {
    const fixture = await opened();
    fixture.type('Done');
    await fixture.timers.pass(2500);
    const text = fixture.page;
    expect(await fixture.autosave.markSaved(text, 1)).toBe(true);
    expect(fixture.autosave.view().state).toBe('clean');
    expect(fixture.onServer).toBeNull();
    await fixture.timers.pass(60_000);
    expect(fixture.onServer).toBeNull();
    expect(fixture.stored.get('ann/story/new')?.current).toBeNull();
  });

  test('what is typed while a save is under way stays kept', async () => {
    const fixture = await opened();
    fixture.type('Saved');
    const text = fixture.page;
    fixture.type('Saved, and more');
    expect(await fixture.autosave.markSaved(text, 1)).toBe(false);
    await fixture.timers.pass(3000);
    await fixture.reload();
    expect(offered(fixture)).toEqual(['Saved, and more']);
  });
});

describe('a page is left for another one of the site', () => {
  test('what was typed until then is on the device and on the server, whenever that was', async () => {
    for (const since of [0, 50, 399, 401, 1200, 2499]) {
      const fixture = await opened(chapter('As saved'));
      fixture.type('As saved, and more');
      await fixture.timers.pass(3000);
      expect(fixture.onServer?.content).toBe('As saved, and more');
      fixture.type('As saved, and more, and the end');
      await fixture.timers.pass(since);
      const pendingWrites = fixture.leave();
      await fixture.timers.pass(60_000);
      expect(fixture.stored.get('ann/story/new')?.current?.content).toBe('As saved, and more, and the end');
      expect(fixture.onServer?.content).toBe('As saved, and more, and the end');
      await fixture.reopen(pendingWrites);
      expect(offered(fixture)).toEqual(['As saved, and more, and the end']);
    }
  });

  test('nothing that was kept is forgotten, also when the saved text stood on the page at last', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.type('A thought');
    await fixture.timers.pass(3000);
    fixture.type('As saved');
    fixture.leave();
    await fixture.timers.pass(60_000);
    expect(fixture.onServer?.content).toBe('A thought');
  });

  test('what is saved meanwhile is not offered, and what was typed since is', async () => {
    for (const [onInput, offers] of [
      ['Saved', []],
      ['Saved, and more', ['Saved, and more']],
    ] as const) {
      const fixture = await opened();
      fixture.type('Saved');
      await fixture.timers.pass(3000);
      const text = fixture.page;
      fixture.type(onInput);
      const pendingWrites = fixture.leave();
      await flushPromises();
      await fixture.autosave.markSaved(text, 1);
      await fixture.timers.pass(10_000);
      expect(fixture.onServer?.content ?? null).toBe(offers[0] ?? null);
      await fixture.reopen(pendingWrites);
      expect(offered(fixture)).toEqual(offers);
    }
  });

  test('who is back before the server has answered is not taken for another device', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.type('Half a');
    await fixture.timers.pass(3000);
    fixture.type('Half a sentence');
    fixture.serverDelay = 2000;
    const pendingWrites = fixture.leave();
    await fixture.timers.pass(10);
    await fixture.reopen(pendingWrites);
    expect(offered(fixture)).toEqual(['Half a sentence']);
    const [offer] = fixture.autosave.view().offers;
    if (!offer) throw new Error('nothing is offered');
    fixture.page = fixture.autosave.restore(offer);
    fixture.type('Half a sentence, whole now');
    await fixture.timers.pass(10_000);
    expect(fixture.autosave.view()).toMatchObject({ state: 'server', conflict: null });
    expect(fixture.onServer?.content).toBe('Half a sentence, whole now');
  });

  test('who types and leaves before the device was read loses neither text', async () => {
    const fixture = await opened();
    fixture.type('The first night');
    await fixture.timers.pass(3000);
    await fixture.reopen(fixture.leave());
    const pendingWrites = fixture.leave();
    fixture.page = fixture.saved;
    fixture.autosave = fixture.newAutosave();
    void fixture.autosave.open(pendingWrites);
    fixture.type('The second');
    await fixture.reopen(fixture.leave());
    expect(offered(fixture)).toEqual(['The second', 'The first night']);
  });

  test('a page that is opened again goes on keeping', async () => {
    const fixture = await opened();
    // As React does in development, to show what does not stand it.
    await fixture.autosave.open(fixture.autosave.close());
    fixture.type('Typed in development');
    await fixture.timers.pass(3000);
    expect(fixture.onServer?.content).toBe('Typed in development');
  });
});

describe('an author takes something back', () => {
  test('what was forgotten by the server since is sent again to it by who types it again and leaves', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.type('A thought');
    await fixture.timers.pass(3000);
    fixture.type('As saved');
    await fixture.timers.pass(3000);
    expect(fixture.onServer, 'nothing is left to be kept').toBeNull();
    fixture.type('A thought');
    fixture.leave();
    await fixture.timers.pass(60_000);
    expect(fixture.onServer?.content).toBe('A thought');
  });

  test('what is taken back without a network is forgotten by the server once it is there again', async () => {
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
    expect(fixture.onServer, 'no other device is offered it').toBeNull();
  });

  test('the server has what stood on the page at last, also when it had that before something else', async () => {
    for (const [what, change] of [
      ['is on its way', (fixture: AutosaveFixture) => (fixture.serverDelay = 1000)],
      ['has come without an answer', (fixture: AutosaveFixture) => (fixture.serverState = 'responses-lost')],
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

  test('who took the other device’s text and goes back to their own has that on the server', async () => {
    const fixture = await opened();
    fixture.type('On the laptop');
    await fixture.timers.pass(3000);
    fixture.saveOnServer(chapter('On the phone'));
    fixture.autosave.onRemoteDraft();
    await flushPromises();
    const theirs = fixture.autosave.resolveConflict('theirs');
    if (theirs === null) throw new Error('there is none');
    fixture.page = theirs;
    fixture.type('On the laptop');
    fixture.page = { ...fixture.page, title: '' };
    fixture.leave();
    await fixture.timers.pass(60_000);
    expect(fixture.onServer?.content).toBe('On the laptop');
  });
});

describe('an author throws away what they typed', () => {
  const nothingIsOffered = async (fixture: AutosaveFixture) => {
    await fixture.timers.pass(60_000);
    expect(fixture.onServer, 'on the server').toBeNull();
    expect(fixture.stored.get('ann/story/new')?.current ?? null, 'on the device').toBeNull();
    await fixture.reopen(fixture.leave());
    expect(offered(fixture)).toEqual([]);
  };

  test('a tab that is closed before the page has changed keeps none of it', async () => {
    for (const sent of [false, true]) {
      const fixture = await opened();
      fixture.type('Not worth keeping');
      await fixture.timers.pass(sent ? 3000 : 500);
      await fixture.autosave.discardAll();
      fixture.autosave.flush(true);
      await nothingIsOffered(fixture);
    }
  });

  test('a tab that is closed while the server is still deleting it keeps none of it', async () => {
    const fixture = await opened();
    fixture.type('Not worth keeping');
    await fixture.timers.pass(3000);
    fixture.serverDelay = 1000;
    const forgotten = fixture.autosave.discardAll();
    fixture.autosave.flush(true);
    await fixture.timers.pass(5000);
    await forgotten;
    await nothingIsOffered(fixture);
  });

  test('what is on its way to the server is deleted once it has arrived', async () => {
    for (const hidden of [false, true]) {
      const fixture = await opened();
      fixture.serverDelay = 1000;
      fixture.type('Not worth');
      await fixture.timers.pass(2600);
      fixture.type('Not worth keeping');
      // Hiding the page sends what stands there beside what is on its way.
      if (hidden) fixture.autosave.flush(true);
      const forgotten = fixture.autosave.discardAll();
      await fixture.timers.pass(10_000);
      await forgotten;
      await nothingIsOffered(fixture);
    }
  });

  test('what the server has taken without an answer is deleted too', async () => {
    const fixture = await opened();
    fixture.serverState = 'responses-lost';
    fixture.type('Not worth keeping');
    await fixture.timers.pass(3000);
    fixture.serverState = 'available';
    await fixture.autosave.discardAll();
    await nothingIsOffered(fixture);
  });

  test('this device does not offer it again when the server could not be reached', async () => {
    const fixture = await opened();
    fixture.serverDelay = 1000;
    fixture.type('Not worth keeping');
    await fixture.timers.pass(2600);
    const forgotten = fixture.autosave.discardAll();
    await fixture.timers.pass(950);
    fixture.serverState = 'unavailable';
    await fixture.timers.pass(10_000);
    await forgotten;
    fixture.serverState = 'available';
    await fixture.reopen(fixture.leave());
    expect(offered(fixture)).toEqual([]);
  });

  test('another device’s draft stays', async () => {
    const fixture = await opened();
    fixture.type('Not worth keeping');
    await fixture.timers.pass(3000);
    const theirs = fixture.saveOnServer(chapter('On the phone'));
    fixture.type('Not worth keeping at all');
    fixture.autosave.flush(true);
    await fixture.autosave.discardAll();
    await fixture.timers.pass(60_000);
    expect(fixture.onServer).toEqual(theirs);
    expect(fixture.autosave.view().conflict).toBeNull();
    await fixture.reopen(fixture.leave());
    expect(offered(fixture)).toEqual(['On the phone']);
  });

  test('what was typed before that and is offered beside it stays', async () => {
    const fixture = await opened();
    fixture.type('The first night');
    await fixture.timers.pass(3000);
    await fixture.reopen(fixture.leave());
    fixture.type('Not worth keeping');
    await fixture.timers.pass(3000);
    await fixture.autosave.discardAll();
    fixture.autosave.flush(true);
    await fixture.timers.pass(60_000);
    await fixture.reopen(fixture.leave());
    expect(offered(fixture)).toEqual(['The first night']);
  });
});

describe('a draft kept on another device', () => {
  test('one that was there before is offered beside the device’s own', async () => {
    const fixture = await opened();
    fixture.type('On the laptop');
    await fixture.timers.pass(500);
    await fixture.timers.pass(3000);
    fixture.saveOnServer(chapter('On the phone'));
    await fixture.reload();
    expect(offered(fixture)).toEqual(['On the phone', 'On the laptop']);
  });

  test('one that comes meanwhile is not written over: the author chooses', async () => {
    const fixture = await opened();
    fixture.type('On the laptop');
    await fixture.timers.pass(3000);
    fixture.saveOnServer(chapter('On the phone'));
    fixture.type('On the laptop, again');
    await fixture.timers.pass(3000);
    expect(fixture.autosave.view()).toMatchObject({
      state: 'conflict',
      conflict: { content: 'On the phone' },
    });
    expect(fixture.onServer?.content).toBe('On the phone');
    await fixture.timers.pass(60_000);
    expect(fixture.onServer?.content).toBe('On the phone');

    expect(fixture.autosave.resolveConflict('mine')).toBeNull();
    await flushPromises();
    expect(fixture.onServer?.content).toBe('On the laptop, again');
  });

  test('one that is heard of is asked for at once by who waits, and changes nothing for who types or is done', async () => {
    const fixture = await opened();
    fixture.type('On the laptop');
    await fixture.timers.pass(3000);
    fixture.saveOnServer(chapter('On the phone'));
    fixture.autosave.onRemoteDraft();
    await flushPromises();
    expect(fixture.autosave.view()).toMatchObject({
      state: 'conflict',
      conflict: { content: 'On the phone' },
    });

    const typing = await opened();
    typing.type('On the laptop');
    typing.autosave.onRemoteDraft();
    await flushPromises();
    expect([typing.autosave.view().state, typing.onServer]).toEqual(['typing', null]);

    const done = await opened();
    const theirs = done.saveOnServer(chapter('On the phone'));
    done.autosave.onRemoteDraft();
    await flushPromises();
    expect(done.autosave.view()).toMatchObject({ state: 'clean', offers: [] });
    expect(done.onServer, 'nobody throws the other one away').toEqual(theirs);
  });

  test('taking the other one puts it on the page', async () => {
    const fixture = await opened();
    fixture.type('On the laptop');
    await fixture.timers.pass(3000);
    fixture.saveOnServer(chapter('On the phone'));
    fixture.type('On the laptop, again');
    await fixture.timers.pass(3000);
    expect(fixture.autosave.resolveConflict('theirs')?.content).toBe('On the phone');
  });

  test('one that comes while this page saves stays where it is', async () => {
    const fixture = await opened();
    fixture.type('On the laptop');
    await fixture.timers.pass(3000);
    const { draftRevision } = fixture.autosave;
    expect(draftRevision).toBe(fixture.onServer?.revision);
    fixture.saveOnServer(chapter('On the phone'));
    await fixture.autosave.markSaved(fixture.page, 1);
    expect(fixture.onServer?.content).toBe('On the phone');
  });

  test('one that nobody has decided about outlasts the saving of another text', async () => {
    const fixture = await opened();
    fixture.saveOnServer(chapter('On the phone'));
    await fixture.reload();
    fixture.type('Begun afresh');
    expect(fixture.autosave.draftRevision).toBeNull();
    await fixture.autosave.markSaved(fixture.page, 1);
    expect(offered(fixture)).toEqual(['On the phone']);
    expect(fixture.onServer?.content).toBe('On the phone');
  });

  test('an own draft whose answer was lost is no other device', async () => {
    const fixture = await opened();
    fixture.serverState = 'responses-lost';
    fixture.type('Sent twice');
    await fixture.timers.pass(3000);
    fixture.serverState = 'available';
    fixture.type('Sent twice, and on');
    await fixture.timers.pass(10_000);
    expect(fixture.autosave.view().state).toBe('server');
    expect(fixture.onServer?.content).toBe('Sent twice, and on');
  });
});

test('a text that was just restored comes before the one that gave way to it', async () => {
  const fixture = await opened(chapter('As it was saved'));
  fixture.type('First');
  await fixture.timers.pass(400);
  await fixture.reload();
  fixture.type('Second');
  const [offer] = fixture.autosave.view().offers;
  if (!offer) throw new Error('Nothing is offered.');
  fixture.page = fixture.autosave.restore(offer);
  fixture.autosave.onInput();
  await fixture.reload();
  expect(fixture.autosave.view().offers.map(({ content }) => content)).toEqual(['First', 'Second']);
});

test('whatever is typed, fails and breaks off, the last kept text is the first one offered again', async () => {
  const text = fc.string({ minLength: 1, maxLength: 8 }).filter((value) => value.trim() !== '');
  const step = fc.oneof(
    { weight: 5, arbitrary: text.map((value) => ({ do: 'type' as const, value })) },
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 4000 }).map((ms) => ({ do: 'wait' as const, ms })) },
    { weight: 1, arbitrary: fc.constant({ do: 'hide' as const }) },
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
    { weight: 1, arbitrary: fc.boolean().map((works) => ({ do: 'device' as const, works })) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const fixture = await opened(chapter('As it was saved'));
      for (const one of steps) {
        // Nobody does two things in one millisecond.
        await fixture.timers.pass(1);
        if (one.do === 'type') fixture.type(one.value);
        else if (one.do === 'wait') await fixture.timers.pass(one.ms);
        else if (one.do === 'hide') fixture.autosave.flush(true);
        else if (one.do === 'reload') await fixture.reload();
        else if (one.do === 'leave') {
          const { page } = fixture;
          const isStored = fixture.deviceWorks && !isSameInput(page, fixture.saved);
          const pendingWrites = fixture.leave();
          await fixture.timers.pass(one.ms);
          // Nothing is left to a wait: a device that keeps at all has the last key too.
          if (isStored) expect(fixture.stored.get('ann/story/new')?.current?.content).toBe(page.content);
          await fixture.reopen(pendingWrites);
        } else if (one.do === 'server') fixture.serverState = one.state;
        else if (one.do === 'device') fixture.deviceWorks = one.works;
        else {
          const [offer] = fixture.autosave.view().offers;
          if (!offer) continue;
          fixture.page = fixture.autosave.restore(offer);
          fixture.autosave.onInput();
        }
        await flushPromises();
      }
      const lastStored = fixture.lastStored;
      fixture.serverState = 'available';
      await fixture.reload();
      const [offer] = fixture.autosave.view().offers;
      if (lastStored === null || isSameInput(lastStored, fixture.saved)) return;
      expect(offer?.content.trim()).toBe(lastStored.content.trim());
    }),
    { numRuns: Number(process.env.HISTORIES ?? 300) },
  );
});
