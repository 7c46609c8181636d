import type { Link } from './blocks.ts';
import type { Place } from './gaps.ts';

/** The innermost block element. */
type Line = Place & { name: string; level: number; isCentered: boolean; isBold: boolean };

/** The element around a whole file. */
export const outside = {
  name: '',
  silent: false,
  /** Whether its words are lost: those of a caption or of legal text, not those of a script. */
  lost: false,
  em: false,
  strong: false,
  underlined: false,
  struck: false,
  level: 0,
  types: new Set<string>() as ReadonlySet<string>,
  note: -1,
  link: null as Link | null,
  dropCap: false,
  sceneBreak: false,
  verse: false,
  /** The spaces before a line of verse in it. */
  indent: 0,
  ids: [] as string[],
  firstBlock: 0,
  pre: false,
  /** The enclosing heading group or header. */
  group: '' as '' | 'hgroup' | 'header',
  /** The innermost list, with the number of its last item; null for a list without numbers. */
  list: { count: null as number | null, format: '' },
  line: null as Line | null,
  /** The number of the innermost block element, and the empty lines above it. */
  flow: 0,
  blanks: 0,
  images: 0,
};

/** An open element, with what it inherits from those around it. */
export type Frame = typeof outside;
