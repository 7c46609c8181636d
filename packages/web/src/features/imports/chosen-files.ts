/** A file of a book with its path, which begins with the folder that was chosen. */
export interface ChosenFile {
  path: string;
  file: File;
}

export const chosenFiles = (files: Iterable<File>): ChosenFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function filesIn(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.slice(1), file }];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const found: ChosenFile[] = [];
  // A reader returns only some of them at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found;
    for (const one of some) found.push(...(await filesIn(one)));
  }
}

/** The files that were dropped, and those in folders that were. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  const whole = chosenFiles(files);
  const found: ChosenFile[] = [];
  for (const entry of entries) if (entry !== null) found.push(...(await filesIn(entry)));
  return found.length > 0 ? found : whole;
}

/** One file as it is; several as a zip, of which the server makes one book. */
export async function oneFile(chosen: readonly ChosenFile[]): Promise<File | undefined> {
  const [first, second] = chosen;
  if (second === undefined) return first?.file;
  const { zipSync } = await import('fflate');
  const contents: Record<string, Uint8Array> = {};
  for (const { path, file } of chosen) contents[path] = new Uint8Array(await file.arrayBuffer());
  const [folder, ...rest] = first?.path.split('/') ?? [];
  const name = rest.length > 0 && folder !== undefined ? folder : 'New story';
  return new File([zipSync(contents, { level: 0 })], `${name}.zip`);
}
