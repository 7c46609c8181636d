import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { autosaveDelays } from './autosave-timers.ts';
import { type ChapterInput, isSameInput } from './chapter-input.ts';
import { AutosaveFixture, settle } from './draft-autosave.fixture.ts';

const written = (content: string): ChapterInput => ({
  title: 'One',
  content,
  authorNotes: '',
  isPublished: false,
});
const offered = (world: AutosaveFixture) => world.keeper.view().offers.map(({ content }) => content);

async function opened(saved?: ChapterInput): Promise<AutosaveFixture> {
  const world = new AutosaveFixture(saved);
  await world.keeper.open();
  return world;
}

describe('an author types', () => {
  test('the device has the text within half a second, the server after a pause', async () => {
    const world = await opened();
    world.type('It rained');
    expect(world.keeper.view().state).toBe('typing');
    await world.timers.pass(500);
    expect(world.keeper.view().state).toBe('device');
    expect(world.onServer).toBeNull();
    await world.timers.pass(2500);
    expect(world.keeper.view().state).toBe('server');
    expect(world.onServer?.content).toBe('It rained');
  });

  test('without any pause the device still has every half second, and the server now and then', async () => {
    const world = await opened();
    for (let second = 0; second < 20; second += 0.25) {
      world.type(`word ${second}`);
      await world.timers.pass(250);
    }
    expect(world.onServer?.content).toBeDefined();
    await world.timers.pass(250);
    expect(world.stored.get('ann/story/new')?.current?.content).toBe('word 19.75');
  });

  test('a page that is hidden keeps at once', async () => {
    const world = await opened();
    world.type('Half a sen');
    world.keeper.flush(true);
    expect(world.stored.get('ann/story/new')?.current?.content).toBe('Half a sen');
    await settle();
    expect(world.onServer?.content).toBe('Half a sen');
  });

  test('offline the device keeps, and the server has it once it is back', async () => {
    const world = await opened();
    world.serverMood = 'away';
    world.type('On the train');
    await world.timers.pass(3000);
    expect(world.keeper.view().state).toBe('offline');
    world.serverMood = 'well';
    await world.timers.pass(autosaveDelays.retry[0] ?? 0);
    expect(world.keeper.view().state).toBe('server');
  });

  test('a lost session keeps the text on the device, and it is offered after signing in', async () => {
    const world = await opened();
    world.serverMood = 'signed-out';
    world.type('Work of an evening');
    await world.timers.pass(3000);
    expect(world.keeper.view().state).toBe('signed-out');
    world.serverMood = 'well';
    await world.reload();
    expect(offered(world)).toEqual(['Work of an evening']);
  });

  test('an author whose device keeps nothing is told while the server does not have it either', async () => {
    const world = await opened();
    world.deviceWell = false;
    world.type('Full disk');
    await world.timers.pass(500);
    expect(world.keeper.view().state).toBe('nowhere');
    await world.timers.pass(2500);
    expect(world.keeper.view().state).toBe('server');
    await world.reload();
    expect(offered(world)).toEqual(['Full disk']);
  });
});

