import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { imageMaxBytes, imageSources } from '@inkling/contract/files';
import * as storyCalls from '@inkling/contract/stories';
import { deleteImage, uploadProfileImage, uploadUserImage } from '@inkling/contract/uploads';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { day, minute } from '../../platform/clock.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { imageSweep, maxBytes, maxImages, sweepImages } from './uploads.service.ts';

const site = testApp();
const write = writing(site);
let picture: Buffer;
beforeAll(async () => {
  const plain = sharp({ create: { width: 900, height: 600, channels: 3, background: '#753' } });
  picture = await plain.jpeg().toBuffer();
});

const file = (bytes: Buffer) => ({ body: {}, file: { name: 'me.jpg', bytes } }) as never;
const uploadAvatar = (who: Person, bytes = picture) => site.as(who).call(uploadProfileImage, file(bytes));
const cover = async (who: Person, storyId?: string) => {
  const input = { ...(file(picture) as object), body: storyId === undefined ? {} : { storyId } };
  return (await site.as(who).call(storyCalls.uploadBookCover, input as never)).body.imageUrl;
};
const removeImage = (
  who: Person,
  imageUrl: string,
  options: { type?: 'cover' | 'profile'; storyId?: string } = {},
) => site.as(who).call(deleteImage, { body: { imageUrl, ...options } });
const statusOf = async (address: string) => (await site.app.http.inject(address)).statusCode;
const coverOf = async (who: Person, id: string) =>
  (await site.as(who).call(storyCalls.getStory, { params: { id } })).body.data.coverImage;
const avatarOf = async ({ id }: Person) =>
  (await site.ctx.db.selectFrom('users').select('avatar').where('id', '=', id).executeTakeFirstOrThrow())
    .avatar;
const storedFileCount = async () => {
  const names = await readdir(join(site.ctx.config.DATA_DIR, 'files'), { recursive: true }).catch(() => []);
  return names.filter((name) => name.includes('.')).length;
};

describe('POST /upload/profile-image', () => {
  test('a user is shown with their picture, cropped to a square in two widths', async () => {
    const ana = await site.person();
    const { body, status } = await uploadAvatar(ana);
    expect(status).toBe(201);
    expect(body.imageUrl).toMatch(/^\/files\/[0-9a-f]{32}-256\.webp$/);
    expect(body.user).toMatchObject({ _id: ana.id, avatar: body.imageUrl });
    expect(body.data.avatar).toBe(body.imageUrl);
    const large = (await site.app.http.inject(body.imageUrl.replace('-256.', '-512.'))).rawPayload;
    expect(await sharp(large).metadata()).toMatchObject({ width: 512, height: 512, format: 'webp' });
    expect(imageSources(body.imageUrl)[0]?.srcSet).toMatch(/-256\.avif 256w, .+-512\.avif 512w$/);
    const { story } = await write.published(ana);
    expect(story.author.avatar).toBe(body.imageUrl);
  });

  test('the previous picture is removed, and its files are deleted a day later', async () => {
    const ana = await site.person();
    const first = (await uploadAvatar(ana)).body.imageUrl;
    const before = await storedFileCount();
    const second = (await site.as(ana).call(uploadUserImage, file(picture))).body.data.avatar;
    expect(await avatarOf(ana)).toBe(second);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    site.clock.advance(day - minute);
    await sweepImages(site.ctx);
    expect(await storedFileCount()).toBe(before + 4);
    site.clock.advance(2 * minute);
    expect(await sweepImages(site.ctx)).toBe(1);
    expect(await storedFileCount()).toBe(before);
  });

  test('a picture that is also a cover stays when it is replaced', async () => {
    const ana = await site.person();
    const first = (await uploadAvatar(ana)).body.imageUrl;
    const { _id } = await write.draft(ana, { coverImage: first });
    await uploadAvatar(ana);
    expect(await coverOf(ana, _id)).toBe(first);
    expect(await statusOf(first)).toBe(200);
  });

  test('a file that is not an image or is too large is refused and changes nothing', async () => {
    const ana = await site.person();
    const { imageUrl } = (await uploadAvatar(ana)).body;
    expect((await uploadAvatar(ana, Buffer.from('<svg/>'))).failure).toMatchObject({
      code: 'WRONG_TYPE',
      message: 'Only image files are allowed',
    });
    expect((await uploadAvatar(ana, Buffer.alloc(imageMaxBytes + 1, 1))).failure).toMatchObject({
      code: 'TOO_LARGE',
      message: 'File size must be less than 5MB',
    });
    expect(await avatarOf(ana)).toBe(imageUrl);
  });

  test('a visitor must sign in', async () => {
    expect((await site.as(null).call(uploadProfileImage, file(picture))).status).toBe(401);
  });
});

