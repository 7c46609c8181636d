import { chapterCount, type Fields } from './offline-history.ts';

interface Timed<T> {
  at: number;
  value: T;
}

const byLowerCase = (tags: string[]): string[] =>
  tags.filter((tag, index) => tags.findIndex((one) => one.toLowerCase() === tag.toLowerCase()) === index);

/** What all devices of a reader together should leave, whatever arrives first (docs/product/offline.md#merging). */
export class Expected {
  readonly #places = new Map<number, Timed<{ progress: number; paragraph: number }>>();
  readonly #furthest = new Map<number, number>();
  #last: Timed<number> | null = null;
  #like: Timed<boolean> = { at: 0, value: false };
  readonly #annotations = new Map<string, { list: string; fields: Map<string, Timed<unknown>> }>();

  read(at: number, chapter: number, progress: number, paragraph: number): void {
    if (at >= (this.#places.get(chapter)?.at ?? 0))
      this.#places.set(chapter, { at, value: { progress, paragraph } });
    this.#furthest.set(chapter, Math.max(progress, this.#furthest.get(chapter) ?? 0));
    if (at >= (this.#last?.at ?? 0)) this.#last = { at, value: chapter };
  }

  like(at: number, liked: boolean): void {
    if (at >= this.#like.at) this.#like = { at, value: liked };
  }

  create(id: string, list: string, fields: Fields): void {
    this.#annotations.set(id, { list, fields: new Map() });
    this.edit(0, id, fields);
  }

  edit(at: number, id: string, fields: Fields): void {
    const known = this.#annotations.get(id)?.fields;
    for (const [name, value] of Object.entries(fields))
      if (at >= (known?.get(name)?.at ?? 0))
        known?.set(name, { at, value: name === 'tags' ? byLowerCase(value as string[]) : value });
  }

  delete(id: string): void {
    this.#annotations.delete(id);
  }

  /** As `stateOf` in offline-readers.ts reads it from a device. */
  state(chapters: { id: string }[]) {
    const idOf = (number: number) => chapters[number]?.id ?? '';
    const isCompleted = this.#isCompleted;
    const annotations = [...this.#annotations].map(([id, { list, fields }]) => [
      id,
      { list, ...Object.fromEntries([...fields].map(([name, { value }]) => [name, value])) },
    ]);
    return {
      places: Object.fromEntries([...this.#places].map(([chapter, { value }]) => [idOf(chapter), value])),
      lastChapter: this.#last === null || isCompleted ? null : idOf(this.#last.value),
      status: isCompleted ? 'completed' : this.#last === null ? 'none' : 'reading',
      liked: this.#like.value,
      likes: Number(this.#like.value),
      opened: this.#places.size,
      // Nothing is doubled.
      count: annotations.length,
      annotations: Object.fromEntries(annotations),
    };
  }

  get #isCompleted(): boolean {
    return [...this.#furthest.values()].filter((share) => share === 100).length === chapterCount;
  }

  /** In percent of the story. */
  get progress(): number {
    const shares = [...this.#furthest].map(
      ([chapter, share]) => (100 * (chapter + share / 100)) / chapterCount,
    );
    if (this.#isCompleted) return 100;
    return Math.min(99.99, Math.max(0, ...shares.map((share) => Math.round(share * 100) / 100)));
  }

  words(chapters: { words: number }[]): number {
    return [...this.#furthest].reduce(
      (sum, [chapter, share]) => sum + Math.floor(((chapters[chapter]?.words ?? 0) * share) / 100),
      0,
    );
  }
}