describe('a page is opened again', () => {
  test('a saved text is not offered', async () => {
    const world = await opened(written('As saved'));
    world.type('As saved, and more');
    world.type('As saved ');
    await world.timers.pass(5000);
    await world.reload();
    expect(offered(world)).toEqual([]);
  });

  test('who types on before deciding loses neither text', async () => {
    const world = await opened();
    world.type('The first night');
    await world.timers.pass(500);
    await world.reload();
    world.type('The second');
    await world.timers.pass(5000);
    await world.reload();
    expect(offered(world)).toEqual(['The second', 'The first night']);
  });

  test('restoring swaps what was typed since for the kept text', async () => {
    const world = await opened();
    world.type('The first night');
    await world.timers.pass(500);
    await world.reload();
    world.type('The second');
    const [offer] = world.keeper.view().offers;
    if (!offer) throw new Error('nothing is offered');
    world.page = world.keeper.restore(offer);
    expect(world.page.content).toBe('The first night');
    expect(offered(world)).toEqual(['The second']);
  });

  test('what is discarded is not offered again, on this device or by the server', async () => {
    const world = await opened();
    world.type('Nonsense');
    await world.timers.pass(5000);
    await world.reload();
    const [offer] = world.keeper.view().offers;
    if (!offer) throw new Error('nothing is offered');
    await world.keeper.discard(offer);
    expect(world.onServer).toBeNull();
    await world.reload();
    expect(offered(world)).toEqual([]);
  });

  test('after saving nothing is offered, whatever was in flight', async () => {
    const world = await opened();
    world.type('Done');
    await world.timers.pass(2500);
    const text = world.page;
    expect(await world.keeper.markSaved(text, 1)).toBe(true);
    expect(world.keeper.view().state).toBe('clean');
    expect(world.onServer).toBeNull();
    await world.timers.pass(60_000);
    expect(world.onServer).toBeNull();
    expect(world.stored.get('ann/story/new')?.current).toBeNull();
  });

  test('what is typed while a save is under way stays kept', async () => {
    const world = await opened();
    world.type('Saved');
    const text = world.page;
    world.type('Saved, and more');
    expect(await world.keeper.markSaved(text, 1)).toBe(false);
    await world.timers.pass(3000);
    await world.reload();
    expect(offered(world)).toEqual(['Saved, and more']);
  });
});

describe('a page is left for another one of the site', () => {
  test('what was typed until then is on the device and on the server, whenever that was', async () => {
    for (const since of [0, 50, 399, 401, 1200, 2499]) {
      const world = await opened(written('As saved'));
      world.type('As saved, and more');
      await world.timers.pass(3000);
      expect(world.onServer?.content).toBe('As saved, and more');
      world.type('As saved, and more, and the end');
      await world.timers.pass(since);
      const parting = world.leave();
      await world.timers.pass(60_000);
      expect(world.stored.get('ann/story/new')?.current?.content).toBe('As saved, and more, and the end');
      expect(world.onServer?.content).toBe('As saved, and more, and the end');
      await world.comeBack(parting);
      expect(offered(world)).toEqual(['As saved, and more, and the end']);
    }
  });

  test('nothing that was kept is forgotten, also when the saved text stood on the page at last', async () => {
    const world = await opened(written('As saved'));
    world.type('A thought');
    await world.timers.pass(3000);
    world.type('As saved');
    world.leave();
    await world.timers.pass(60_000);
    expect(world.onServer?.content).toBe('A thought');
  });

  test('what is saved meanwhile is not offered, and what was typed since is', async () => {
    for (const [typed, offers] of [
      ['Saved', []],
      ['Saved, and more', ['Saved, and more']],
    ] as const) {
      const world = await opened();
      world.type('Saved');
      await world.timers.pass(3000);
      const text = world.page;
      world.type(typed);
      const parting = world.leave();
      await settle();
      await world.keeper.markSaved(text, 1);
      await world.timers.pass(10_000);
      expect(world.onServer?.content ?? null).toBe(offers[0] ?? null);
      await world.comeBack(parting);
      expect(offered(world)).toEqual(offers);
    }
  });

  test('who is back before the server has answered is not taken for another device', async () => {
    const world = await opened(written('As saved'));
    world.type('Half a');
    await world.timers.pass(3000);
    world.type('Half a sentence');
    world.serverTakes = 2000;
    const parting = world.leave();
    await world.timers.pass(10);
    await world.comeBack(parting);
    expect(offered(world)).toEqual(['Half a sentence']);
    const [offer] = world.keeper.view().offers;
    if (!offer) throw new Error('nothing is offered');
    world.page = world.keeper.restore(offer);
    world.type('Half a sentence, whole now');
    await world.timers.pass(10_000);
    expect(world.keeper.view()).toMatchObject({ state: 'server', clash: null });
    expect(world.onServer?.content).toBe('Half a sentence, whole now');
  });

  test('who types and leaves before the device was read loses neither text', async () => {
    const world = await opened();
    world.type('The first night');
    await world.timers.pass(3000);
    await world.comeBack(world.leave());
    const parting = world.leave();
    world.page = world.saved;
    world.keeper = world.newKeeper();
    void world.keeper.open(parting);
    world.type('The second');
    await world.comeBack(world.leave());
    expect(offered(world)).toEqual(['The second', 'The first night']);
  });

  test('a page that is opened again goes on keeping', async () => {
    const world = await opened();
    // As React does in development, to show what does not stand it.
    await world.keeper.open(world.keeper.close());
    world.type('Typed in development');
    await world.timers.pass(3000);
    expect(world.onServer?.content).toBe('Typed in development');
  });
});

