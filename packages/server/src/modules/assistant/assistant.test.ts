import * as calls from '@inkling/contract/assistant';
import type { Dialect } from '@inkling/contract/english-text';
import { saveGlossaryEntry } from '@inkling/contract/glossary';
import { newId } from '@inkling/contract/new-id';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { replaceRights } from '../plans/entitlements.queries.ts';

const site = testApp({ PLANS: 'on' });
const write = writing(site);

/** Gives a person the assistant, as Pro does. */
const giveAssistant = ({ id }: Person) =>
  replaceRights(site.ctx.db, id, 'gift:', { source: 'gift:pro', rights: ['assistant'], until: null });
const author = async () => {
  const who = await site.person();
  await giveAssistant(who);
  return who;
};
const feedback = (who: Person, text: string) => site.as(who).call(calls.getFeedback, { body: { text } });
const ideas = (who: Person, body: Parameters<typeof wishes>[0] = {}) =>
  site.as(who).call(calls.getStoryIdeas, { body });
const wishes = (body: { genre?: string; theme?: string; prompt?: string; seed?: number }) => body;
const grammar = (who: Person, text: string, dialect: Dialect = 'american') =>
  site.as(who).call(calls.checkGrammar, { body: { text, dialect } });
const found = (text: string, { startOffset, endOffset }: { startOffset: number; endOffset: number }) =>
  text.slice(startOffset, endOffset);

