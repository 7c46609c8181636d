import type { Generated } from 'kysely';

interface GenresTable {
  id: Generated<string>;
  name: string;
  name_key: string;
  description: Generated<string>;
}

interface SubgenresTable {
  id: Generated<string>;
  genre_id: string;
  name: string;
  name_key: string;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    genres: GenresTable;
    subgenres: SubgenresTable;
  }
}
