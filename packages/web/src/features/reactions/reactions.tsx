import type { ReactionCounts, ReactionType } from '@inkling/contract/reactions';
import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { Frown, Heart, Hourglass, Laugh, type LucideIcon, Zap } from 'lucide-react';
import { Link } from 'react-router';
import { compactNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe, useSessionState } from '../../lib/session.ts';
import { useNoConnection } from '../../lib/use-connection.ts';
import { reactionsQuery, type Subject, useReact } from './reactions.api.ts';

/** The reactions, in the order in which they are shown. */
const reactionTypes: [type: ReactionType, name: string, icon: LucideIcon][] = [
  ['love', 'Loved it', Heart],
  ['laugh', 'Funny', Laugh],
  ['surprise', 'Surprising', Zap],
  ['sad', 'Sad', Frown],
  ['suspense', 'Gripping', Hourglass],
];

interface Props {
  story: Pick<Story, '_id' | 'author'>;
  /** The chapter that is reacted to; without one, the story. */
  chapterId?: string | undefined;
}

/** Buttons for readers; the counts alone for visitors, who are invited to sign in, and for the author. */
export function Reactions({ story, chapterId }: Props) {
  const subject = { storyId: story._id, chapterId };
  const query = useQuery(reactionsQuery(subject));
  const session = useSessionState();
  const me = useMe();
  const noConnection = useNoConnection('Reactions need');
  if (query.isLoadingError && noConnection !== undefined) return <p className="text-muted">{noConnection}</p>;
  if (query.data === undefined)
    return <QueryState query={query} fallback="Failed to fetch reactions" pending={<Placeholder />} />;
  const { data } = query.data;
  if (session === 'visitor')
    return (
      <>
        <Counts counts={data.counts} />
        <p className="mt-2 text-muted">
          <Link to={paths.login(paths.story(story._id))} className="link">
            Sign in
          </Link>{' '}
          to react.
        </p>
      </>
    );
  if (me === undefined) return <Placeholder />;
  if (me._id === story.author._id) return <Counts counts={data.counts} />;
  return <Buttons subject={subject} data={data} />;
}

/** Tiles of one size, so that a number that comes or grows moves nothing. On the narrowest phones they need two rows. */
const tilesClass = 'grid max-w-lg grid-cols-3 gap-1.5 min-[22.5rem]:grid-cols-5 sm:gap-2';
const tileClass =
  'flex min-h-16 flex-wrap content-center items-center justify-center gap-x-1.5 gap-y-1 rounded-xl border px-0.5 text-xs sm:text-sm';

const Placeholder = () => (
  <div aria-busy="true" className="h-16 max-w-lg animate-pulse rounded-xl bg-sunken" />
);

function Counts({ counts }: Pick<ReactionCounts, 'counts'>) {
  const chosen = reactionTypes.filter(([type]) => counts[type] > 0);
  if (chosen.length === 0) return <p className="flex min-h-11 items-center text-muted">No reactions yet.</p>;
  return (
    <ul className={tilesClass}>
      {chosen.map(([type, name, Icon]) => (
        <li key={type} className={`${tileClass} border-line text-muted`}>
          <Label Icon={Icon} name={name} count={counts[type]} />
        </li>
      ))}
    </ul>
  );
}

/** The counts and the reader's own reaction as they will be once `type` is stored. */
function changed({ counts, mine }: ReactionCounts, type: ReactionType | null) {
  const next = { ...counts };
  if (mine !== null) next[mine.type] -= 1;
  if (type !== null) next[type] += 1;
  return { counts: next, own: type };
}

function Buttons({ subject, data }: { subject: Subject; data: ReactionCounts }) {
  const react = useReact(subject, data.mine);
  const { isPending, variables = null } = react;
  const { counts, own } = isPending
    ? changed(data, variables)
    : { counts: data.counts, own: data.mine?.type ?? null };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be named by the section's heading
    <div role="group" aria-labelledby="reactions" className={tilesClass}>
      {reactionTypes.map(([type, name, Icon]) => (
        <button
          key={type}
          type="button"
          aria-pressed={own === type}
          aria-disabled={isPending || undefined}
          aria-busy={(isPending && (variables ?? data.mine?.type) === type) || undefined}
          className={`${tileClass} transition-colors duration-(--motion-short) ${own === type ? 'border-accent bg-sunken text-accent-text inset-ring inset-ring-accent' : 'border-control text-text hover:bg-sunken'}`}
          onClick={() => {
            if (!isPending) react.mutate(own === type ? null : type);
          }}
        >
          <Label Icon={Icon} name={name} count={counts[type]} />
        </button>
      ))}
    </div>
  );
}

function Label({ Icon, name, count }: { Icon: LucideIcon; name: string; count: number }) {
  return (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {/* Last on the tile, first in its accessible name. */}
      <span className="order-last basis-full text-center">{`${name} `}</span>
      {count > 0 && <span className="tabular-nums">{compactNumber(count)}</span>}
    </>
  );
}
