import { newId } from '@inkling/contract/new-id';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError, messageOf } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { markStale } from '../../lib/query.ts';
import { serverNow } from '../../lib/server-time.ts';
import { useMe } from '../../lib/session.ts';
import { inputKey, storeInput } from '../../lib/stored-input.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/checkbox-group.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { uploadCover } from '../uploads/uploads.api.ts';
import type { ExportedData, ExportedStory } from './exported-data.ts';
import { restoreStory } from './imports.api.ts';

/** Adds a story, once: a repeated import finds it by its id. */
async function addStory({ story, cover }: ExportedStory): Promise<string> {
  const send = (_id: string) => restoreStory({ ...story, _id });
  const { data } = await send(story._id).catch((error: unknown) => {
    // Another person has imported the same file here.
    if (error instanceof ApiError && error.code === 'ID_TAKEN') return send(newId(serverNow()));
    throw error;
  });
  const options = { signal: new AbortController().signal, onProgress() {} };
  if (cover === null || data.coverImage !== null) return 'added';
  return uploadCover(cover, options, { storyId: data._id }).then(
    () => 'added',
    () => 'added without its cover',
  );
}

interface Props extends ExportedData {
  close: () => void;
}

/** The stories in a file with one's data from another site, of which the author chooses those to add. */
export function ExportedStories({ stories, library, close }: Props) {
  const client = useQueryClient();
  const me = useMe();
  const [chosen, setChosen] = useState(stories.map(({ story }) => story._id));
  const [at, setAt] = useState<string | null>(null);
  const [outcomes, setOutcomes] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const open = chosen.filter((id) => outcomes[id] === undefined);
  const add = async () => {
    setProblem(null);
    for (const one of stories.filter(({ story }) => open.includes(story._id))) {
      setAt(one.story._id);
      try {
        const outcome = await addStory(one);
        setOutcomes((before) => ({ ...before, [one.story._id]: outcome }));
      } catch (error) {
        setProblem(
          `${one.story.title}: ${messageOf(error, 'This story couldn’t be added. Please try again.')}`,
        );
        break;
      }
    }
    setAt(null);
    void markStale(client, ['myStories']);
  };
  const importLibrary = () => {
    storeInput(inputKey(me?._id ?? '', 'library-import'), { text: library });
    close();
  };
  const name = ({ story, leftOut }: ExportedStory) =>
    [
      `${story.title} (${pluralize(story.chapters.length, 'chapter')}`,
      leftOut > 0 && `without ${pluralize(leftOut, 'earlier version')} that didn’t fit`,
      outcomes[story._id],
    ]
      .filter(Boolean)
      .join(', ')
      .concat(')');
  return (
    <>
      {problem !== null && <Alert>{problem}</Alert>}
      {stories.length === 0 ? (
        <p>There are no stories in this file.</p>
      ) : (
        <CheckboxGroup
          legend="Your stories from another site"
          hint="They become drafts with their chapters, notes, volumes, versions, glossary and cover. Likes, comments and followers stay on the other site."
          options={stories.map((one) => ({ value: one.story._id, name: name(one) }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      {at !== null && (
        <>
          <p>Adding “{stories.find(({ story }) => story._id === at)?.story.title}”…</p>
          <ProgressBar value={null} label="Import progress" />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {open.length > 0 && (
          <Button variant="primary" busy={at !== null} onClick={() => void add()}>
            Add {pluralize(open.length, 'story', 'stories')}
          </Button>
        )}
        {library !== null && at === null && (
          <Link to={paths.importLibrary} onClick={importLibrary} className={buttonClass()}>
            Import your library
          </Link>
        )}
        {at === null && (
          <Button variant="ghost" onClick={close}>
            {open.length === 0 ? 'Done' : 'Cancel'}
          </Button>
        )}
      </div>
    </>
  );
}
