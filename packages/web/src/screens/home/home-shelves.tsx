import type { Home, HomeList } from '@inkling/contract/home';
import {
  continueReadingQuery,
  homeListQuery,
  personalShelvesQuery,
  recommendedQuery,
} from '../../features/home/home.api.ts';
import { ReadingShelfSkeleton } from '../../ui/skeleton.tsx';
import { ContinueReading } from './continue-reading.tsx';
import { PersonalShelves } from './personal-shelves.tsx';
import { type PublicShelf, publicShelves } from './public-shelves.ts';
import { RetriedList } from './retried-list.tsx';
import { FoldedShelf, StoryShelf } from './story-shelf.tsx';

/** The list's own call returns all stories, so they are cut to the size of a shelf. */
const continueReadingCount = 10;

const recommended = {
  title: 'Recommended For You',
  empty: 'No recommendations yet. Stories you might like will show up here.',
};

/** The shelves of the home page, in order. A shelf that failed is requested by its own call. */
export function HomeShelves({ home }: { home: Home }) {
  const hasFailed = (list: HomeList) => home.failed.includes(list);
  return (
    <div className="mt-8 space-y-12">
      {hasFailed('continueReading') ? (
        <RetriedList
          title="Continue Reading"
          query={continueReadingQuery}
          fallback="Failed to fetch library"
          pending={<ReadingShelfSkeleton />}
        >
          {({ data }) => <ContinueReading entries={data.slice(0, continueReadingCount)} />}
        </RetriedList>
      ) : (
        <ContinueReading entries={home.continueReading} />
      )}
      {hasFailed('recommended') ? (
        <RetriedList title={recommended.title} query={recommendedQuery}>
          {({ data }) => <StoryShelf {...recommended} stories={data} />}
        </RetriedList>
      ) : (
        <StoryShelf {...recommended} stories={home.recommended} />
      )}
      {hasFailed('personalizedCategories') ? (
        <RetriedList title="Picked for you" query={personalShelvesQuery}>
          {({ data }) => <PersonalShelves shelves={data} />}
        </RetriedList>
      ) : (
        <PersonalShelves shelves={home.personalizedCategories} />
      )}
      {publicShelves.map((shelf) => (
        <PublicList key={shelf.list} shelf={shelf} home={home} />
      ))}
    </div>
  );
}

function PublicList({ shelf, home }: { shelf: PublicShelf; home: Home }) {
  const { list, title, name, more, moreIfFolded, empty, fallback, optional } = shelf;
  const shown = { title, empty, more };
  if (home.failed.includes(list)) {
    return (
      <RetriedList title={title} query={homeListQuery(list, name)} {...(fallback && { fallback })}>
        {({ data }) => (optional && data.length === 0 ? null : <StoryShelf {...shown} stories={data} />)}
      </RetriedList>
    );
  }
  const stories = home[list];
  const target = more ?? moreIfFolded;
  if (home.folded.includes(list) && target !== undefined) return <FoldedShelf title={title} more={target} />;
  return optional && stories.length === 0 ? null : <StoryShelf {...shown} stories={stories} />;
}
