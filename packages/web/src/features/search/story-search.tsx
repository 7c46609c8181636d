import { numberedTitle } from '@inkling/contract/chapter-title';
import type { FoundInStory, MarkedText } from '@inkling/contract/search';
import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Marked } from './marked-text.tsx';
import { inStoryQuery } from './search.api.ts';

interface Props {
  story: Story;
  /** What was searched for last. */
  searched: string;
  onSearch: (q: string) => void;
  /** Opens a chapter, at a passage if one was chosen, with the chapters of the page of results. */
  onGo: (chapter: FoundInStory, passage: MarkedText | undefined, found: FoundInStory[]) => void;
  onOpenChange: (open: boolean) => void;
}

/** Finds words in the text of the open story (docs/product/search.md#inside-a-story). */
export function StorySearch({ story, searched, onSearch, onGo, onOpenChange }: Props) {
  const [anyway, setAnyway] = useState(false);
  // After which chapters the shown pages of results begin.
  const [pages, setPages] = useState([0]);
  /** How often a search was sent: the same words again are looked for again. */
  const [sent, setSent] = useState(0);
  return (
    <Dialog open onOpenChange={onOpenChange} title="Search in This Story" headStays initialFocus="field">
      <form
        className="flex items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          setPages([0]);
          setSent(sent + 1);
          onSearch(String(new FormData(event.currentTarget).get('q')).trim());
        }}
      >
        <input
          type="search"
          name="q"
          aria-label="Words in the story"
          placeholder="Words or “a phrase”"
          enterKeyHint="search"
          defaultValue={searched}
          maxLength={200}
          autoComplete="off"
          className="min-h-11 w-full min-w-0 rounded-md border border-control bg-raised px-3"
        />
        <IconButton type="submit" icon={Search} label="Search" />
      </form>
      {searched !== '' && (
        <div className="mt-4 space-y-4">
          {pages.map((after, index) => (
            <Page
              key={`${sent} ${after}`}
              input={{ story, q: searched, after, anyway }}
              onGo={onGo}
              onShow={() => setAnyway(true)}
              onMore={index === pages.length - 1 ? (next) => setPages([...pages, next]) : undefined}
            />
          ))}
        </div>
      )}
    </Dialog>
  );
}

interface PageProps {
  input: { story: Story; q: string; after: number; anyway: boolean };
  onGo: Props['onGo'];
  /** Shows excerpts of chapters ahead. */
  onShow: () => void;
  /** Shows the next page; absent while that is shown. */
  onMore: ((after: number) => void) | undefined;
}

function Page({ input, onGo, onShow, onMore }: PageProps) {
  const { story, q, after, anyway } = input;
  const found = useQuery(inStoryQuery(story._id, { q, after, anyway }));
  if (found.data === undefined) return <QueryState query={found} fallback="Failed to search the story." />;
  const { data, next } = found.data;
  const isFolded = data.some(({ isAhead, excerpts }) => isAhead && excerpts.length === 0);
  return (
    <>
      {after === 0 && (
        <p role="status" className="text-muted">
          {data.length === 0 ? `“${q}” isn’t in the chapters of this story.` : ''}
        </p>
      )}
      {isFolded && !anyway && (
        <Switch
          label="Show passages I haven’t reached"
          hint="They may contain spoilers."
          checked={false}
          onChange={onShow}
        />
      )}
      <ul className="space-y-4">
        {data.map((chapter) => (
          <li key={chapter._id}>
            <h3 className="leading-snug" dir="auto" lang={story.language}>
              <button
                type="button"
                className="min-h-11 text-start font-semibold hover:underline"
                onClick={() => onGo(chapter, undefined, data)}
              >
                {numberedTitle(chapter)}
              </button>
            </h3>
            <ul className="space-y-1">
              {chapter.excerpts.map((excerpt) => (
                <li key={excerpt.text}>
                  <button
                    type="button"
                    dir="auto"
                    lang={story.language}
                    className="block min-h-11 w-full border-s-2 border-line ps-3 text-start font-serif text-muted wrap-anywhere hover:bg-sunken hover:text-text"
                    onClick={() => onGo(chapter, excerpt, data)}
                  >
                    <Marked of={excerpt} />
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {next !== null && onMore && <Button onClick={() => onMore(next)}>More chapters</Button>}
    </>
  );
}
