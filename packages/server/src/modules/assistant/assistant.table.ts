declare module '../../platform/db/tables.ts' {
  interface Tables {
    model_use: { person_id: string; host: string | null; day: string; requests: number };
  }
}
