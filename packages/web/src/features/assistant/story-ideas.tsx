import type { StoryIdea } from '@inkling/contract/assistant';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { genresQuery } from '../genres/genres.api.ts';
import { useStoryIdeas } from './assistant.api.ts';
import { ModelAtWork, ModelConsent, WrittenByModel } from './model-consent.tsx';

/** An idea as the description of a draft story. */
export const descriptionOf = ({ premise, characters, turn }: StoryIdea): string =>
  [premise, ...characters, `The twist: ${turn}`].join('\n\n');

/** Draws ideas for a story; one of them can become a draft. `isWritten` says that a model wrote it. */
export function StoryIdeas({ onChoose }: { onChoose: (idea: StoryIdea, isWritten: boolean) => void }) {
  const genres = useQuery(genresQuery);
  const ideas = useStoryIdeas();
  const form = useCallForm({
    defaultValues: { genre: '', theme: '', prompt: '' },
    fallback: 'Failed to draw ideas',
    send: async ({ genre, theme, prompt }) => {
      const given = (text: string) => text.trim() || undefined;
      await ideas.mutateAsync({ body: { genre: given(genre), theme: given(theme), prompt: given(prompt) } });
    },
  });
  const drawn = ideas.data?.data;
  const needsPlan = ideas.error instanceof ApiError && ideas.error.code === 'PLAN_REQUIRED';
  return (
    <div className="max-w-2xl space-y-6">
      <p className="text-muted">
        Ideas for a new story: situations, characters, places and twists. The same idea can become very
        different stories.
      </p>
      <form onSubmit={form.onSubmit} noValidate className="space-y-5">
        <SelectField label="Genre (optional)" {...form.register('genre')}>
          <option value="">Any</option>
          {genres.data?.data.map(({ _id, name }) => (
            <option key={_id} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Theme (optional)"
          hint="For example, family, betrayal or home."
          maxLength={100}
          {...form.field('theme')}
        />
        <TextField
          label="What should it be about? (optional)"
          hint="A few words, such as a lighthouse keeper."
          maxLength={500}
          {...form.field('prompt')}
        />
        <ModelConsent what="what you entered here" purpose="which writes the ideas" button="Draw ideas" />
        <Button type="submit" variant="primary" busy={form.busy}>
          Draw ideas
        </Button>
        {form.busy && <ModelAtWork />}
      </form>
      {form.failure !== undefined && (
        <div className="space-y-4">
          <Alert>{form.failure}</Alert>
          {needsPlan && (
            <Link to={{ pathname: paths.store, hash: 'subscriptions' }} className={buttonClass()}>
              See plans
            </Link>
          )}
        </div>
      )}
      {drawn !== undefined && drawn.modelMessage !== null && (
        <Alert>{drawn.modelMessage} These ideas are from the deck.</Alert>
      )}
      {drawn?.source === 'model' && <WrittenByModel />}
      {drawn !== undefined && (
        <ul aria-label="Story ideas" className="space-y-4">
          {drawn.ideas.map((idea) => (
            <li key={idea.title + idea.premise}>
              <Idea idea={idea} onChoose={() => onChoose(idea, drawn.source === 'model')} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Idea({ idea, onChoose }: { idea: StoryIdea; onChoose: () => void }) {
  return (
    <article className="space-y-3 rounded-xl border border-line bg-raised px-5 py-4">
      <h2 className="font-serif text-2xl">{idea.title}</h2>
      <p>{idea.premise}</p>
      <ul className="list-disc space-y-1 ps-5">
        {idea.characters.map((character) => (
          <li key={character}>{character}</li>
        ))}
      </ul>
      <p>
        <span className="font-semibold">The twist:</span> {idea.turn}
      </p>
      <Button onClick={onChoose}>Start a story from this idea</Button>
    </article>
  );
}
