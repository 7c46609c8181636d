import type { Call, InputOf } from '@inkling/contract/call';
import { createChapter, updateChapter } from '@inkling/contract/chapters';
import { expect, test } from 'vitest';
import { anId, drafting } from '../../testing/drafts-for-tests.ts';
import { recordStatements } from '../../testing/recorded-statements.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const drafts = drafting(site);

const isOfTransaction = (text: string): boolean => /^(begin|commit|set |start transaction)/i.test(text);
const isTokenLookup = (text: string): boolean => text.includes('from sessions t join users u');

/** The statements of a call, but for those that begin and end its transaction and find its session. */
async function statementsOf<C extends Call>(who: Person, call: C, input: InputOf<C>): Promise<string[]> {
  const recorded = recordStatements();
  const { status } = await site.as(who).call(call, input);
  const statements = recorded();
  expect(status).toBeLessThan(300);
  return statements.filter((text) => !isOfTransaction(text) && !isTokenLookup(text));
}

/** How many statements read rows of this table first. */
const reads = (statements: string[], table: string): number =>
  statements.filter((text) => text.startsWith('select') && new RegExp(`from "?${table}"?\\b`).test(text))
    .length;

test('saving a chapter takes at most eight statements, and reads its row and its text once', async () => {
  const ana = await site.person();
  const { story } = await write.published(ana);
  const { draft } = await drafts.save(ana, story._id, textOf(300));
  const { chapterId, ...savedDraft } = draft;
  const created = await statementsOf(ana, createChapter, {
    body: {
      _id: chapterId,
      story: story._id,
      title: 'Two',
      content: textOf(300),
      isPublished: true,
      savedDrafts: [savedDraft],
    },
  });
  expect(created.length).toBeLessThanOrEqual(8);
  let version = 1;
  const save = async (body: object) => {
    const { draft } = await drafts.save(ana, story._id, textOf(300), { chapterId });
    const { device, updatedAt } = draft;
    const changes = { baseVersion: version, savedDrafts: [{ device, updatedAt }], ...body };
    const statements = await statementsOf(ana, updateChapter, { params: { id: chapterId }, body: changes });
    version += 1;
    expect(statements.length).toBeLessThanOrEqual(8);
    expect(reads(statements, 'chapters')).toBe(1);
    expect(reads(statements, 'chapter_versions')).toBe(1);
    return statements.length;
  };
  // A published chapter, a draft whose version is replaced, and one that is published with the save.
  await save({ content: textOf(310) });
  await save({ content: textOf(320), isPublished: false });
  await save({ content: `${textOf(320)}\nMore.` });
  await save({ content: `${textOf(320)}\nMore and more.` });
  await save({ content: textOf(330), isPublished: true });
});

test('with `Prefer: return=minimal`, a save is answered without the text that the client has sent', async () => {
  const ana = await site.person();
  const { _id: story } = await write.draft(ana);
  const prefer = { prefer: 'handling=lenient, return=minimal' };
  const body = { _id: anId(), story, title: 'One', content: 'It rained.' };
  const created = await site.as(ana).call(createChapter, { body }, prefer);
  expect(created.headers['preference-applied']).toBe('return=minimal');
  const { content, paragraphIds, ...summary } = (await site.as(ana).call(createChapter, { body })).body.data;
  expect([content, paragraphIds]).toEqual(['It rained.', [1]]);
  expect(created.body.data).toEqual(summary);
  // Another request may have created it with another text.
  const again = await site.as(ana).call(createChapter, { body: { ...body, content: 'It snowed.' } }, prefer);
  expect(again.body.data.content).toBe('It rained.');
  expect(again.headers).not.toHaveProperty('preference-applied');
  const change = { params: { id: body._id }, body: { title: 'Two', content: 'It poured.' } };
  const changed = await site.as(ana).call(updateChapter, change, prefer);
  expect(changed.headers['preference-applied']).toBe('return=minimal');
  expect(changed.body.data).toMatchObject({ title: 'Two', version: 2, wordCount: 2 });
  expect(changed.body.data).not.toHaveProperty('content');
  const whole = await site.as(ana).call(updateChapter, { ...change, body: { title: 'Three' } });
  expect(whole.body.data).toMatchObject({ title: 'Three', version: 3, content: 'It poured.' });
  expect(whole.headers).not.toHaveProperty('preference-applied');
});
