import { numberBeside, titleAfterNumber } from '@inkling/contract/chapter-title';
import { imageSources } from '@inkling/contract/files';
import type { FoundChapter, FoundStory } from '@inkling/contract/search';
import type { PersonCard } from '@inkling/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type CallResponse, messageOf } from '../../lib/api.ts';
import { compactNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useIsMemberPage, useMe } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Cover } from '../../ui/cover.tsx';
import { Switch } from '../../ui/switch.tsx';
import { StoryListCard } from '../stories/list/story-list-card.tsx';
import { useOtherLanguage } from '../stories/story-language.ts';
import { formatCount } from '../stories/story-text.ts';
import { displayNameOf, hasDisplayName } from '../users/display-name.ts';
import { FollowButton } from '../users/follow-button.tsx';
import { PersonAvatar } from '../users/person-avatar.tsx';
import { useFollow } from '../users/users.api.ts';
import { Marked } from './marked-text.tsx';
import { excerptsQuery, type SearchState } from './search.api.ts';

/** The words of the search that a story does not have, if no story has all of them. */
export const Missing = ({ of: { marks } }: { of: FoundStory }) =>
  marks.missing.length > 0 && (
    <p className="mt-1 text-sm text-muted">
      Missing: <bdi>{marks.missing.join(', ')}</bdi>
    </p>
  );

/** A story in the results of a search, with the matches marked, and what it is missing. */
export function FoundStoryCard({ found }: { found: FoundStory }) {
  const { marks, ...story } = found;
  const { title, description } = marks;
  return (
    <StoryListCard
      story={story}
      title={story.title === '' ? undefined : <Marked of={{ text: story.title, matches: title }} />}
      description={description.text === '' ? undefined : <Marked of={description} />}
      note={<Missing of={found} />}
    />
  );
}

/** A community in the results of a search. The whole row is its link. */
export function FoundCommunityCard({
  community: { _id, name, avatar, membersCount, description },
}: {
  community: CallResponse<'GET /search/communities'>['data'][number];
}) {
  return (
    <article className="relative flex items-start gap-3 py-4">
      <span className="w-14 shrink-0">
        <Cover
          id={_id}
          title={name}
          author="Community"
          image={avatar}
          sources={imageSources(avatar)}
          sizes="56px"
        />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-serif text-lg leading-snug wrap-anywhere" dir="auto">
          <Link to={paths.community(_id)} className="card-link hover:underline">
            {name}
          </Link>
        </h3>
        <p className="text-sm text-muted tabular-nums">
          {compactNumber(membersCount)} {membersCount === 1 ? 'member' : 'members'}
        </p>
        <p className="mt-1 line-clamp-2 text-sm text-muted wrap-anywhere" dir="auto">
          {description}
        </p>
      </div>
    </article>
  );
}

/** A person in the results of a search, with a follow button. */
export function FoundPersonCard({ person }: { person: PersonCard }) {
  const { username, followersCount, bio } = person;
  const isMe = useMe()?._id === person._id;
  const { on, busy, toggle } = useFollow(person);
  const name = displayNameOf(person);
  return (
    <article className="flex items-start gap-3 py-4">
      <PersonAvatar person={person} size={44} />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">
          <Link to={paths.person(username)} className="inline-block min-h-6 max-w-full hover:underline">
            <bdi className="block truncate">{name}</bdi>
          </Link>
        </h3>
        <p className="text-sm text-muted">
          {hasDisplayName(person) && <bdi>@{username} · </bdi>}
          {compactNumber(followersCount)} {followersCount === 1 ? 'follower' : 'followers'}
        </p>
        {bio !== '' && (
          <p className="mt-1 line-clamp-2 text-sm text-muted" dir="auto">
            {bio}
          </p>
        )}
      </div>
      {!isMe && <FollowButton quiet name={name} on={on} busy={busy} onToggle={toggle} />}
    </article>
  );
}

interface Props {
  chapters: FoundChapter[];
  /** The search that found them. */
  state: SearchState;
}

/** Chapters in the results of a search, below their stories; excerpts from further on stay folded until asked for. */
export function FoundChapters({ chapters, state }: Props) {
  const [wanted, setWanted] = useState(false);
  const all = useQuery({ ...excerptsQuery(state), enabled: wanted });
  const isMember = useIsMemberPage();
  const isFolded = isMember && chapters.some(({ isAhead, excerpt }) => isAhead && excerpt === null);
  const shown = (wanted && all.data?.data.chapters) || chapters;
  return (
    <>
      {isFolded && (
        <Switch
          label="Show excerpts I haven’t reached"
          hint="They may contain spoilers."
          checked={wanted}
          onChange={() => setWanted(!wanted)}
        />
      )}
      {wanted && all.isError && <Alert>{messageOf(all.error, 'Failed to fetch the excerpts.')}</Alert>}
      <ul className="divide-y divide-line">
        {[...Map.groupBy(shown, ({ story }) => story._id).values()].map((group) => (
          <li key={group[0]?.story._id} className="py-4">
            <Group chapters={group} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The chapters of one story. */
function Group({ chapters }: { chapters: FoundChapter[] }) {
  const [first] = chapters;
  const other = useOtherLanguage(first?.story.language ?? '');
  if (first === undefined) return null;
  const { story, author, stats } = first;
  return (
    <article>
      <h3 className="font-serif text-lg leading-snug" dir="auto" lang={story.language}>
        <Link to={paths.story(story._id)} className="py-0.5 hover:underline">
          {story.title || 'Untitled Story'}
        </Link>
      </h3>
      <p className="mt-0.5 text-sm text-muted">
        by <bdi>{author.displayName || author.username}</bdi>
        {other !== null && ` · ${other}`} · {formatCount(stats.views, 'view')}
      </p>
      <ul className="mt-1 space-y-3">
        {chapters.map(({ _id, title, marks, chapterNumber, excerpt }) => (
          <li key={_id}>
            <h4 className="leading-snug" dir="auto" lang={story.language}>
              <Link to={paths.storyChapter(story._id, _id)} className="inline-block py-1 hover:underline">
                {titleAfterNumber({ title, chapterNumber }) === title &&
                  numberBeside({ title, chapterNumber }) !== null && (
                    <>
                      Chapter {chapterNumber}
                      {title !== '' && ': '}
                    </>
                  )}
                <Marked of={{ text: title, matches: marks.title }} />
              </Link>
            </h4>
            {excerpt !== null && (
              <p
                className="mt-1 border-s-2 border-line ps-3 font-serif text-muted"
                dir="auto"
                lang={story.language}
              >
                <Marked of={excerpt} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}
