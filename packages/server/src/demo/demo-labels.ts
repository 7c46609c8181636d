import type { StoryBody } from '@inkling/contract/stories';

type Labels = Required<Pick<StoryBody, 'tags' | 'contentWarnings' | 'audience'>>;

const everyone = (...tags: string[]): Labels => ({ tags, contentWarnings: [], audience: 'everyone' });

/** The labels of the demo library's stories, by title. */
const labels: Record<string, Labels> = {
  'A Sound in Number Two': everyone('generation ship', 'engineering', 'slow burn', 'mentor'),
  'Leave the E': {
    tags: ['haunted house', 'music', 'grief', 'slow burn'],
    contentWarnings: ['death'],
    audience: 'teen',
  },
  'Lift B': everyone('slow burn', 'neighbors', 'found family'),
  'Never Send a Dish Back Empty': everyone('food', 'neighbors', 'folk tale'),
  'Received with Thanks': everyone('office humor', 'level up', 'found family'),
  'The Evening Milk': {
    tags: ['whodunit', 'village', 'slow burn'],
    contentWarnings: ['death', 'violence'],
    audience: 'teen',
  },
  'The Long Way to Bury an Empress': everyone('space travel', 'found family'),
  'The Ninth Bell': everyone('time loop', 'boarding school'),
  'The Old Lady of Pell': everyone('dragons', 'found family', 'village'),
  'The Register of Isolated Persons': {
    tags: ['flood', 'grief', 'village'],
    contentWarnings: ['death', 'suicide'],
    audience: 'mature',
  },
  'The Sea Wants to Know': {
    tags: ['the sea', 'family secrets', 'grief'],
    contentWarnings: ['death'],
    audience: 'teen',
  },
  'The Understudy Goose': everyone('theater', 'animals'),
};

export const demoLabels = (title: string): Labels => labels[title] ?? everyone();
