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
const offered = (fixture: AutosaveFixture) => fixture.autosave.view().offers.map(({ content }) => content);
const firstOffer = (fixture: AutosaveFixture) => {
  const [offer] = fixture.autosave.view().offers;
  if (offer === undefined) throw new Error('Nothing is offered.');
  return offer;
};

async function opened(saved?: ChapterInput): Promise<AutosaveFixture> {
  const fixture = new AutosaveFixture(saved);
  await fixture.autosave.open();
  return fixture;
}

describe('a draft from another device', () => {
  test('is offered beside the device’s own, which continues', async () => {
    const fixture = await opened();
    fixture.type('On the laptop');
    await fixture.timers.pass(3000);
    fixture.saveOnPhone(chapter('On the phone'));
    await fixture.reload();
    expect(fixture.page.content).toBe('On the laptop');
    expect(fixture.autosave.view().continued).not.toBeNull();
    expect(offered(fixture)).toEqual(['On the phone']);
  });

  test('is never overwritten: both devices write, and both texts stay on the server [P02]', async () => {
    const fixture = await opened();
    fixture.type('On the laptop');
    await fixture.timers.pass(3000);
    fixture.saveOnPhone(chapter('On the phone'));
    fixture.type('On the laptop, again');
    await fixture.timers.pass(60_000);
    expect(fixture.autosave.view().state).toBe('server');
    expect(fixture.onServer?.content).toBe('On the laptop, again');
    expect(fixture.ofPhone?.content).toBe('On the phone');
  });

  test('goes on the page when it is restored, and is deleted once its text is saved', async () => {
    const fixture = await opened();
    fixture.saveOnPhone(chapter('On the phone'));
    const draft = { device: 'phone', updatedAt: fixture.ofPhone?.updatedAt };
    await fixture.reload();
    fixture.type('Begun afresh');
    fixture.page = fixture.autosave.restore(firstOffer(fixture));
    fixture.autosave.onInput();
    expect(offered(fixture)).toEqual(['Begun afresh']);
    await fixture.timers.pass(3000);
    expect(fixture.ofPhone, 'nothing is saved yet').not.toBeNull();
    expect(fixture.autosave.savedDrafts).toContainEqual(draft);
    // After a reload, this device still knows what its text includes, and does not offer it again.
    await fixture.reload();
    expect(fixture.page.content).toBe('On the phone');
    expect(offered(fixture)).toEqual(['Begun afresh']);
    expect(fixture.autosave.savedDrafts).toContainEqual(draft);
  });

  test('is not deleted when another text is saved', async () => {
    const fixture = await opened();
    fixture.saveOnPhone(chapter('On the phone'));
    await fixture.reload();
    fixture.type('Begun afresh');
    await fixture.timers.pass(3000);
    expect(fixture.autosave.savedDrafts.map(({ device }) => device)).toEqual(['laptop']);
    await fixture.autosave.markSaved(fixture.page, 1);
    expect(offered(fixture)).toEqual(['On the phone']);
    expect([fixture.onServer, fixture.ofPhone?.content]).toEqual([null, 'On the phone']);
  });

  test('is deleted when it is discarded, unless the device has written on', async () => {
    const fixture = await opened();
    fixture.saveOnPhone(chapter('On the phone'));
    await fixture.reload();
    const offer = firstOffer(fixture);
    fixture.saveOnPhone(chapter('On the phone, on'));
    await fixture.autosave.discard(offer);
    expect(fixture.ofPhone?.content).toBe('On the phone, on');
    await fixture.reload();
    expect(offered(fixture)).toEqual(['On the phone, on']);
    await fixture.autosave.discard(firstOffer(fixture));
    expect(fixture.ofPhone).toBeNull();
  });

  test('of a new chapter brings its id along, so that both devices create one chapter', async () => {
    const fixture = await opened();
    const { chapter: first } = fixture.autosave;
    fixture.saveOnPhone(chapter('On the phone'));
    await fixture.reload();
    expect(fixture.autosave.chapter).not.toBe(first);
    fixture.page = fixture.autosave.restore(firstOffer(fixture));
    expect(fixture.autosave.chapter).toBe(first);
  });
});

describe('a request of this device', () => {
  test('whose response was lost is repeated', async () => {
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

  test('is later than what the device has sent before, also when its clock was set back', async () => {
    const fixture = await opened();
    fixture.type('Typed by the clock of tomorrow');
    await fixture.timers.pass(3000);
    const before = fixture.onServer?.updatedAt ?? '';
    fixture.timers.setBack(86_400_000);
    fixture.type('Typed today');
    await fixture.timers.pass(3000);
    expect(fixture.onServer?.content).toBe('Typed today');
    expect((fixture.onServer?.updatedAt ?? '') > before).toBe(true);
    await fixture.reload();
    expect(fixture.texts).toEqual(['Typed today']);
  });

  test('waits until the drafts are listed: the device may have lost its own', async () => {
    const fixture = await opened(chapter('As saved'));
    fixture.deviceWorks = false;
    fixture.type('Only on the server');
    await fixture.timers.pass(3000);
    fixture.serverState = 'unavailable';
    await fixture.reload();
    fixture.type('Begun afresh');
    await fixture.timers.pass(3000);
    fixture.serverState = 'available';
    await fixture.timers.pass(60_000);
    expect(fixture.texts).toEqual(['Begun afresh', 'Only on the server']);
  });
});
