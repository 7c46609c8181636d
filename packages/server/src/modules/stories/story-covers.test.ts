import { imageMaxBytes } from '@inkling/contract/files';
import * as calls from '@inkling/contract/stories';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const idOf = (id: string) => ({ params: { id } });

describe('POST /upload/book-cover', () => {
  const picture = () =>
    sharp({ create: { width: 600, height: 800, channels: 3, background: '#357' } })
      .png()
      .toBuffer();
  const upload = (person: Person, bytes: Buffer, storyId?: string) =>
    site.as(person).call(calls.uploadBookCover, {
      body: storyId === undefined ? {} : { storyId },
      file: { name: 'cover.png', bytes },
    } as never);

  test('an author can upload a cover for a story', async () => {
    const ana = await site.person();
    const draft = await write.draft(ana);
    const { body } = await upload(ana, await picture(), draft._id);
    expect(body.imageUrl).toMatch(/^\/files\/[0-9a-f]{32}-600\.webp$/);
    expect(body.story?.coverImage).toBe(body.imageUrl);
    const unassigned = await upload(ana, await picture());
    expect(unassigned.body.story).toBeNull();
    const changed = await site.as(ana).call(calls.updateStory, {
      ...idOf(draft._id),
      body: { coverImage: unassigned.body.imageUrl },
    });
    expect(changed.body.data.coverImage).toBe(unassigned.body.imageUrl);
  });

  test("an author cannot change another author's story or use another person's image", async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { story } = await write.published(ana);
    expect((await upload(ben, await picture(), story._id)).failure.code).toBe('NOT_ALLOWED');
    const { imageUrl } = (await upload(ana, await picture())).body;
    const own = await write.draft(ben);
    const borrowed = await site
      .as(ben)
      .call(calls.updateStory, { ...idOf(own._id), body: { coverImage: imageUrl } });
    expect(borrowed.failure.message).toContain('isn’t one of yours');
  });

  test('a file that is not an image or is larger than 5 MB is rejected with a helpful message', async () => {
    const ana = await site.person();
    expect((await upload(ana, Buffer.from('<svg/>'))).failure.message).toBe('Only image files are allowed');
    expect((await upload(ana, Buffer.alloc(imageMaxBytes + 1))).failure).toMatchObject({
      code: 'TOO_LARGE',
      message: 'File size must be less than 5MB',
    });
  });
});