describe('an author takes something back', () => {
  test('what was forgotten by the server since is sent again to it by who types it again and leaves', async () => {
    const world = await opened(written('As saved'));
    world.type('A thought');
    await world.timers.pass(3000);
    world.type('As saved');
    await world.timers.pass(3000);
    expect(world.onServer, 'nothing is left to be kept').toBeNull();
    world.type('A thought');
    world.leave();
    await world.timers.pass(60_000);
    expect(world.onServer?.content).toBe('A thought');
  });

  test('what is taken back without a network is forgotten by the server once it is there again', async () => {
    const world = await opened(written('As saved'));
    world.type('A thought');
    await world.timers.pass(3000);
    world.serverMood = 'away';
    world.type('As saved');
    await world.timers.pass(60_000);
    expect(world.keeper.view().state).toBe('clean');
    expect(world.onServer?.content).toBe('A thought');
    world.serverMood = 'well';
    await world.timers.pass(60_000);
    expect(world.onServer, 'no other device is offered it').toBeNull();
  });

  test('the server has what stood on the page at last, also when it had that before something else', async () => {
    for (const [what, meanwhile] of [
      ['is on its way', (world: AutosaveFixture) => (world.serverTakes = 1000)],
      ['has come without an answer', (world: AutosaveFixture) => (world.serverMood = 'answers-lost')],
    ] as const) {
      const world = await opened(written('As saved'));
      world.type('A thought');
      await world.timers.pass(3000);
      meanwhile(world);
      world.type('A worse one');
      await world.timers.pass(2600);
      world.serverMood = 'well';
      world.type('A thought');
      world.leave();
      await world.timers.pass(60_000);
      expect(world.onServer?.content, what).toBe('A thought');
    }
  });

  test('who took the other device’s text and goes back to their own has that on the server', async () => {
    const world = await opened();
    world.type('On the laptop');
    await world.timers.pass(3000);
    world.keepAsServer(written('On the phone'));
    world.keeper.keptElsewhere();
    await settle();
    const theirs = world.keeper.settle('theirs');
    if (theirs === null) throw new Error('there is none');
    world.page = theirs;
    world.type('On the laptop');
    world.page = { ...world.page, title: '' };
    world.leave();
    await world.timers.pass(60_000);
    expect(world.onServer?.content).toBe('On the laptop');
  });
});

