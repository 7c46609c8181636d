import type { Story } from '@inkling/contract/stories';
import { audienceNames } from '@inkling/contract/story-labels';
import { Badge } from '../../../ui/badge.tsx';

type Labelled = Pick<Story, 'audience'>;

/** 'Teen' or 'Mature'; nothing for a story for everyone. */
export const AudienceBadge = ({ story: { audience } }: { story: Labelled }) =>
  audience === 'everyone' ? null : <Badge>{audienceNames[audience]}</Badge>;

/** The same on the lower edge of a cover: generated covers have text everywhere else. */
export const AudienceOnCover = ({ story: { audience } }: { story: Labelled }) =>
  audience === 'everyone' ? null : (
    <span className="absolute end-2 -bottom-2 rounded border border-line bg-raised px-2 py-1 text-xs/none font-semibold text-text">
      {audienceNames[audience]}
    </span>
  );
