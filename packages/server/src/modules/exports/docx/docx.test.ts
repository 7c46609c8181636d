import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { lampStory, written } from '../testing/written.ts';

const content = 'It *was* **very** ***late*** <&>\uFFFE.\n\n***\n| Roses\n|   are *red*\n|\n| blue';
const chapters = [
  { title: 'Before', authorNotes: 'Hello,\n\nreaders.', content, volume: null },
  { title: 'One', authorNotes: '', content: 'a\tb', volume: { id: 'a', title: 'Part & two' } },
  { title: 'Two', authorNotes: '', content: 'End.', volume: { id: 'a', title: 'Part & two' } },
];

/** The paragraphs of a document: style and text, `/` after an italic run, `!` after a bold one, `<` if right-to-left. */
async function paragraphsOf(language: string): Promise<string[]> {
  const files = unzipSync(await written('docx', { ...lampStory, language }, chapters));
  const paragraphs: string[] = [];
  for (const [name, bytes] of Object.entries(files)) {
    let marks = '';
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw new Error(`${name}: ${error.message}`);
    });
    if (name === 'word/document.xml') {
      parser.on('opentag', ({ name: element, attributes }) => {
        if (element === 'w:p') paragraphs.push('');
        else if (element === 'w:pStyle') paragraphs.push(`${paragraphs.pop()}${attributes['w:val']}: `);
        else if (element === 'w:tab') paragraphs.push(`${paragraphs.pop()}\t`);
        else if (element === 'w:r') marks = '';
        else marks += { 'w:i': '/', 'w:b': '!', 'w:rtl': '<' }[element] ?? '';
      });
      parser.on('text', (text) => {
        if (text.trim() !== '') paragraphs.push(`${paragraphs.pop()}${text}${marks}`);
      });
    }
    parser.write(Buffer.from(bytes).toString()).close();
  }
  return paragraphs;
}

test('a Word document has styles for headings, notes, verse and scene breaks, and keeps text and marks', async () => {
  expect(await paragraphsOf('en')).toEqual([
    'Title: The Lamp',
    'Subtitle: Ada',
    'A lamp, and who lit it.',
    'Heading2: Before',
    'AuthorNote: Hello,',
    'AuthorNote: ',
    'AuthorNote: readers.',
    'It was/very!late!/ <&>\uFFFD.',
    'SceneBreak: * * *',
    'Verse: Roses',
    'Verse:   are red/',
    'Verse: ',
    'Verse: blue',
    'Heading1: Part & two',
    'Heading2: One',
    'a\tb',
    'Heading2: Two',
    'End.',
  ]);
  expect((await paragraphsOf('ar-EG'))[0]).toBe('Title: The Lamp<');
});