describe('an author throws away what they typed', () => {
  const nothingIsOffered = async (world: AutosaveFixture) => {
    await world.timers.pass(60_000);
    expect(world.onServer, 'on the server').toBeNull();
    expect(world.stored.get('ann/story/new')?.current ?? null, 'on the device').toBeNull();
    await world.comeBack(world.leave());
    expect(offered(world)).toEqual([]);
  };

  test('a tab that is closed before the page has changed keeps none of it', async () => {
    for (const sent of [false, true]) {
      const world = await opened();
      world.type('Not worth keeping');
      await world.timers.pass(sent ? 3000 : 500);
      await world.keeper.forget();
      world.keeper.flush(true);
      await nothingIsOffered(world);
    }
  });

  test('a tab that is closed while the server is still deleting it keeps none of it', async () => {
    const world = await opened();
    world.type('Not worth keeping');
    await world.timers.pass(3000);
    world.serverTakes = 1000;
    const forgotten = world.keeper.forget();
    world.keeper.flush(true);
    await world.timers.pass(5000);
    await forgotten;
    await nothingIsOffered(world);
  });

  test('what is on its way to the server is deleted once it has arrived', async () => {
    for (const hidden of [false, true]) {
      const world = await opened();
      world.serverTakes = 1000;
      world.type('Not worth');
      await world.timers.pass(2600);
      world.type('Not worth keeping');
      // Hiding the page sends what stands there beside what is on its way.
      if (hidden) world.keeper.flush(true);
      const forgotten = world.keeper.forget();
      await world.timers.pass(10_000);
      await forgotten;
      await nothingIsOffered(world);
    }
  });

  test('what the server has taken without an answer is deleted too', async () => {
    const world = await opened();
    world.serverMood = 'answers-lost';
    world.type('Not worth keeping');
    await world.timers.pass(3000);
    world.serverMood = 'well';
    await world.keeper.forget();
    await nothingIsOffered(world);
  });

  test('this device does not offer it again when the server could not be reached', async () => {
    const world = await opened();
    world.serverTakes = 1000;
    world.type('Not worth keeping');
    await world.timers.pass(2600);
    const forgotten = world.keeper.forget();
    await world.timers.pass(950);
    world.serverMood = 'away';
    await world.timers.pass(10_000);
    await forgotten;
    world.serverMood = 'well';
    await world.comeBack(world.leave());
    expect(offered(world)).toEqual([]);
  });

  test('another device’s draft stays', async () => {
    const world = await opened();
    world.type('Not worth keeping');
    await world.timers.pass(3000);
    const theirs = world.keepAsServer(written('On the phone'));
    world.type('Not worth keeping at all');
    world.keeper.flush(true);
    await world.keeper.forget();
    await world.timers.pass(60_000);
    expect(world.onServer).toEqual(theirs);
    expect(world.keeper.view().clash).toBeNull();
    await world.comeBack(world.leave());
    expect(offered(world)).toEqual(['On the phone']);
  });

  test('what was typed before that and is offered beside it stays', async () => {
    const world = await opened();
    world.type('The first night');
    await world.timers.pass(3000);
    await world.comeBack(world.leave());
    world.type('Not worth keeping');
    await world.timers.pass(3000);
    await world.keeper.forget();
    world.keeper.flush(true);
    await world.timers.pass(60_000);
    await world.comeBack(world.leave());
    expect(offered(world)).toEqual(['The first night']);
  });
});

