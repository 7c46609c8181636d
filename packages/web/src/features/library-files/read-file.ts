import { libraryLimits } from '@inkling/contract/limits';

/** The text of a chosen file, or why it cannot be imported. */
export type ChosenFile = { text: string } | { problem: string };

const tooLarge = 'This file is larger than 1 MB. Please split it, and import the parts one after the other.';

/** Whether a file is a zip, as those of Excel and other office programs are. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Older spreadsheet programs.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads a CSV file or a list: UTF-8, UTF-16 with a byte order mark, or else Windows-1252. */
export async function readListFile(file: File): Promise<ChosenFile> {
  // UTF-16 has two bytes a character.
  if (file.size > 2 * libraryLimits.importBytes) return { problem: tooLarge };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { problem: 'This file can’t be read. Please choose it again.' };
  }
  if (isZip(bytes))
    return {
      problem: 'This is a spreadsheet or a zip file. Please save it as CSV and choose that file.',
    };
  const text = decode(bytes);
  if (text.includes('\0')) return { problem: 'This file isn’t a list. Please choose a CSV or text file.' };
  if (text.trim() === '') return { problem: 'This file is empty. Please choose another one.' };
  return text.length > libraryLimits.importBytes ? { problem: tooLarge } : { text };
}
