import type { AnnotationKind } from '@inkling/contract/annotations';
import { annotationLimits, tagLimits } from '@inkling/contract/limits';
import type { AddressFormat } from '../../lib/use-view-in-address.ts';
import { uuidPattern } from '../../lib/uuid-pattern.ts';
import type { AnnotationFilter } from './annotations.api.ts';
import { type HighlightColor, highlightColors } from './colors.ts';

/** What the page of all annotations shows, stored in the address. Null and '' are all. */
export interface AnnotationView {
  q: string;
  kind: AnnotationKind | null;
  color: HighlightColor | null;
  tag: string;
  storyId: string;
  hasNote: boolean;
}

const everything: AnnotationView = { q: '', kind: null, color: null, tag: '', storyId: '', hasNote: false };

const kinds: readonly AnnotationKind[] = ['highlight', 'bookmark'];
const clean = (raw: string | null, max: number): string => (raw ?? '').trim().slice(0, max).toWellFormed();

/** The view that an address describes; invalid parts are ignored. A color means highlights, a tag bookmarks. */
export function parseView(search: string): AnnotationView {
  const parameters = new URLSearchParams(search);
  const storyId = parameters.get('story') ?? '';
  const chosen = kinds.find((kind) => kind === parameters.get('kind')) ?? null;
  const color = highlightColors.find((one) => one === parameters.get('color')) ?? null;
  const tag = clean(parameters.get('tag'), tagLimits.name);
  return {
    q: clean(parameters.get('q'), annotationLimits.search),
    kind: chosen,
    color: chosen === 'bookmark' ? null : color,
    tag: chosen === 'highlight' || (color !== null && chosen === null) ? '' : tag,
    storyId: uuidPattern.test(storyId) ? storyId : '',
    hasNote: parameters.has('note'),
  };
}

/** The address of a view, with its question mark if it has one. */
function formatView({ q, kind, color, tag, storyId, hasNote }: AnnotationView): string {
  const parts = { q, kind, color, tag, story: storyId, note: hasNote ? '1' : '' };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value) parameters.set(name, value);
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** The view with a text as it was typed. */
const withText = (view: AnnotationView, text: string): AnnotationView => ({
  ...view,
  q: clean(text, annotationLimits.search),
});

/** What the page of all annotations shows, in its address. */
export const annotationAddress: AddressFormat<AnnotationView> = {
  parse: parseView,
  format: formatView,
  textOf: ({ q }) => q,
  withText,
  reset: () => everything,
};

export const isFiltered = (view: AnnotationView): boolean => formatView(view) !== '';

/** The parameters of the call that lists a view: one story by place, all stories the latest first. */
export const filterOf = ({ q, kind, color, tag, storyId, hasNote }: AnnotationView): AnnotationFilter => ({
  ...(q !== '' && { q }),
  ...(kind !== null && { kind }),
  ...(color !== null && { color }),
  ...(tag !== '' && { tag }),
  ...(storyId !== '' && { storyId, sort: 'place' as const }),
  ...(hasNote && { hasNote: 'true' as const }),
});
