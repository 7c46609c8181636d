import type { Story } from '@inkling/contract/stories';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useIsMemberPage } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { titleOf } from '../story-text.ts';
import { openMatureStory } from './mature-consent.ts';
import { WarningList } from './story-labels.tsx';

type Asked = Pick<Story, '_id' | 'title' | 'language' | 'contentWarnings'>;

/** Asks before a mature story, or its community, is shown. Shows neither its cover nor its description. */
export function MatureGate({ story, of = 'story' }: { story: Asked; of?: 'story' | 'community' }) {
  const navigate = useNavigate();
  const member = useIsMemberPage();
  // The first page of a visit has no page of this site behind it.
  const isFirst = useLocation().key === 'default';
  const goBack = () => void (isFirst ? navigate(member ? paths.home : paths.landing) : navigate(-1));
  return (
    <div className="mx-auto max-w-xl px-4 py-16 text-center">
      <h1
        className="font-serif text-3xl leading-tight text-balance break-words sm:text-4xl"
        dir="auto"
        lang={story.language}
      >
        {titleOf(story)}
      </h1>
      <p className="mt-4 text-lg font-semibold">
        {of === 'story' ? 'This story is' : 'This community is about a story'} for mature readers
      </p>
      {story.contentWarnings.length > 0 && (
        <div className="mt-4 flex flex-col items-center gap-2 *:justify-center">
          <p className="text-muted">Contains</p>
          <WarningList warnings={story.contentWarnings} />
        </div>
      )}
      <p className="mt-6 flex flex-wrap justify-center gap-3">
        <Button variant="primary" onClick={() => openMatureStory(story._id)}>
          Continue
        </Button>
        <Button onClick={goBack}>Back</Button>
      </p>
      <p className="mt-4 text-sm text-muted">We’ll remember this for this {of} on this device.</p>
    </div>
  );
}
