import type { ComponentProps } from 'react';
import { ChaptersDialog } from '../../features/chapters/reader/chapters-dialog.tsx';
import { GlossaryLink } from '../../features/glossary/glossary-link.tsx';

/** The list of chapters, with a link to the people and places of the story. */
export const ChaptersAndPeople = (props: ComponentProps<typeof ChaptersDialog>) => (
  <ChaptersDialog {...props}>
    <GlossaryLink storyId={props.opening.story._id} className="mb-3 w-full" />
  </ChaptersDialog>
);
