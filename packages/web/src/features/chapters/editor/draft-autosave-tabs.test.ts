import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChapterInput, emptyChapter } from './chapter-input.ts';
import { AutosaveFixture } from './draft-autosave.fixture.ts';
import { DraftAutosave } from './draft-autosave.ts';
import type { StoredDraft } from './local-drafts.ts';

const chapter = (content: string): ChapterInput => ({ ...emptyChapter, title: 'One', content });
const offered = (autosave: DraftAutosave) => autosave.view().offers.map(({ content }) => content);
const stored = (content: string): StoredDraft => ({
  ...chapter(content),
  chapter: 'chapter-1',
  baseVersion: 1,
  keptAt: '2026-05-20T11:00:00.000Z',
  drafts: [],
});

describe('two tabs of one device that do not hear of each other [P01]', () => {
  /** A tab with a text, which the browser suspends, and a second one, in which the author writes on. */
  async function twoTabs() {
    const fixture = new AutosaveFixture();
    const first = fixture.autosave;
    await first.open();
    fixture.type('One');
    await fixture.timers.pass(3000);
    fixture.page = fixture.saved;
    fixture.autosave = fixture.newAutosave();
    await fixture.autosave.open();
    expect(fixture.page.content, 'the second tab continues').toBe('One');
    fixture.type('One, and a page more');
    await fixture.timers.pass(3000);
    return { fixture, first };
  }

  test('a tab that writes an old text sets the newer one aside', async () => {
    const { fixture, first } = await twoTabs();
    first.onInput();
    await fixture.timers.pass(3000);
    expect(offered(first)).toEqual(['One, and a page more']);
    await fixture.reload();
    expect(fixture.texts).toEqual(['One', 'One, and a page more']);
  });

  test('the same when that tab is closed before the database has its text', async () => {
    const { fixture, first } = await twoTabs();
    first.onInput();
    const { update } = fixture.table;
    fixture.table.update = () => new Promise(() => undefined);
    first.flush(true);
    fixture.table.update = update;
    await fixture.reload();
    expect(fixture.texts).toEqual(['One', 'One, and a page more']);
  });

  test('a tab with the same text sets nothing aside', async () => {
    const { fixture } = await twoTabs();
    const second = fixture.autosave;
    fixture.page = fixture.saved;
    fixture.autosave = fixture.newAutosave();
    await fixture.autosave.open();
    fixture.autosave.onInput();
    second.onInput();
    await fixture.timers.pass(3000);
    expect([...offered(second), ...offered(fixture.autosave)]).toEqual([]);
  });
});

test('the last text of each of two tabs is found again after any sequence of input [P01]', async () => {
  const tab = fc.constantFrom(0 as const, 1 as const);
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('type' as const), tab }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 4000 }) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('hide' as const), tab }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('server' as const), works: fc.boolean() }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const fixture = new AutosaveFixture();
      const { localDrafts, server, timers } = fixture;
      const tabs = ['first', 'second'].map((name) => {
        const page = { name, text: emptyChapter, count: 0 };
        const put = (text: ChapterInput) => {
          page.text = text;
        };
        const options = { key: 'ann/story/new', device: 'laptop', localDrafts, server, timers, put };
        const saved = { chapter: 'chapter-1', text: emptyChapter, version: null };
        return { page, autosave: new DraftAutosave({ ...options, read: () => page.text }, saved) };
      });
      for (const { autosave } of tabs) await autosave.open();
      for (const one of steps) {
        await timers.pass(1);
        if (one.do === 'wait') await timers.pass(one.ms);
        else if (one.do === 'server') fixture.serverState = one.works ? 'available' : 'unavailable';
        else {
          const { page, autosave } = tabs[one.tab] ?? {};
          if (page === undefined || autosave === undefined) continue;
          if (one.do === 'hide') autosave.flush(true);
          else {
            page.count += 1;
            page.text = chapter(`${page.name} ${page.count}`);
            autosave.onInput();
          }
        }
      }
      await timers.pass(1000);
      await fixture.reload();
      const last = tabs.flatMap(({ page }) => (page.count === 0 ? [] : [page.text.content]));
      expect(fixture.texts).toEqual(expect.arrayContaining(last));
    }),
  );
});

