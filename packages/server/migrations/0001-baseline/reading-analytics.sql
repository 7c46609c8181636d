-- See docs/product/reading-analytics.md.

create table reading_goals (
  user_id uuid primary key references users on delete cascade,
  minutes_a_day integer check (minutes_a_day between 1 and 1440),
  books_a_year integer check (books_a_year between 1 and 1000)
);

-- The means of the site's readers, as a job computes them every day.
create table reading_means (
  figure text primary key check (figure in ('readingSpeed', 'booksCompleted', 'consistency')),
  readers bigint not null check (readers >= 0),
  mean double precision not null check (mean >= 0)
);