describe('replaced covers', () => {
  test('are removed', async () => {
    const ana = await site.person();
    const { _id } = await write.draft(ana);
    const first = await cover(ana, _id);
    const second = await cover(ana, _id);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    const noCover = { params: { id: _id }, body: { coverImage: null } };
    await site.as(ana).call(storyCalls.updateStory, noCover);
    expect(await statusOf(second)).toBe(404);
  });

  test('stay while another story uses them', async () => {
    const ana = await site.person();
    const shared = await cover(ana);
    const [one, two] = [
      await write.draft(ana, { coverImage: shared }),
      await write.draft(ana, { coverImage: shared }),
    ];
    const noCover = { coverImage: null };
    await site.as(ana).call(storyCalls.updateStory, { params: { id: one._id }, body: noCover });
    expect(await statusOf(shared)).toBe(200);
    await site.as(ana).call(storyCalls.updateStory, { params: { id: two._id }, body: noCover });
    expect(await statusOf(shared)).toBe(404);
  });
});

describe('DELETE /upload/delete', () => {
  test('removes a picture from its user and a cover from its stories', async () => {
    const ana = await site.person();
    const { imageUrl } = (await uploadAvatar(ana)).body;
    expect((await removeImage(ana, imageUrl, { type: 'profile' })).status).toBe(200);
    expect(await avatarOf(ana)).toBeNull();
    const shared = await cover(ana);
    const [one, two] = [
      await write.draft(ana, { coverImage: shared }),
      await write.draft(ana, { coverImage: shared }),
    ];
    await removeImage(ana, shared);
    expect([await coverOf(ana, one._id), await coverOf(ana, two._id)]).toEqual([null, null]);
    expect([await statusOf(imageUrl), await statusOf(shared)]).toEqual([404, 404]);
    expect((await removeImage(ana, shared)).status).toBe(404);
  });

  test('with a storyId, an image that another story uses is refused and stays', async () => {
    const ana = await site.person();
    const shared = await cover(ana);
    const [one, two] = [
      await write.draft(ana, { coverImage: shared }),
      await write.draft(ana, { coverImage: shared }),
    ];
    const refused = await removeImage(ana, shared, { storyId: one._id });
    expect(refused.failure).toMatchObject({ code: 'IN_USE' });
    expect([await coverOf(ana, one._id), await coverOf(ana, two._id)]).toEqual([shared, shared]);
    expect(await statusOf(shared)).toBe(200);
  });

  test("a user cannot delete another user's image, nor use another user's story to delete one [R14] [R36]", async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { imageUrl } = (await uploadAvatar(ana)).body;
    expect((await removeImage(ben, imageUrl)).status).toBe(404);
    const own = await cover(ben);
    const draft = await write.draft(ana);
    expect((await removeImage(ben, own, { storyId: draft._id })).status).toBe(404);
    expect(await avatarOf(ana)).toBe(imageUrl);
    expect([await statusOf(imageUrl), await statusOf(own)]).toEqual([200, 200]);
  });

  test("an image that another user's story uses is refused", async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const image = await cover(ana);
    const { _id } = await write.draft(ben);
    // No call can cause this, but another program that writes to the database could.
    await site.ctx.db.updateTable('stories').set({ cover_image: image }).where('id', '=', _id).execute();
    expect((await removeImage(ana, image)).failure.code).toBe('IN_USE');
    expect(await statusOf(image)).toBe(200);
  });

  test('an image that is deleted and used concurrently is either gone or in use', async () => {
    const ana = await site.person();
    for (let round = 0; round < 8; round += 1) {
      const image = await cover(ana);
      const { _id } = await write.draft(ana);
      const change = { params: { id: _id }, body: { coverImage: image } };
      const [used] = await Promise.all([
        site.as(ana).call(storyCalls.updateStory, change),
        removeImage(ana, image),
      ]);
      const shown = await coverOf(ana, _id);
      expect(await statusOf(image)).toBe(shown === null ? 404 : 200);
      expect([200, 400]).toContain(used.status);
    }
  });

  test.each(['https://elsewhere.test/a.png', '/files/../../etc/passwd', '', '/files/x-600.webp'])(
    '%s is not an image of this site',
    async (address) => {
      expect((await removeImage(await site.person(), address)).status).toBe(404);
    },
  );

  test('a cover cannot be deleted as a profile image', async () => {
    const ana = await site.person();
    const image = await cover(ana);
    expect((await removeImage(ana, image, { type: 'profile' })).failure.code).toBe('BAD_INPUT');
    expect((await removeImage(ana, image, { type: 'cover' })).status).toBe(200);
  });
});

