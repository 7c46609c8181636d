import { useQuery } from '@tanstack/react-query';
import type { EditorView } from 'prosemirror-view';
import { memo, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { storyAssistantQuery } from './assistant.api.ts';
import { FeedbackTab, useChapterFeedback } from './feedback-tab.tsx';
import { SpellingTab } from './spelling-tab.tsx';

interface Props {
  view: EditorView | undefined;
  userId: string;
  story: { _id: string; language: string };
  onClose: () => void;
}

/**
 * The assistant beside the editor: spelling on this device, and feedback on the chapter. Memoized: the editor renders with
 * each word that is typed.
 */
export const AssistantPanel = memo(function AssistantPanel({ view, userId, story, onClose }: Props) {
  const [tab, setTab] = useState('spelling');
  const feedback = useChapterFeedback(view);
  const assistant = useQuery(storyAssistantQuery(story._id));
  return (
    <SidePanel title="Writing assistant" gap={16} otherwise="over" onClose={onClose}>
      <div className="-mx-2 min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-5">
        {assistant.data === undefined ? (
          <QueryState query={assistant} fallback="Failed to open the assistant" pending={<TextSkeleton />} />
        ) : assistant.data.data.isAllowed ? (
          <Tabs
            label="Writing assistant"
            value={tab}
            onChange={setTab}
            tabs={[
              {
                id: 'spelling',
                label: 'Spelling',
                content: (
                  <SpellingTab
                    view={view}
                    language={story.language}
                    story={{ userId, storyId: story._id, names: assistant.data.data.names }}
                  />
                ),
              },
              { id: 'feedback', label: 'Feedback', content: <FeedbackTab view={view} feedback={feedback} /> },
            ]}
          />
        ) : (
          <Offer />
        )}
      </div>
    </SidePanel>
  );
});

/** What the assistant is, for those without it, with a sample that we wrote. */
function Offer() {
  return (
    <div className="mt-4 space-y-4">
      <p>
        The writing assistant catches misspellings and common slips in English, and measures the rhythm of a
        chapter. It’s part of Pro and Premium.
      </p>
      <figure className="space-y-2 rounded-xl border border-line bg-raised px-4 py-3">
        <figcaption className="text-sm text-muted">Example</figcaption>
        <p className="font-serif" lang="en">
          The ferry left{' '}
          <span className="underline decoration-danger decoration-wavy underline-offset-4">wihtout</span> her.
          Nobody on the pier looked up.
        </p>
        <p className="text-sm">
          <span className="font-semibold">wihtout</span> – Did you mean <em>without</em>?
        </p>
      </figure>
      <Link to={{ pathname: paths.store, hash: 'subscriptions' }} className={buttonClass('primary')}>
        See plans
      </Link>
    </div>
  );
}