describe('a draft kept on another device', () => {
  test('one that was there before is offered beside the device’s own', async () => {
    const world = await opened();
    world.type('On the laptop');
    await world.timers.pass(500);
    await world.timers.pass(3000);
    world.keepAsServer(written('On the phone'));
    await world.reload();
    expect(offered(world)).toEqual(['On the phone', 'On the laptop']);
  });

  test('one that comes meanwhile is not written over: the author chooses', async () => {
    const world = await opened();
    world.type('On the laptop');
    await world.timers.pass(3000);
    world.keepAsServer(written('On the phone'));
    world.type('On the laptop, again');
    await world.timers.pass(3000);
    expect(world.keeper.view()).toMatchObject({ state: 'clash', clash: { content: 'On the phone' } });
    expect(world.onServer?.content).toBe('On the phone');
    await world.timers.pass(60_000);
    expect(world.onServer?.content).toBe('On the phone');

    expect(world.keeper.settle('mine')).toBeNull();
    await settle();
    expect(world.onServer?.content).toBe('On the laptop, again');
  });

  test('one that is heard of is asked for at once by who waits, and changes nothing for who types or is done', async () => {
    const world = await opened();
    world.type('On the laptop');
    await world.timers.pass(3000);
    world.keepAsServer(written('On the phone'));
    world.keeper.keptElsewhere();
    await settle();
    expect(world.keeper.view()).toMatchObject({ state: 'clash', clash: { content: 'On the phone' } });

    const typing = await opened();
    typing.type('On the laptop');
    typing.keeper.keptElsewhere();
    await settle();
    expect([typing.keeper.view().state, typing.onServer]).toEqual(['typing', null]);

    const done = await opened();
    const theirs = done.keepAsServer(written('On the phone'));
    done.keeper.keptElsewhere();
    await settle();
    expect(done.keeper.view()).toMatchObject({ state: 'clean', offers: [] });
    expect(done.onServer, 'nobody throws the other one away').toEqual(theirs);
  });

  test('taking the other one puts it on the page', async () => {
    const world = await opened();
    world.type('On the laptop');
    await world.timers.pass(3000);
    world.keepAsServer(written('On the phone'));
    world.type('On the laptop, again');
    await world.timers.pass(3000);
    expect(world.keeper.settle('theirs')?.content).toBe('On the phone');
  });

  test('one that comes while this page saves stays where it is', async () => {
    const world = await opened();
    world.type('On the laptop');
    await world.timers.pass(3000);
    const { draftRevision } = world.keeper;
    expect(draftRevision).toBe(world.onServer?.revision);
    world.keepAsServer(written('On the phone'));
    await world.keeper.markSaved(world.page, 1);
    expect(world.onServer?.content).toBe('On the phone');
  });

  test('one that nobody has decided about outlasts the saving of another text', async () => {
    const world = await opened();
    world.keepAsServer(written('On the phone'));
    await world.reload();
    world.type('Begun afresh');
    expect(world.keeper.draftRevision).toBeNull();
    await world.keeper.markSaved(world.page, 1);
    expect(offered(world)).toEqual(['On the phone']);
    expect(world.onServer?.content).toBe('On the phone');
  });

  test('an own draft whose answer was lost is no other device', async () => {
    const world = await opened();
    world.serverMood = 'answers-lost';
    world.type('Sent twice');
    await world.timers.pass(3000);
    world.serverMood = 'well';
    world.type('Sent twice, and on');
    await world.timers.pass(10_000);
    expect(world.keeper.view().state).toBe('server');
    expect(world.onServer?.content).toBe('Sent twice, and on');
  });
});

test('a text that was just restored comes before the one that gave way to it', async () => {
  const world = await opened(written('As it was saved'));
  world.type('First');
  await world.timers.pass(400);
  await world.reload();
  world.type('Second');
  const [offer] = world.keeper.view().offers;
  if (!offer) throw new Error('Nothing is offered.');
  world.page = world.keeper.restore(offer);
  world.keeper.typed();
  await world.reload();
  expect(world.keeper.view().offers.map(({ content }) => content)).toEqual(['First', 'Second']);
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
        .constantFrom('well' as const, 'away' as const, 'signed-out' as const, 'answers-lost' as const)
        .map((mood) => ({ do: 'server' as const, mood })),
    },
    { weight: 1, arbitrary: fc.boolean().map((well) => ({ do: 'device' as const, well })) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const world = await opened(written('As it was saved'));
      for (const one of steps) {
        // Nobody does two things in one millisecond.
        await world.timers.pass(1);
        if (one.do === 'type') world.type(one.value);
        else if (one.do === 'wait') await world.timers.pass(one.ms);
        else if (one.do === 'hide') world.keeper.flush(true);
        else if (one.do === 'reload') await world.reload();
        else if (one.do === 'leave') {
          const { page } = world;
          const keeps = world.deviceWell && !isSameInput(page, world.saved);
          const parting = world.leave();
          await world.timers.pass(one.ms);
          // Nothing is left to a wait: a device that keeps at all has the last key too.
          if (keeps) expect(world.stored.get('ann/story/new')?.current?.content).toBe(page.content);
          await world.comeBack(parting);
        } else if (one.do === 'server') world.serverMood = one.mood;
        else if (one.do === 'device') world.deviceWell = one.well;
        else {
          const [offer] = world.keeper.view().offers;
          if (!offer) continue;
          world.page = world.keeper.restore(offer);
          world.keeper.typed();
        }
        await settle();
      }
      const kept = world.lastKept;
      world.serverMood = 'well';
      await world.reload();
      const [offer] = world.keeper.view().offers;
      if (kept === null || isSameInput(kept, world.saved)) return;
      expect(offer?.content.trim()).toBe(kept.content.trim());
    }),
    { numRuns: Number(process.env.HISTORIES ?? 300) },
  );
});
