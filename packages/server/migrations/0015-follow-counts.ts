import { type Kysely, sql } from 'kysely';

/** Whoever is to be deleted is counted with nobody any more, those included who were to be before this was so (docs/product/users.md#following). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    with around as (
      select f.follower_id, f.followed_id from follows f
      join users u on u.id in (f.follower_id, f.followed_id) and u.deletion_due_at is not null),
    counted as (
      select p.id,
        (select count(*) from follows f join users u on u.id = f.follower_id and u.deletion_due_at is null
          where f.followed_id = p.id) as followers,
        (select count(*) from follows f join users u on u.id = f.followed_id and u.deletion_due_at is null
          where f.follower_id = p.id) as following
      from users p
      where p.deletion_due_at is null
        and p.id in (select follower_id from around union select followed_id from around))
    update users set followers_count = counted.followers, following_count = counted.following
    from counted where users.id = counted.id`.execute(db);
}
