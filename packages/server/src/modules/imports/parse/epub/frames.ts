import type { Link } from './blocks.ts';
import type { Place } from './gaps.ts';

/** An open element, with what it inherits from those around it. */
export interface Frame {
  name: string;
  silent: boolean;
  em: boolean;
  strong: boolean;
  level: number;
  types: ReadonlySet<string>;
  note: number;
  link: Link | null;
  dropCap: boolean;
  sceneBreak: boolean;
  verse: boolean;
  ids: string[];
  firstBlock: number;
  pre: boolean;
  /** The enclosing heading group or header. */
  group: '' | 'hgroup' | 'header';
  /** The innermost list, with the number of its last item; null for a list without numbers. */
  list: { count: number | null };
  /** The innermost block element. */
  line: (Place & { name: string; level: number }) | null;
  /** The number of the innermost block element, and the empty lines above it. */
  flow: number;
  blanks: number;
  images: number;
}

/** The element around a whole file. */
export const outside: Frame = {
  name: '',
  silent: false,
  em: false,
  strong: false,
  level: 0,
  types: new Set(),
  note: -1,
  link: null,
  dropCap: false,
  sceneBreak: false,
  verse: false,
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
