import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { pluralize } from '../../lib/format.ts';
import { markStale } from '../../lib/query.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Button } from '../../ui/button.tsx';
import { commentQuery, postedSince } from './comments.api.ts';
import { followComments } from './live-comments.ts';
import { type CommentSubject, isAbout, noPlace, placeOf } from './thread.ts';

interface Options {
  subject: CommentSubject;
  /** Whether the comments are loaded. */
  isLoaded: boolean;
  /** Whether a comment or reply is in the list already. */
  isShown: (id: string) => boolean;
  /** The list, which is there if it is not empty. */
  list: RefObject<HTMLElement | null>;
  /** Loads the new comments. */
  onAdd: () => Promise<unknown>;
}

interface Added {
  count: number;
  /** Shows them by `load`. */
  show: (load: () => Promise<unknown>) => Promise<void>;
}

/** How often new comments are looked for on the post of a private community: they are not reported. */
const pollMs = 60_000;
/** The most ids that are counted. */
const maxCounted = 99;

/**
 * Counts comments posted while the list is open. Where the list is empty or out of view, they are added at once, since
 * nothing that is being read moves.
 */
export function useNewComments(options: Options): Added {
  const { subject, isLoaded, isShown, list } = options;
  const [added, setAdded] = useState<readonly string[]>([]);
  const client = useQueryClient();
  const shown = useRef(options);
  shown.current = options;
  const { storyId, chapterId, isPost } = placeOf(subject) ?? noPlace;
  useEffect(() => {
    const since = serverNow();
    /** Events name only the chapter. A reply belongs to its comment's paragraph. */
    const isHere = async (id: string): Promise<boolean> => {
      const { subject, isShown } = shown.current;
      if (subject.kind !== 'chapter' || subject.paragraph === undefined) return true;
      const { data } = await client.fetchQuery(commentQuery(id));
      return data.parent === null ? isAbout(subject, data) : isShown(data.parent);
    };
    const add = (ids: readonly string[]) =>
      setAdded((before) => [...new Set([...before, ...ids])].slice(0, maxCounted));
    const check = () => void postedSince(shown.current.subject, since).then(add);
    if (storyId === null) {
      const timer = setInterval(() => document.visibilityState === 'visible' && check(), pollMs);
      return () => {
        clearInterval(timer);
        setAdded([]);
      };
    }
    const stop = followComments(
      { storyId, chapterId, isPost },
      {
        onChanged({ added: id }) {
          void markStale(client, ['paragraphComments']);
          if (id === null) return;
          isHere(id).then(
            (here) => here && add([id]),
            // Deleted already, or unreachable: the list has it when it is fetched again.
            () => undefined,
          );
        },
        onMissed: check,
      },
    );
    return () => {
      stop();
      setAdded([]);
    };
  }, [client, storyId, chapterId, isPost]);
  const count = added.filter((id) => !isShown(id)).length;
  const show = useCallback(
    async (load: () => Promise<unknown>) => {
      await load();
      setAdded((now) => now.filter((id) => !added.includes(id)));
    },
    [added],
  );
  useEffect(() => {
    if (!isLoaded || count === 0) return;
    const add = () => void show(shown.current.onAdd);
    if (list.current === null) return add();
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === false && add());
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [isLoaded, count, list, show]);
  return { count, show };
}

interface Props {
  added: Added;
  onShow: () => Promise<unknown>;
  /** What is there without new comments, in the same space. */
  children?: ReactNode;
}

/** A button that loads new comments where that moves others. It takes the place of something else, or is below the list. */
export function NewComments({ added: { count, show }, onShow, children }: Props) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await show(onShow).finally(() => setBusy(false));
  };
  return (
    <>
      {count === 0 && children}
      <ShowNew label={count > 0 ? pluralize(count, 'new comment') : null} busy={busy} onShow={press} />
    </>
  );
}

interface ShowNewProps {
  /** How many there are; null without any. */
  label: string | null;
  busy: boolean;
  onShow: () => Promise<unknown>;
}

/** A button that loads what is new in a list. */
export const ShowNew = ({ label, busy, onShow }: ShowNewProps) => (
  <div role="status">
    {label !== null && (
      <Button
        variant="primary"
        className="rounded-full! px-3! text-sm"
        busy={busy}
        onClick={() => void onShow()}
      >
        {label}
      </Button>
    )}
  </div>
);
