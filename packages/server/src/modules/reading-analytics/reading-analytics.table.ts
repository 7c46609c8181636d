declare module '../../platform/db/tables.ts' {
  interface Tables {
    reading_goals: {
      user_id: string;
      minutes_a_day: number | null;
      books_a_year: number | null;
    };
    reading_means: {
      figure: 'readingSpeed' | 'booksCompleted' | 'consistency';
      readers: number;
      mean: number;
    };
  }
}

export {};
