import type { Generated } from 'kysely';

interface BetaLinksTable {
  id: Generated<string>;
  chapter_id: string;
  token_hash: Buffer;
  created_at: Date;
  ends_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    beta_links: BetaLinksTable;
  }
}
