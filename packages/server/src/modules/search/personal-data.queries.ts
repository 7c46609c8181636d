import { sql } from '../../platform/db/db.ts';
import { type PersonalPart, untilRemoved, withAccount } from '../../platform/personal-data.ts';
import { removeTerms } from './history.queries.ts';
import { deleteUnusedWords } from './index.queries.ts';
import './search.table.ts';

/** A person's search history, and their names in the search index, which the profile has already. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'Your latest searches',
      why: 'To offer them again, and to find popular searches.',
      seenBy: 'Only you. A search that several people made may be shown to everyone, without names.',
      until: untilRemoved,
      columns: ['search_history.user_id'],
    },
    {
      topic: 'account',
      what: 'The words of your username and display name',
      why: 'To let others find you.',
      seenBy: 'Everyone who searches for you.',
      until: withAccount,
      columns: [],
      notExported: { 'search_people.user_id': 'the names of the profile, as words; the profile is exported' },
    },
  ],
  lists: (userId) => ({
    'searches.json': sql`select term, searched_at as "searchedAt" from search_history where user_id = ${userId}
        order by searched_at desc, term_key`,
  }),
  async forget({ db }, tx, { id }) {
    await removeTerms(tx, id);
    const names = await tx
      .deleteFrom('search_people')
      .where('user_id', '=', id)
      .returning('name_key')
      .execute();
    // The texts have been unpublished for days, so that the nightly sweep has forgotten their words.
    const words = names.flatMap(({ name_key }) => name_key.split(' '));
    return async () => void (await deleteUnusedWords(db, words));
  },
};
