import { describe, expect, test } from 'vitest';
import type { ChapterInput } from './chapter-input.ts';
import { AutosaveFixture } from './draft-autosave.fixture.ts';

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

describe('an author discards what they typed', () => {
  const expectNothingStored = async (fixture: AutosaveFixture) => {
    await fixture.timers.pass(60_000);
    expect(fixture.onServer, 'on the server').toBeNull();
    expect(fixture.onDevice()?.current ?? null, 'on the device').toBeNull();
    fixture.leave();
    await fixture.reopen();
    expect(fixture.texts).toEqual([]);
  };

  test('closing the tab right after that stores nothing', async () => {
    for (const sent of [false, true]) {
      const fixture = await opened();
      fixture.type('Not worth keeping');
      await fixture.timers.pass(sent ? 3000 : 500);
      await fixture.autosave.discardAll();
      fixture.autosave.flush(true);
      await expectNothingStored(fixture);
    }
  });

  test('closing the tab while the server is deleting the draft stores nothing', async () => {
    const fixture = await opened();
    fixture.type('Not worth keeping');
    await fixture.timers.pass(3000);
    fixture.serverDelay = 1000;
    const forgotten = fixture.autosave.discardAll();
    fixture.autosave.flush(true);
    await fixture.timers.pass(5000);
    await forgotten;
    await expectNothingStored(fixture);
  });

  test('a request in progress is deleted after it has arrived', async () => {
    for (const hidden of [false, true]) {
      const fixture = await opened();
      fixture.serverDelay = 1000;
      fixture.type('Not worth');
      await fixture.timers.pass(2600);
      fixture.type('Not worth keeping');
      // Hiding the page sends its text in parallel to the request in progress.
      if (hidden) fixture.autosave.flush(true);
      const forgotten = fixture.autosave.discardAll();
      await fixture.timers.pass(10_000);
      await forgotten;
      await expectNothingStored(fixture);
    }
  });

  test('a draft that was stored without a response is deleted too', async () => {
    const fixture = await opened();
    fixture.serverState = 'responses-lost';
    fixture.type('Not worth keeping');
    await fixture.timers.pass(3000);
    fixture.serverState = 'available';
    await fixture.autosave.discardAll();
    await expectNothingStored(fixture);
  });

  test('this device does not offer the text again when the server is unavailable', async () => {
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
    fixture.leave();
    await fixture.reopen();
    expect(fixture.texts).toEqual([]);
  });

  test('another device’s draft stays', async () => {
    const fixture = await opened();
    fixture.type('Not worth keeping');
    await fixture.timers.pass(3000);
    fixture.saveOnPhone(chapter('On the phone'));
    fixture.type('Not worth keeping at all');
    fixture.autosave.flush(true);
    await fixture.autosave.discardAll();
    await fixture.timers.pass(60_000);
    expect([fixture.onServer, fixture.ofPhone?.content]).toEqual([null, 'On the phone']);
    fixture.leave();
    await fixture.reopen();
    expect(fixture.texts).toEqual(['On the phone']);
  });

  test('an earlier draft that is still offered stays', async () => {
    const fixture = await opened();
    fixture.type('The first night');
    await fixture.timers.pass(3000);
    fixture.leave();
    fixture.page = fixture.saved;
    fixture.autosave = fixture.newAutosave();
    const opening = fixture.autosave.open();
    fixture.type('Not worth keeping');
    await opening;
    await fixture.timers.pass(3000);
    await fixture.autosave.discardAll();
    fixture.autosave.flush(true);
    await fixture.timers.pass(60_000);
    fixture.leave();
    await fixture.reopen();
    expect(fixture.texts).toEqual(['The first night']);
  });
});