describe('the writing assistant', () => {
  test('is refused without the plan, with what to do, before anything is read of the text', async () => {
    const basic = await site.person();
    const tooLong = 'a '.repeat(60_000);
    for (const { status, failure } of [
      await feedback(basic, tooLong),
      await ideas(basic),
      await grammar(basic, tooLong),
    ])
      expect([status, failure.code, failure.message]).toEqual([
        403,
        'PLAN_REQUIRED',
        'The writing assistant is part of Pro and Premium. Choose a plan in the store.',
      ]);
    expect(site.ctx.threads.checker.startedTasks()).toBe(0);
  });

  test('takes 100,000 characters, and refuses more as too large and nothing as missing', async () => {
    const who = await author();
    const full = `${'word '.repeat(19_999)}word.`;
    expect((await feedback(who, full)).body.data.measures.words).toBe(20_000);
    const refused = await feedback(who, `${full}.`);
    expect([refused.status, refused.failure.code]).toEqual([413, 'TOO_LARGE']);
    expect((await grammar(who, `${full}.`)).status).toBe(413);
    expect((await feedback(who, ' \n')).failure.message).toContain('Please send a text.');
  });

  test('counts its calls by person: ten a minute', async () => {
    const limited = await createApp({ ...site.ctx, config: { ...site.ctx.config, RATE_LIMIT: true } });
    const who = await author();
    const ask = async () =>
      (
        await limited.http.inject({
          method: 'POST',
          url: '/api/v1/ai/story-ideas',
          headers: { authorization: `Bearer ${who.token}` },
          payload: {},
        })
      ).statusCode;
    const statuses = [];
    for (let time = 0; time < 11; time += 1) statuses.push(await ask());
    await limited.http.close();
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

describe('POST /ai/feedback', () => {
  test('measures the text as it was sent and says where its notes are', async () => {
    const text = 'He waited. 😀 He listened.\r\nHe went down. The door was slowly opened by the wind.';
    const { data } = (await feedback(await author(), text)).body;
    expect(data.measures).toMatchObject({ language: 'en', words: 15, sentences: 4, paragraphs: 2 });
    expect(data.reading).toBeNull();
    const passive = data.notes.find(({ kind }) => kind === 'passive');
    expect(passive && found(text, passive)).toBe('was slowly opened');
    expect(data.notes.map(({ kind }) => kind)).toContain('repeated-opening');
  });

  test('of a long text is the same as measured in place', async () => {
    const who = await author();
    const text = 'The lamp was lit. Mara read “until midnight,” quietly. '.repeat(600);
    const before = site.ctx.threads.startedTasks();
    const { data } = (await feedback(who, text)).body;
    expect(site.ctx.threads.startedTasks()).toBeGreaterThan(before);
    expect((await feedback(who, text)).body.data).toEqual(data);
  });
});

describe('POST /ai/story-ideas', () => {
  test('gives the same ideas for the same seed, and says which seed it chose', async () => {
    const who = await author();
    const { data } = (await ideas(who, { genre: 'Horror' })).body;
    expect(data).toMatchObject({ source: 'deck', ideas: { length: 3 } });
    const again = await ideas(await author(), { genre: 'Horror', seed: data.seed });
    expect(again.body.data).toEqual(data);
  });
});

describe('POST /ai/grammar', () => {
  test('names places in UTF-16 units behind every kind of character', async () => {
    const who = await author();
    const piece = fc.constantFrom('😀', '👩‍👩‍👧', 'e\u0301', '\r\n', '\n', '“', 'Yes. ', ' ', '🏴‍☠️');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const text = `${pieces.join('')}\nHe saw the old castle and teh dog.`;
        const { issues } = (await grammar(who, text)).body.data;
        expect(issues.map((issue) => found(text, issue))).toContain('teh');
      }),
      { numRuns: 30 },
    );
  });

  test('names places in the text as it was sent, whatever comes before them', async () => {
    const text = '😀👩‍👩‍👧 e\u0301te\u0301.\r\nHe saw an castle, and teh dog ran.\r\n';
    const { data } = (await grammar(await author(), text)).body;
    expect(data).toMatchObject({ language: 'en', isCovered: true });
    const places = data.issues.map((issue) => [found(text, issue), issue.suggestions[0]]);
    expect(places).toContainEqual(['an', 'a']);
    expect(places).toContainEqual(['teh', 'the']);
    for (const { message } of data.issues) expect(message).not.toContain('`');
  });

  test('knows the dialect, and the names that the text uses twice', async () => {
    const who = await author();
    const text = 'The color of the old boat was gray, and Zorblax liked it. We saw Zorblax and his cats.';
    const words = async (dialect: Dialect) =>
      (await grammar(who, text, dialect)).body.data.issues.map((issue) => found(text, issue));
    expect(await words('american')).toEqual([]);
    expect(await words('british')).toContain('color');
    const once = 'The boat was old, and Zorblax liked it.';
    expect((await grammar(who, once)).body.data.issues.map((issue) => found(once, issue))).toEqual([
      'Zorblax',
    ]);
  });

  test('says of other languages that they are not covered', async () => {
    const german =
      'Der alte Leuchtturm stand auf dem Felsen, und das Meer war nicht ruhig. Sie ging mit der Lampe.';
    expect((await grammar(await author(), german)).body.data).toEqual({
      language: 'de',
      isCovered: false,
      issues: [],
    });
  });

  test('of a short text does not wait until a long one is done, and places in a long one are right', async () => {
    const long = `${'He saw the old castle and the dog. '.repeat(2_500)}\nHe saw teh dog.`;
    const order: string[] = [];
    const [one, other] = [await author(), await author()];
    const before = site.ctx.threads.checker.startedTasks();
    const slow = grammar(one, long).finally(() => order.push('long'));
    await expect.poll(() => site.ctx.threads.checker.startedTasks()).toBeGreaterThan(before);
    await grammar(other, 'He saw the dog.').finally(() => order.push('short'));
    const { issues } = (await slow).body.data;
    expect(order).toEqual(['short', 'long']);
    expect(issues.map((issue) => found(long, issue))).toContain('teh');
  });

  test('checks around words of any length', async () => {
    const text = `So ${'a'.repeat(90_000)} it was. He saw teh dog.`;
    const { issues } = (await grammar(await author(), text)).body.data;
    expect(issues.map((issue) => found(text, issue))).toEqual(['teh']);
  });
});

describe('GET /stories/{id}/assistant', () => {
  const ask = (who: Person, id: string) => site.as(who).call(calls.getStoryAssistant, { params: { id } });
  test('names what the chapters and drafts of a story capitalize twice, for its author with the plan', async () => {
    const who = await site.person();
    const { story } = await write.published(who);
    const content = 'We saw Mirelle by the door. Later, old *Mirelle’s* boat was gone, and Tobbin with it.';
    await write.chapter(who, story._id, { content, isPublished: false });
    await write.chapter(who, story._id, {
      content: 'There stood Tobin. I gave Tobin a coat.',
      isPublished: false,
    });
    expect((await ask(who, story._id)).body.data).toEqual({ isAllowed: false, names: [] });
    await giveAssistant(who);
    expect((await ask(who, story._id)).body.data).toEqual({ isAllowed: true, names: ['Mirelle', 'Tobin'] });
    expect((await ask(await author(), story._id)).status).toBe(404);
  });

  test('knows the names in the glossary of the story, word by word', async () => {
    const who = await author();
    const { story, chapters } = await write.published(who);
    await site.as(who).call(saveGlossaryEntry, {
      params: { id: story._id, entryId: newId(site.clock.now().getTime()) },
      body: {
        kind: 'person',
        names: ['Wrenna of  Ashvale', 'Wrenna'],
        notes: [{ chapter: chapters[0]?._id ?? '', text: 'She tends the lamp.' }],
      },
    });
    expect((await ask(who, story._id)).body.data.names.toSorted()).toEqual(['Ashvale', 'Wrenna', 'of']);
  });
});