test('a new chapter that is saved sets aside what is stored for this chapter already', async () => {
  const fixture = new AutosaveFixture();
  await fixture.autosave.open();
  fixture.type('Created');
  await fixture.timers.pass(3000);
  const key = 'ann/story/chapter-1';
  const [current, aside] = [stored('Written in its own editor'), [stored('Aside')]];
  await fixture.localDrafts(key).write({ keptAt: current.keptAt, current, aside });
  await fixture.autosave.moveTo(key);
  await fixture.autosave.markSaved(fixture.page, 1);
  expect(offered(fixture.autosave)).toEqual(['Written in its own editor', 'Aside']);
  expect(fixture.onDevice(key)?.aside.map(({ content }) => content)).toEqual([
    'Written in its own editor',
    'Aside',
  ]);
});

test('a draft that the device could not read is set aside, not overwritten', async () => {
  const fixture = new AutosaveFixture();
  await fixture.autosave.open();
  fixture.serverState = 'unavailable';
  fixture.type('Only on this device');
  await fixture.timers.pass(3000);
  const { get } = fixture.table;
  fixture.table.get = () => Promise.reject(new Error('The database is broken'));
  await fixture.reload();
  fixture.table.get = get;
  fixture.type('Begun afresh');
  await fixture.timers.pass(3000);
  expect(offered(fixture.autosave)).toEqual(['Only on this device']);
  await fixture.reload();
  expect(fixture.texts).toEqual(['Begun afresh', 'Only on this device']);
});

test('a discarded draft does not come back when the page is reloaded at once', async () => {
  const fixture = new AutosaveFixture(chapter('As saved'));
  await fixture.autosave.open();
  fixture.type('Nonsense');
  await fixture.timers.pass(5000);
  await fixture.reload();
  fixture.autosave.discardContinued();
  fixture.autosave.flush(true);
  await fixture.reload();
  expect(fixture.texts).toEqual([]);
});

describe('a chapter that was published since its draft was written', () => {
  async function published() {
    const fixture = new AutosaveFixture(chapter('As saved'));
    fixture.savedVersion = 1;
    await fixture.reload();
    fixture.saveOnPhone(chapter('On the phone'), 1);
    fixture.type('Written on');
    await fixture.timers.pass(5000);
    fixture.saved.isPublished = true;
    await fixture.reload();
    return fixture;
  }

  test('stays published when the draft continues and is saved', async () => {
    const fixture = await published();
    expect(fixture.page).toMatchObject({ content: 'Written on', isPublished: true });
  });

  test('stays published when an offered draft is restored and saved', async () => {
    const { autosave } = await published();
    const [offer] = autosave.view().offers;
    if (offer === undefined) throw new Error('Nothing is offered.');
    expect(autosave.restore(offer)).toMatchObject({ content: 'On the phone', isPublished: true });
  });
});

describe('on a device that cannot store drafts', () => {
  test('the author is warned while a text that was set aside is nowhere else', async () => {
    const fixture = new AutosaveFixture();
    await fixture.autosave.open();
    fixture.saveOnPhone(chapter('On the phone'));
    await fixture.reload();
    fixture.deviceWorks = false;
    fixture.type('Typed here');
    await fixture.timers.pass(3000);
    const [offer] = fixture.autosave.view().offers;
    if (offer === undefined) throw new Error('Nothing is offered.');
    fixture.page = fixture.autosave.restore(offer);
    fixture.autosave.onInput();
    await fixture.timers.pass(3000);
    expect(fixture.onServer?.content, 'the page’s text has replaced it').toBe('On the phone');
    expect([fixture.autosave.view().state, offered(fixture.autosave)]).toEqual([
      'not-stored',
      ['Typed here'],
    ]);
  });

  test('a save does not delete the server’s copy of a text that was set aside', async () => {
    const fixture = new AutosaveFixture(chapter('As saved'));
    fixture.savedVersion = 1;
    await fixture.reload();
    fixture.deviceWorks = false;
    fixture.type('Mine');
    await fixture.timers.pass(3000);
    // The author chooses the other text of a conflict.
    const theirs = chapter('Theirs');
    fixture.autosave.setSaved(theirs, 2);
    fixture.autosave.offerCurrentText();
    fixture.page = theirs;
    await fixture.autosave.markSaved(theirs, 2);
    expect(fixture.autosave.view().state).toBe('not-stored');
    expect(fixture.onServer?.content).toBe('Mine');
  });
});
