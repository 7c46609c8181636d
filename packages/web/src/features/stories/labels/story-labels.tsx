import { contentWarningNames } from '@inkling/contract/content-warnings';
import type { Story } from '@inkling/contract/stories';
import { audienceNames } from '@inkling/contract/story-labels';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';

type Labelled = Pick<Story, 'audience' | 'contentWarnings' | 'tags'>;

/** A story's content warnings. */
export function WarningList({ warnings }: { warnings: Story['contentWarnings'] }) {
  if (warnings.length === 0) return null;
  return (
    <ul aria-label="Content warnings" className="flex flex-wrap gap-2">
      {warnings.map((warning) => (
        <li key={warning} className="rounded border border-line bg-raised px-2 py-0.5 text-sm">
          {contentWarningNames[warning]}
        </li>
      ))}
    </ul>
  );
}

/** A story’s audience, content warnings and tags; a tag leads to the stories that have it. */
export function StoryLabels({ story: { audience, contentWarnings, tags } }: { story: Labelled }) {
  return (
    <div className="space-y-3">
      <p className="text-sm text-muted">
        Audience: <span className="font-semibold text-text">{audienceNames[audience]}</span>
      </p>
      {contentWarnings.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="text-sm text-muted">Content warnings:</p>
          <WarningList warnings={contentWarnings} />
        </div>
      )}
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-x-3">
          {tags.map((tag) => (
            <li key={tag} className="min-w-0">
              <Link
                to={paths.taggedStories(tag)}
                className="inline-flex min-h-11 max-w-full items-center text-sm text-muted hover:text-text hover:underline"
              >
                <span aria-hidden="true">#</span>
                <bdi className="truncate">{tag}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
