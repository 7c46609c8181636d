import type { FoundChapter } from '@inkling/contract/replacements';
import type { ReactNode } from 'react';
import { FixWords } from '../../features/fixes/fix-words.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';

type Place = FoundChapter['places'][number];

/** What tells one place of a story from others. */
export const keyOf = (chapterId: string, { start }: Pick<Place, 'start'>): string => `${chapterId} ${start}`;

interface Props {
  found: FoundChapter;
  /** What the words will be replaced with. */
  words: string;
  language: string | undefined;
  /** The keys of places that stay as they are. */
  skipped: ReadonlySet<string>;
  onSkip: (skipped: ReadonlySet<string>) => void;
  /** The chapter's name. */
  children: ReactNode;
}

/** The places of a chapter, each with a box that chooses it. */
export function FoundPlaces({
  found: { chapter, places },
  words,
  language,
  skipped,
  onSkip,
  children,
}: Props) {
  const plain = places.filter(({ isPlain }) => isPlain);
  const keys = plain.map((place) => keyOf(chapter._id, place));
  const isAny = keys.some((key) => !skipped.has(key));
  const choose = (changed: string[], isChosen: boolean) => {
    const next = new Set(skipped);
    for (const key of changed) {
      if (isChosen) next.delete(key);
      else next.add(key);
    }
    onSkip(next);
  };
  return (
    <section aria-label={chapter.title} className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-serif text-2xl wrap-anywhere" dir="auto" lang={language}>
          {children}
        </h2>
        {keys.length > 1 && (
          <Button variant="ghost" onClick={() => choose(keys, !isAny)}>
            {isAny ? 'Choose none' : `Choose all ${keys.length}`}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line rounded-xl border border-line bg-raised">
        {places.map((place) => {
          const key = keyOf(chapter._id, place);
          const isChosen = place.isPlain && !skipped.has(key);
          return (
            <li key={key} className="[content-visibility:auto] [contain-intrinsic-size:auto_3.5rem]">
              <label className="flex min-h-11 items-start gap-3 px-4 py-3">
                <input
                  type="checkbox"
                  className="mt-1 size-5 shrink-0 accent-(--accent)"
                  checked={isChosen}
                  disabled={!place.isPlain}
                  onChange={({ target }) => choose([key], target.checked)}
                />
                <span className="min-w-0">
                  {isChosen ? (
                    <FixWords {...place} replacement={words} language={language} />
                  ) : (
                    <span lang={language} dir="auto" className="font-serif text-lg wrap-anywhere text-muted">
                      {place.prefix}
                      <strong className="text-text">{place.original}</strong>
                      {place.suffix}
                    </span>
                  )}
                  {!place.isPlain && (
                    <span className="block text-sm text-muted">
                      Part of this match is emphasized. Change it in the editor.
                    </span>
                  )}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface MoreProps {
  /** How many are shown, in words. */
  shown: string;
  find: () => Promise<unknown>;
}

/** Below places that are not all. */
export function ShowMoreMatches({ shown, find }: MoreProps) {
  const element = useFocusAfter<HTMLFormElement>(() => document.getElementById('main'));
  const form = useCallForm({ fallback: 'Failed to search the story', send: find });
  return (
    <form
      ref={element}
      onSubmit={form.onSubmit}
      className="flex flex-wrap items-center justify-between gap-3"
    >
      {form.failure !== undefined && <Alert>{form.failure}</Alert>}
      <p className="text-muted">These are the first {shown}.</p>
      <Button type="submit" busy={form.busy}>
        Show more matches
      </Button>
    </form>
  );
}