describe('the image quota of a user [R66]', () => {
  test('is enforced for concurrent uploads [R36]', async () => {
    const ana = await site.person();
    const rows = Array.from({ length: maxImages - 1 }, (_, n) => ({
      stem: `${ana.id.replaceAll('-', '').slice(0, 26)}${String(n).padStart(6, '0')}`,
      owner_id: ana.id,
      kind: 'cover' as const,
      widths: [],
      bytes: 1,
      created_at: site.clock.now(),
    }));
    await site.ctx.db.insertInto('uploads').values(rows).execute();
    const uploads = await Promise.all(Array.from({ length: 4 }, () => uploadAvatar(ana)));
    expect(uploads.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(uploads.find(({ status }) => status !== 201)?.failure).toMatchObject({ code: 'TOO_LARGE' });
    expect(uploads.find(({ status }) => status !== 201)?.status).toBe(413);
    await removeImage(ana, `/files/${rows[0]?.stem}-600.webp`);
    expect((await uploadAvatar(ana)).status).toBe(201);
  });
});

describe('the byte quota of a user [R66]', () => {
  test('is enforced; other users’ images do not count [R36]', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const row = { kind: 'cover' as const, widths: [], created_at: site.clock.now() };
    const stem = ana.id.replaceAll('-', '');
    await site.ctx.db
      .insertInto('uploads')
      .values({ ...row, stem, owner_id: ana.id, bytes: maxBytes })
      .execute();
    expect((await uploadAvatar(ana)).failure).toMatchObject({ code: 'TOO_LARGE' });
    expect((await uploadAvatar(ben)).status).toBe(201);
  });
});

describe('the sweep', () => {
  const afterDays = async (days: number) => {
    site.clock.advance(days * 24 * 3600 * 1000);
    return sweepImages(site.ctx);
  };

  test('removes only images that have been unused for a day [R36]', async () => {
    const ana = await site.person();
    const avatar = (await uploadAvatar(ana)).body.imageUrl;
    const { _id } = await write.draft(ana);
    const used = await cover(ana, _id);
    await afterDays(0);
    await afterDays(2);
    await afterDays(1.1);
    const unused = await cover(ana);
    await afterDays(0);
    expect(await afterDays(0.9)).toBe(0);
    expect(await statusOf(unused)).toBe(200);
    // A backup may have the row of an image that was still somebody's, so its files stay for another day.
    expect(await afterDays(0.2)).toBe(0);
    expect(await statusOf(unused)).toBe(404);
    expect(await afterDays(0.9)).toBe(0);
    expect(await afterDays(0.2)).toBe(1);
    expect([await statusOf(avatar), await statusOf(used)]).toEqual([200, 200]);
  });

  test('keeps an image that is used again in the meantime', async () => {
    const ana = await site.person();
    const unused = await cover(ana);
    await afterDays(0);
    site.clock.advance(2 * 24 * 3600 * 1000);
    const { _id } = await write.draft(ana, { coverImage: unused });
    await sweepImages(site.ctx);
    expect(await statusOf(unused)).toBe(200);
    expect(await coverOf(ana, _id)).toBe(unused);
  });

  test('removes the images of erased stories and accounts, but not of stories in the trash', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { _id } = await write.draft(ana);
    const used = await cover(ana, _id);
    const avatar = (await uploadAvatar(ben)).body.imageUrl;
    await site.as(ana).call(storyCalls.deleteStory, { params: { id: _id } });
    await site.ctx.db.deleteFrom('users').where('id', '=', ben.id).execute();
    await afterDays(0);
    await afterDays(1.1);
    expect([await statusOf(used), await statusOf(avatar)]).toEqual([200, 404]);
    await site.ctx.db.deleteFrom('stories').where('id', '=', _id).execute();
    await afterDays(0);
    await afterDays(1.1);
    expect(await statusOf(used)).toBe(404);
  });

  test('never removes an image that is put to use concurrently', async () => {
    const ana = await site.person();
    const unused = await Promise.all(Array.from({ length: 12 }, () => cover(ana)));
    await afterDays(0);
    site.clock.advance(2 * 24 * 3600 * 1000);
    const use = async (image: string) => {
      const body = { title: 'The Lamp', description: 'A lamp.', genres: [await write.anyGenre()] };
      const created = await site
        .as(ana)
        .call(storyCalls.createStory, { body: { ...body, coverImage: image } });
      return created.status === 201 ? created.body.data._id : null;
    };
    const sweeps = Promise.all([sweepImages(site.ctx), sweepImages(site.ctx)]);
    const stories = await Promise.all(unused.map(use));
    await sweeps;
    for (const [n, image] of unused.entries()) {
      const story = stories[n] ?? null;
      expect(await statusOf(image)).toBe(story === null ? 404 : 200);
      if (story !== null) expect(await coverOf(ana, story)).toBe(image);
    }
  });

  test('runs as a job', async () => {
    const unused = await cover(await site.person());
    await afterDays(0);
    site.clock.advance(2 * 24 * 3600 * 1000);
    await site.ctx.jobs.send(site.ctx.db, imageSweep, {});
    expect((await site.runJobs()).failed).toBe(0);
    expect(await statusOf(unused)).toBe(404);
  });

  test('retries on the next run when the storage fails', async () => {
    const ana = await site.person();
    const unused = await cover(ana);
    const remove = () => Promise.reject(new Error('the disk is unavailable'));
    const broken = { ...site.ctx, storage: { ...site.ctx.storage, remove } };
    await afterDays(0);
    await afterDays(1.1);
    site.clock.advance(2 * day);
    expect(await sweepImages(broken)).toBe(0);
    expect(await sweepImages(site.ctx)).toBe(1);
    expect(await statusOf(unused)).toBe(404);
  });
});
