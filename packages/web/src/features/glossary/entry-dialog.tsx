import type { GlossaryEntry } from '@inkling/contract/glossary';
import type { Story } from '@inkling/contract/stories';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EntryText } from './entry-text.tsx';

interface Props {
  story: Pick<Story, '_id' | 'language'>;
  /** Usually one; more if they have a name in common. */
  entries: GlossaryEntry[];
  onClose: () => void;
}

/** What a reader knows about a name that they pressed in the text. */
export function EntryDialog({ story, entries, onClose }: Props) {
  const [first, ...others] = entries;
  if (first === undefined) return null;
  return (
    <Dialog open onOpenChange={onClose} title={first.names[0] ?? ''} initialFocus="title" sheet>
      <EntryText storyId={story._id} language={story.language} entry={first} />
      {others.map((entry) => (
        <section key={entry._id} className="mt-4 border-t border-line pt-4">
          <h3 className="font-serif text-xl wrap-anywhere" dir="auto" lang={story.language}>
            {entry.names[0]}
          </h3>
          <EntryText storyId={story._id} language={story.language} entry={entry} />
        </section>
      ))}
      <p className="mt-4">
        <Link to={paths.people(story._id)} className="link inline-flex min-h-11 items-center">
          All people and places
        </Link>
      </p>
    </Dialog>
  );
}
