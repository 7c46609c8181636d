import * as calls from '@inkling/contract/users';
import { type CapabilityFixtures, example, type Fixtures, uniqueName } from '../../testing/examples.ts';
import { insertUser, updateUser } from './users.queries.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** Another person, to be followed. */
    other: string;
  }
}

const otherUser = ({ other }: Fixtures) => ({ params: { userId: other } });
const ownName = ({ owner }: Fixtures) => ({ params: { username: owner.username } });

export const fixtures: CapabilityFixtures = {
  async create({ ctx, clock }, { owner }) {
    await updateUser(ctx.db, owner.id, { moved_to: 'https://elsewhere.example' });
    const name = uniqueName();
    const user = { username: name, username_key: name, created_at: clock.now() };
    return { other: (await insertUser(ctx.db, user)).id };
  },
  examples: [
    example(
      calls.updateProfile,
      () => ({ body: { displayName: 'Changed', bio: 'Changed', timeZone: 'Europe/Berlin' } }),
      { formattedFields: ['timeZone', 'username'] },
    ),
    example(calls.updatePreferences, ({ genre }) => ({
      body: {
        favoriteGenres: [genre],
        emailNotifications: false,
        showsMature: true,
        hideTags: ['sea'],
        hideWarnings: ['gore' as const],
        showTags: ['sky'],
        showWarnings: ['death' as const],
        keepsHistory: false,
        isMeasured: true,
        showsPresence: false,
        hidesRewards: true,
        hidesFirstSteps: true,
        isRanked: false,
        showsGenres: true,
        languages: ['en'],
        saveFilters: [{ name: 'Short ones', query: 'length=short' }],
        removeFilters: ['Long ones'],
        readingSettings: { size: { value: 'lg' as const, age: 0 } },
      },
    })),
    example(calls.followUser, otherUser),
    example(calls.unfollowUser, otherUser),
    example(calls.listFollowers, ownName),
    example(calls.listFollowing, ownName),
  ],
};
