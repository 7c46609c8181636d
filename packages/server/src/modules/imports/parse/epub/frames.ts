import type { Link } from './blocks.ts';
import type { Place } from './gaps.ts';

/** An open element, with what it inherits from those around it. */
export interface Frame {
  name: string;
  silent: boolean;
  /** Whether its words are lost: those of a caption or of legal text, not those of a script. */
  lost: boolean;
  em: boolean;
  strong: boolean;
  underlined: boolean;
  struck: boolean;
  level: number;
  types: ReadonlySet<string>;
  note: number;
  link: Link | null;
  dropCap: boolean;
  sceneBreak: boolean;
  verse: boolean;
  /** The spaces before a line of verse in it. */
  indent: number;
  ids: string[];
  firstBlock: number;
  pre: boolean;
  /** The enclosing heading group or header. */
  group: '' | 'hgroup' | 'header';
  /** The innermost list, with the number of its last item; null for a list without numbers. */
  list: { count: number | null };
  /** The innermost block element. */
  line: (Place & { name: string; level: number; isCentered: boolean; isBold: boolean }) | null;
  /** The number of the innermost block element, and the empty lines above it. */
  flow: number;
  blanks: number;
  images: number;
}

/** The element around a whole file. */
export const outside: Frame = {
  name: '',
  silent: false,
  lost: false,
  em: false,
  strong: false,
  underlined: false,
  struck: false,
  level: 0,
  types: new Set(),
  note: -1,
  link: null,
  dropCap: false,
  sceneBreak: false,
  verse: false,
  indent: 0,
  ids: [],
  firstBlock: 0,
  pre: false,
  group: '',
  list: { count: null },
  line: null,
  flow: 0,
  blanks: 0,
  images: 0,
};
