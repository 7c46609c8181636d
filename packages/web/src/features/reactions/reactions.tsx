import type { ReactionCounts, ReactionType } from '@inkling/contract/reactions';
import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { Frown, Heart, Hourglass, Laugh, type LucideIcon, Zap } from 'lucide-react';
import { Link } from 'react-router';
import { compactNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe, useSessionState } from '../../lib/session.ts';
import { reactionNames } from './reaction-names.ts';
import { reactionsQuery, type Subject, useReact } from './reactions.api.ts';

const icons: Record<ReactionType, LucideIcon> = {
  love: Heart,
  laugh: Laugh,
  surprise: Zap,
  sad: Frown,
  suspense: Hourglass,
};

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

const Placeholder = () => (
  <div aria-busy="true" className="h-11 max-w-lg animate-pulse rounded-full bg-sunken" />
);

function Counts({ counts }: Pick<ReactionCounts, 'counts'>) {
  const chosen = reactionNames.filter(([type]) => counts[type] > 0);
  if (chosen.length === 0) return <p className="flex min-h-11 items-center text-muted">No reactions yet.</p>;
  return (
    <ul className="flex flex-wrap gap-2">
      {chosen.map(([type, name]) => (
        <li
          key={type}
          className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line px-3 text-muted sm:px-4"
        >
          <Label type={type} name={name} count={counts[type]} />
        </li>
      ))}
    </ul>
  );
}

/** The counts and the own reaction as they will be once `type` is stored. */
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
    <div role="group" aria-labelledby="reactions" className="flex flex-wrap gap-2">
      {reactionNames.map(([type, name]) => (
        <button
          key={type}
          type="button"
          aria-pressed={own === type}
          aria-disabled={isPending || undefined}
          aria-busy={(isPending && (variables ?? data.mine?.type) === type) || undefined}
          className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-3 sm:px-4 transition-colors duration-(--motion-short) ${own === type ? 'border-accent bg-sunken font-semibold text-accent-text' : 'border-control text-text hover:bg-sunken'}`}
          onClick={() => {
            if (!isPending) react.mutate(own === type ? null : type);
          }}
        >
          <Label type={type} name={name} count={counts[type]} />
        </button>
      ))}
    </div>
  );
}

function Label({ type, name, count }: { type: ReactionType; name: string; count: number }) {
  const Icon = icons[type];
  return (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {`${name} `}
      {count > 0 && <span className="tabular-nums">{compactNumber(count)}</span>}
    </>
  );
}
