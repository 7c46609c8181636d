import { randomBytes } from 'node:crypto';
import { imageAddress } from '@inkling/contract/files';
import * as calls from '@inkling/contract/uploads';
import { type CapabilityFixtures, example, pixel } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The URL of an image that is not in use. */
    image: string;
  }
}

const avatar = () => ({ body: {}, file: pixel });
const createsOnceBecause = 'the new image replaces the old one';

export const fixtures: CapabilityFixtures = {
  async create({ ctx, clock }, { owner }) {
    const stem = randomBytes(16).toString('hex');
    await ctx.db
      .insertInto('uploads')
      .values({ stem, owner_id: owner.id, kind: 'cover', widths: [], bytes: 0, created_at: clock.now() })
      .execute();
    return { image: imageAddress('cover', stem) };
  },
  examples: [
    example(calls.uploadProfileImage, avatar, { createsOnceBecause }),
    example(calls.uploadUserImage, avatar, { createsOnceBecause }),
    // The image does not exist for others.
    example(calls.deleteImage, ({ image }) => ({ body: { imageUrl: image } }), {
      othersGet: 404,
      formattedFields: ['imageUrl'],
    }),
  ],
};
