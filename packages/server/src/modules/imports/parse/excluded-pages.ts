/** Recognizes pages that are not part of the work, by their EPUB types and titles. */

const types = new Set(
  (
    'cover titlepage title-page halftitlepage half-title-page half-title halftitle imprint imprimatur colophon ' +
    'copyright-page copyrightpage copyright toc toc-brief landmarks loi lot loa lov page-list pagelist index seriespage ' +
    'other-credits advertisement advertisements table-of-contents transcriber-note'
  ).split(' '),
);

/** Whether one of these EPUB or guide types is excluded from the story. */
export const isExcludedType = (all: Iterable<string>): boolean => [...all].some((type) => types.has(type));

const titles = new RegExp(
  `^(?:${[
    'cover( page| image)?|front cover|back cover|half ?title( page)?|title ?page|titlepage|front ?matter|back ?matter|frontispiece',
    'copyright( page| notice| information)?|uncopyright|legal( notice)?|imprint|colophon|credits|rights',
    '(table of |list of )?contents|toc|(list of |full page )?(illustrations|plates|figures|maps|tables)',
    '(a )?transcribers? notes?|transcription notes?|notes? (by|of|from) the transcriber',
    '(the )?(full )?project gutenberg.*|(the )?(full )?gutenberg licen[sc]e|licen[sc]e',
    'advertisements?|also (by|available|from) .*|(other|more) (books|titles|works|novels) (by|from|in) .*|(books|novels|works) by .*|by the same author',
    'about the (publisher|ebook)|newsletter( sign ?up)?',
    'inhalt|inhaltsverzeichnis|impressum|titelblatt|titelseite|titel|umschlag|abbildungsverzeichnis',
    'sommaire|table des matieres|page de titre|couverture|mentions legales',
    'indice|frontespizio|copertina|portada|cubierta|creditos|derechos|colofon|inhoud|titelpagina|omslag|содержание|оглавление|обложка|титульный лист',
  ].join('|')})$`,
  'u',
);

/** Whether a title key (see titleKey) is that of a page that is not part of the work. */
export const isExcludedTitle = (key: string): boolean => titles.test(key);

const dedications =
  /^(?:dedication|epigraph|widmung|motto|dedicace|epigraphe|dedicatoria|epigrafe|dedica|epigrafo|посвящение|эпиграф)$/u;

export const isDedicationTitle = (key: string): boolean => dedications.test(key);

/** Whether these EPUB types are those of a dedication or an epigraph of the whole book. */
export const isDedicationType = (all: ReadonlySet<string>): boolean =>
  all.has('dedication') || all.has('epigraph');

/** Whether a title key is a heading of notes at the end of a chapter or book. */
export const isNotesTitle = (key: string): boolean =>
  /^(?:(foot|end|rear)?notes?|anmerkungen|fu(ss|ß)noten|notes de bas de page|notas|note a pie di pagina|примечания)$/u.test(
    key,
  );

const legal =
  /copyright|©|all rights reserved|\bISBN\b|creative commons|public domain|first published|alle Rechte vorbehalten|tous droits réservés/i;

/** Whether the text of a page without a title looks like an imprint. */
export const readsAsImprint = (text: string): boolean => legal.test(text.slice(0, 4000));

/** Recognizes the boilerplate that Project Gutenberg puts around a text. */

const start = /^\W{0,6}START OF (?:THE |THIS )?PROJECT GUTENBERG/i;
const smallPrintEnd = /^\W{0,3}END\W{0,3}THE SMALL PRINT/i;
const end =
  /^\W{0,6}END OF (?:THE |THIS )?PROJECT GUTENBERG|^End of (?:the |this )?Project Gutenberg(?:['’]s)? (?:e-?book|e-?text)|^\W{0,3}THE FULL PROJECT GUTENBERG(?:™|-tm)? LICEN[SC]E/i;
const credits =
  /^(?:produced by|e-?text prepared by|e-?book (?:prepared|produced) by|transcribed (?:from|by)|this e-?(?:text|book) was (?:produced|prepared|transcribed)|prepared by|credits:|updated?:|release date|proofread)/i;
const notice = /project gutenberg/i;

/** Whether a text was published by Project Gutenberg, whose titles are in capitals. */
export const isGutenberg = (text: string): boolean =>
  /project gutenberg(?:™|-tm|'s|’s)? e-?(?:book|text)|gutenberg\.org/i.test(text);

/**
 * The range of the work in the lines of a book: from the first line after Gutenberg's header to its footer. All lines
 * when there is no header or footer.
 */
export function workBetween(lines: readonly string[]): { from: number; to: number } {
  let from = 0;
  let to = lines.length;
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    if (line.length > 300) continue;
    if (start.test(line) || (smallPrintEnd.test(line) && i < lines.length / 3)) from = i + 1;
    else if (i > from && end.test(line)) {
      to = i;
      break;
    }
  }
  // The transcriber's credits follow directly after the header.
  for (let i = from, seen = 0; from > 0 && i < to && seen < 6; i += 1) {
    const line = (lines[i] ?? '').trim();
    if (line === '') continue;
    seen += 1;
    if (credits.test(line) || (notice.test(line) && line.length < 200)) from = i + 1;
  }
  return { from, to };
}
