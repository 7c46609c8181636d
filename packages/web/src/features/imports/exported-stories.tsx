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
import type { ExportedData, ExportedNotes, ExportedStory } from './exported-data.ts';
import { placeAnnotations, restoreStory } from './imports.api.ts';

const countNotes = (annotations: number, comments: number): string[] => [
  ...(annotations > 0 ? [pluralize(annotations, 'highlight or bookmark', 'highlights or bookmarks')] : []),
  ...(comments > 0 ? [pluralize(comments, 'comment')] : []),
];

/** Adds a story, once: a repeated import finds it by its id. Resolves to what happened. */
async function addStory({ story, cover, unplaced }: ExportedStory): Promise<string> {
  const send = (_id: string) => restoreStory({ ...story, _id });
  const { data } = await send(story._id).catch((error: unknown) => {
    // Another person has imported the same file here.
    if (error instanceof ApiError && error.code === 'ID_TAKEN') return send(newId(serverNow()));
    throw error;
  });
  const options = { signal: new AbortController().signal, onProgress() {} };
  const hasCover =
    cover === null ||
    data.coverImage !== null ||
    (await uploadCover(cover, options, { storyId: data._id }).then(
      () => true,
      () => false,
    ));
  const comments = story.comments?.filter(({ _id }) => data.unplaced.includes(_id)).length ?? 0;
  const annotations = data.unplaced.length - comments;
  const missing = [
    ...(hasCover ? [] : ['its cover']),
    ...countNotes(unplaced.annotations + annotations, unplaced.comments + comments),
  ];
  return missing.length === 0 ? 'added' : `added without ${missing.join(' and ')}`;
}

interface Props extends ExportedData {
  close: () => void;
}

/** The stories in a file with one's data from another site, of which the author chooses those to add. */
export function ExportedStories({ stories, notes, library, close }: Props) {
  const client = useQueryClient();
  const me = useMe();
  const [chosen, setChosen] = useState(stories.map(({ story }) => story._id));
  const [at, setAt] = useState<string | null>(null);
  const [outcomes, setOutcomes] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  /** How many annotations were added, by the titles of stories. */
  const [placed, setPlaced] = useState<Record<string, number> | null>(null);
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
  const annotated = notes.filter(({ annotations }) => annotations.length > 0);
  const addNotes = async () => {
    setProblem(null);
    const counts: Record<string, number> = {};
    try {
      for (const one of annotated) {
        setAt(one.title);
        counts[one.title] = await placeAnnotations(client, one);
      }
      setPlaced(counts);
    } catch (error) {
      setProblem(messageOf(error, 'The highlights couldn’t be added. Please try again.'));
    }
    setAt(null);
    void markStale(client, ['annotations']);
  };
  const remaining = ({ title, annotations, comments }: ExportedNotes) =>
    countNotes(annotations.length - (placed?.[title] ?? 0), comments).join(' and ');
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
          hint="They become drafts with their chapters, notes, volumes, versions, glossary and cover, and with your own highlights, bookmarks and comments. Likes, followers and other people’s comments stay on the other site."
          options={stories.map((one) => ({ value: one.story._id, name: name(one) }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      {notes.length > 0 && (
        <details>
          <summary>What you wrote in other people’s stories</summary>
          <p>
            Highlights and bookmarks can be added if this site has the story and the same words in it.
            Comments stay on the other site. Your file still has everything.
          </p>
          <ul className="list-disc ps-6">
            {notes.map((one) => (
              <li key={one.title} dir="auto">
                {one.title || 'Unavailable stories and posts'}: {remaining(one) || 'all added'}
                {placed !== null && remaining(one) !== '' && ', not imported'}
              </li>
            ))}
          </ul>
        </details>
      )}
      {at !== null && (
        <>
          <p>Adding “{stories.find(({ story }) => story._id === at)?.story.title ?? at}”…</p>
          <ProgressBar value={null} label="Import progress" />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {open.length > 0 && (
          <Button variant="primary" busy={at !== null} onClick={() => void add()}>
            Add {pluralize(open.length, 'story', 'stories')}
          </Button>
        )}
        {annotated.length > 0 && placed === null && at === null && (
          <Button onClick={() => void addNotes()}>Add highlights in other stories</Button>
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
