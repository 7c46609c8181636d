import { describe, expect, test } from 'vitest';
import type { ChapterInput } from './chapter-input.ts';
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

describe('a draft from another device', () => {
  test('an earlier draft is offered along with the device’s own', async () => {
    const fixture = await opened();
    fixture.type('On the laptop');
    await fixture.timers.pass(500);
    await fixture.timers.pass(3000);
    fixture.saveOnServer(chapter('On the phone'));
    await fixture.reload();
    expect(offered(fixture)).toEqual(['On the phone', 'On the laptop']);
  });

  test('a draft that arrives while the author types is not overwritten: the author chooses', async () => {
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

  test('a live event shows the conflict to an idle author, and changes nothing while typing or after saving', async () => {
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
    expect(done.onServer, 'the other draft is not deleted').toEqual(theirs);
  });

  test('choosing the other draft puts it on the page', async () => {
    const fixture = await opened();
    fixture.type('On the laptop');
    await fixture.timers.pass(3000);
    fixture.saveOnServer(chapter('On the phone'));
    fixture.type('On the laptop, again');
    await fixture.timers.pass(3000);
    expect(fixture.autosave.resolveConflict('theirs')?.content).toBe('On the phone');
  });

  test('a draft that arrives while this page saves is not deleted', async () => {
    const fixture = await opened();
    fixture.type('On the laptop');
    await fixture.timers.pass(3000);
    const { draftRevision } = fixture.autosave;
    expect(draftRevision).toBe(fixture.onServer?.revision);
    fixture.saveOnServer(chapter('On the phone'));
    await fixture.autosave.markSaved(fixture.page, 1);
    expect(fixture.onServer?.content).toBe('On the phone');
  });

  test('an offered draft is not deleted when another text is saved', async () => {
    const fixture = await opened();
    fixture.saveOnServer(chapter('On the phone'));
    await fixture.reload();
    fixture.type('Begun afresh');
    expect(fixture.autosave.draftRevision).toBeNull();
    await fixture.autosave.markSaved(fixture.page, 1);
    expect(offered(fixture)).toEqual(['On the phone']);
    expect(fixture.onServer?.content).toBe('On the phone');
  });

  test('our own draft with a lost response causes no conflict', async () => {
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
