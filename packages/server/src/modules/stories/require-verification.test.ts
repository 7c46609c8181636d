import { register } from '@inkling/contract/account';
import { createChapter, updateChapter } from '@inkling/contract/chapters';
import { confirmImport, getImport, getImportPlan, startImport } from '@inkling/contract/imports';
import { newId } from '@inkling/contract/new-id';
import { createStory, getStory, updateStory } from '@inkling/contract/stories';
import { updateProfile } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { proposedChapters } from '../../testing/proposed-chapters.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp({ REQUIRE_VERIFICATION: 'on' });
const write = writing(site);

let people = 0;
async function unverified(): Promise<Person> {
  people += 1;
  const username = `unverified${people}`;
  const password = 'a lamp in the window';
  const body = { username, email: `${username}@example.test`, password, passwordConfirm: password };
  const { token, user } = (await site.as(null).call(register, { body })).body;
  return { id: user._id, username, token };
}
const setVerified = (person: Person, isVerified: boolean) =>
  site.ctx.db.updateTable('users').set({ is_verified: isVerified }).where('id', '=', person.id).execute();

const publishStory = (person: Person, id: string) =>
  site.as(person).call(updateStory, { params: { id }, body: { isPublished: true } });
const publishChapter = (person: Person, id: string) =>
  site.as(person).call(updateChapter, { params: { id }, body: { isPublished: true } });
const refusal = ({ status, failure }: { status: number; failure: { code: string; message: string } }) => ({
  status,
  code: failure.code,
  message: failure.message,
});
const verifyFirst = {
  status: 403,
  code: 'VERIFY_EMAIL_FIRST',
  message: 'Please verify your email address before you publish. You can resend the link in Settings.',
};

describe('with REQUIRE_VERIFICATION, an author whose email address is not verified [R12]', () => {
  test('can write drafts, but cannot publish a chapter when creating it or later', async () => {
    const ada = await unverified();
    const story = await write.draft(ada);
    const _id = newId(site.clock.now().getTime());
    const body = { _id, story: story._id, title: 'One', content: textOf(210), isPublished: true };
    const refused = await site.as(ada).call(createChapter, { body });
    expect(refusal(refused)).toEqual(verifyFirst);
    const saved = await site.ctx.db.selectFrom('chapters').select('id').where('story_id', '=', story._id);
    expect(await saved.execute()).toEqual([]);

    const chapter = await write.chapter(ada, story._id, { isPublished: false });
    expect(refusal(await publishChapter(ada, chapter._id))).toEqual(verifyFirst);
    const both = { params: { id: chapter._id }, body: { isPublished: true, publishStory: true as const } };
    expect(refusal(await site.as(ada).call(updateChapter, both))).toEqual(verifyFirst);
    const edited = { params: { id: chapter._id }, body: { title: 'One, again', isPublished: false } };
    expect((await site.as(ada).call(updateChapter, edited)).status).toBe(200);

    // The same request succeeds when it is repeated after the verification.
    await setVerified(ada, true);
    expect((await site.as(ada).call(createChapter, { body })).status).toBe(201);
    expect((await publishChapter(ada, chapter._id)).status).toBe(200);
  });

  test('cannot publish a story, with chapters or as coming soon', async () => {
    const ada = await unverified();
    const soon = await write.draft(ada, { status: 'coming_soon' });
    expect(refusal(await publishStory(ada, soon._id))).toEqual(verifyFirst);
    const story = await write.draft(ada);
    await setVerified(ada, true);
    await write.chapter(ada, story._id);
    await setVerified(ada, false);
    expect(refusal(await publishStory(ada, story._id))).toEqual(verifyFirst);
    expect((await site.as(null).call(getStory, { params: { id: story._id } })).status).toBe(404);
    await setVerified(ada, true);
    expect((await publishStory(ada, story._id)).body.data.isPublished).toBe(true);
  });

  test('cannot publish with an isPublished field in the body of a new story', async () => {
    const ada = await unverified();
    const genres = [await write.anyGenre()];
    const body = { title: 'Sneaked', description: 'Past the rule.', genres, status: 'coming_soon' as const };
    const sneaked = await site.as(ada).call(createStory, { body: { ...body, isPublished: true } as never });
    expect(sneaked.body.data.isPublished).toBe(false);
  });

  test('can import a book as a draft, but cannot publish it or its chapters', async () => {
    const ada = await unverified();
    const bytes = Buffer.from(`---\ntitle: Imported\ngenres: Fantasy\n---\n\n# One\n\n${textOf(210)}\n`);
    const started = await site.as(ada).call(startImport, { file: { name: 'imported.md', bytes } } as never);
    const { _id: id } = started.body.data;
    const state = async () => (await site.as(ada).call(getImport, { params: { id } })).body.data.state;
    await expect.poll(state).toBe('review');
    const plan = (await site.as(ada).call(getImportPlan, { params: { id } })).body.data;
    const body = { title: plan.title, chapters: proposedChapters(plan) };
    await site.as(ada).call(confirmImport, { params: { id }, body });
    await expect.poll(state).toBe('done');
    const { story } = (await site.as(ada).call(getImport, { params: { id } })).body.data;
    const chapters = await site.ctx.db
      .selectFrom('chapters')
      .select('id')
      .where('story_id', '=', story ?? '')
      .execute();
    expect(chapters).toHaveLength(1);
    expect(refusal(await publishChapter(ada, chapters[0]?.id ?? ''))).toEqual(verifyFirst);
    expect(refusal(await publishStory(ada, story ?? ''))).toEqual(verifyFirst);
  });

  test('keeps published stories, and can edit them and their profile', async () => {
    const ada = await site.person();
    const { story, chapters } = await write.published(ada);
    await setVerified(ada, false);
    const chapterId = chapters[0]?._id ?? '';
    const text = { params: { id: chapterId }, body: { content: textOf(220, 'new'), isPublished: true } };
    expect((await site.as(ada).call(updateChapter, text)).status).toBe(200);
    const title = { params: { id: story._id }, body: { title: 'The Other Lamp', isPublished: true } };
    expect((await site.as(ada).call(updateStory, title)).status).toBe(200);
    expect((await site.as(null).call(getStory, { params: { id: story._id } })).body.data.title).toBe(
      'The Other Lamp',
    );
    const profile = { body: { displayName: 'Ada L.' } };
    expect((await site.as(ada).call(updateProfile, profile)).status).toBe(200);
    // Once unpublished, it is a draft like any other.
    await site.as(ada).call(updateStory, { params: { id: story._id }, body: { isPublished: false } });
    expect(refusal(await publishStory(ada, story._id))).toEqual(verifyFirst);
  });
});

test('REQUIRE_VERIFICATION is off by default', () => {
  expect(readConfig({}).REQUIRE_VERIFICATION).toBe(false);
});
