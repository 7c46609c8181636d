import { updateChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/sharing';
import { describe, expect, test } from 'vitest';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

const published = async (content: string) => {
  const author = await site.person();
  const { story, chapters } = await write.published(author);
  const id = chapters[0]?._id ?? '';
  const save = async (text: string) =>
    (await site.as(author).call(updateChapter, { params: { id }, body: { content: text } })).body.data;
  return { author, story: story._id, id, save, saved: await save(content) };
};
const find = (
  viewer: Person | null,
  id: string,
  query: { version: number; paragraph: number; from: number; to: number },
) => site.as(viewer).call(calls.findPassage, { params: { id }, query });

describe('GET /chapters/{id}/passage', () => {
  const rest = textOf(210);
  test('follows a passage through edits by the id of its paragraph', async () => {
    const reader = await site.person();
    const { id, save, saved } = await published(`The lamp was lit.\n${rest}`);
    const link = { version: saved.version, paragraph: saved.paragraphIds[0] ?? 0, from: 4, to: 16 };
    expect((await find(reader, id, link)).body.data).toEqual({
      version: saved.version,
      place: { from: 4, to: 16 },
    });
    const moved = await save(`New.\nAnd the lamp was lit.\n${rest}`);
    expect((await find(reader, id, link)).body.data).toEqual({
      version: moved.version,
      place: { from: 8, to: 20 },
    });
    await save(`New.\nAnd the lantern was lit.\n${rest}`);
    expect((await find(reader, id, link)).body.data.place).toBeNull();
    for (const nowhere of [
      { ...link, version: 99 },
      { ...link, paragraph: 99 },
    ])
      expect((await find(reader, id, nowhere)).body.data.place).toBeNull();
  });

  test('does not know versions that readers never saw', async () => {
    const reader = await site.person();
    const { author, id, save, saved } = await published(`The lamp was lit.\n${rest}`);
    const publish = (isPublished: boolean) =>
      site.as(author).call(updateChapter, { params: { id }, body: { isPublished } });
    await publish(false);
    const draft = await save(`Nearly always the lamp was lit.\n${rest}`);
    await save(`At night the lamp was lit.\n${rest}`);
    await publish(true);
    const paragraph = saved.paragraphIds[0] ?? 0;
    const found = async (version: number, from: number) =>
      (await find(reader, id, { version, paragraph, from, to: from + 12 })).body.data.place;
    expect(await found(draft.version, 18)).toBeNull();
    expect(await found(saved.version, 4)).toEqual({ from: 13, to: 25 });
  });

  test('is for people who may read the chapter', async () => {
    const { author, id, saved } = await published(rest);
    const link = { version: saved.version, paragraph: saved.paragraphIds[0] ?? 0, from: 0, to: 4 };
    expect((await find(null, id, link)).status).toBe(401);
    await site.as(author).call(updateChapter, { params: { id }, body: { isPublished: false } });
    expect((await find(await site.person(), id, link)).status).toBe(404);
  });
});
