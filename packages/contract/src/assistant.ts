import { z } from 'zod';
import { defineCall } from './call.ts';
import { dialects } from './english-text.ts';
import { maxAssistantText } from './limits.ts';
import { dataResponse } from './page.ts';
import { line } from './text.ts';

/** Every character of a text may be an escape sequence of six bytes. */
const textBodyLimit = 6 * maxAssistantText + 16 * 1024;

/** A text whose offsets the response names: it is read as it was sent. Its length is a 413 and checked by the service. */
const exactText = z.string('Please send a text.').regex(/\S/, 'Please send a text.');

/** Places are UTF-16 offsets in the text that was sent. */
const place = { startOffset: z.int(), endOffset: z.int() };

export const noteKinds = [
  'sentence-rhythm',
  'long-sentence',
  'paragraph-rhythm',
  'long-paragraph',
  'repeated-word',
  'repeated-opening',
  'dialogue',
  'adverbs',
  'passive',
  'reading-ease',
  'pacing',
] as const;

export const feedbackNote = z.object({ kind: z.enum(noteKinds), message: z.string(), ...place });
export type FeedbackNote = z.output<typeof feedbackNote>;

/** How long sentences or paragraphs are, in words. */
const lengths = z.object({ mean: z.number(), deviation: z.number(), longest: z.int() });
const counted = z.object({ count: z.int(), share: z.number() });

/** What was measured; what is only known of English is null for other languages. Shares are from 0 to 1. */
export const feedbackMeasures = z.object({
  /** The language tag that was detected; 'und' if none was. */
  language: z.string(),
  words: z.int(),
  sentences: z.int(),
  paragraphs: z.int(),
  sentenceWords: lengths,
  paragraphWords: lengths,
  /** Of the words, those in quotation marks. */
  dialogueShare: z.number(),
  /** Adverbs that end in -ly; the share is of the words. */
  adverbs: counted.nullable(),
  /** Sentences with a passive; the share is of the sentences. */
  passives: counted.nullable(),
  /** Flesch reading ease: about 100 is very easy, about 0 very hard. */
  readingEase: z.number().nullable(),
  /** Up to ten parts of about the same number of words, in order. */
  pacing: z.array(
    z.object({ ...place, words: z.int(), sentenceWords: z.number(), dialogueShare: z.number() }),
  ),
});
export type FeedbackMeasures = z.output<typeof feedbackMeasures>;

/**
 * Why the model that the author agreed to has written nothing, and what to do; null if it has, or was not asked
 * (docs/product/assistant.md#a-model).
 */
const modelMessage = z.string().nullable();

/** Of a text that a model has written: which one. */
const written = z.object({ text: z.string(), model: z.string() });

export const feedback = z.object({
  measures: feedbackMeasures,
  notes: z.array(feedbackNote),
  reading: written.nullable(),
  modelMessage,
});
export type Feedback = z.output<typeof feedback>;

export const getFeedback = defineCall('POST /ai/feedback', {
  summary: 'Measure a text and note what may be worth a second look',
  access: 'user',
  errors: ['PLAN_REQUIRED'],
  body: z.object({ text: exactText }),
  bodyLimit: textBodyLimit,
  limit: 'assistant',
  response: dataResponse(feedback),
});

export const maxStoryNames = 1000;

export const getStoryAssistant = defineCall('GET /stories/{id}/assistant', {
  summary: 'Whether I have the assistant, and the names in a story of mine',
  access: 'owner',
  response: dataResponse(
    z.object({
      isAllowed: z.boolean(),
      /** Words that the story's chapters, drafts included, capitalize in the middle of sentences at least twice. */
      names: z.array(z.string()).max(maxStoryNames),
    }),
  ),
});

/** The beginning of a story that somebody could write. */
export const storyIdea = z.object({
  title: z.string(),
  premise: z.string(),
  characters: z.array(z.string()),
  turn: z.string(),
});
export type StoryIdea = z.output<typeof storyIdea>;

export const storyIdeas = z.object({
  source: z.enum(['deck', 'model']),
  /** The same seed and the same wishes give the same ideas of the deck. */
  seed: z.int(),
  ideas: z.array(storyIdea),
  modelMessage,
});

export const maxIdeaSeed = 2 ** 31 - 1;

export const getStoryIdeas = defineCall('POST /ai/story-ideas', {
  summary: 'Draw ideas for a story',
  access: 'user',
  errors: ['PLAN_REQUIRED'],
  body: z.object({
    /** The name of a genre; others than those of the deck draw from all of it. */
    genre: line(50).optional(),
    theme: line(100).optional(),
    /** What the story should be about; cards that share its words come first. */
    prompt: line(500).optional(),
    /** Draws from the deck, also where a model could write. */
    seed: z.int().min(0).max(maxIdeaSeed, `Please use a seed from 0 to ${maxIdeaSeed}.`).optional(),
  }),
  limit: 'assistant',
  response: dataResponse(storyIdeas),
});

export const grammarIssue = z.object({
  ...place,
  message: z.string(),
  /** The name of Harper's rule, such as SpellCheck. */
  rule: z.string(),
  /** Texts that the place may be replaced with; an empty one removes it. */
  suggestions: z.array(z.string()),
});
export type GrammarIssue = z.output<typeof grammarIssue>;

export const checkGrammar = defineCall('POST /ai/grammar', {
  summary: 'Check the spelling of an English text, and for common slips',
  access: 'user',
  errors: ['PLAN_REQUIRED'],
  body: z.object({ text: exactText, dialect: z.enum(dialects).default('american') }),
  bodyLimit: textBodyLimit,
  limit: 'assistant',
  response: dataResponse(
    z.object({
      /** The language tag that was detected; 'und' if none was. */
      language: z.string(),
      /** Only English is checked. */
      isCovered: z.boolean(),
      issues: z.array(grammarIssue),
    }),
  ),
});

const modelState = dataResponse(
  z.object({
    /** The model that the operator has chosen, and the host that texts are sent to; null for none. */
    model: z.object({ name: z.string(), host: z.string() }).nullable(),
    /** Whether I agreed that my texts are sent to this host. */
    hasAgreed: z.boolean(),
    /** How often the model still writes for me today. */
    requestsLeft: z.int(),
  }),
);
export type ModelState = z.output<typeof modelState>['data'];

export const getModelConsent = defineCall('GET /ai/consent', {
  summary: 'Get where a model would read my texts, and whether I agreed',
  access: 'user',
  response: modelState,
});

export const giveModelConsent = defineCall('PUT /ai/consent', {
  summary: 'Agree that my texts are sent to the model at this host',
  access: 'user',
  body: z.object({
    /** As the author read it: if the operator chooses another host, they are asked again. */
    host: z
      .string('Please name the host.')
      .regex(/^[a-z0-9.:[\]-]{1,255}$/, 'Please name the host of the model.'),
  }),
  response: modelState,
});

export const withdrawModelConsent = defineCall('DELETE /ai/consent', {
  summary: 'No longer agree that my texts are sent to a model',
  access: 'user',
  response: modelState,
});
