import type { Kysely } from "kysely";
import { dialectOf, withId } from "../dialect.ts";

/** Second factor, invitations and reset links of administrators. */
export async function up(db: Kysely<any>): Promise<void> {
  const dialect = dialectOf(db);
  const reference = dialect === "postgres" ? "bigint" : "integer";
  await db.schema
    .createTable("second_factor")
    .addColumn("user_id", reference, (c) => c.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("secret", "text", (c) => c.notNull())
    .addColumn("last_step", "integer", (c) => c.notNull())
    .addColumn("recovery_salt", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("confirmed_at", "text")
    .execute();
  await db.schema
    .createTable("recovery_code")
    .addColumn("user_id", reference, (c) => c.notNull().references("second_factor.user_id").onDelete("cascade"))
    .addColumn("code_hash", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("recovery_code_key", ["user_id", "code_hash"])
    .execute();
  await withId(db.schema.createTable("invitation"), dialect)
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("email_key", "text", (c) => c.notNull().unique())
    .addColumn("full_name", "text", (c) => c.notNull())
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("invited_by", reference, (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("password_reset")
    .addColumn("user_id", reference, (c) => c.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("drops_second_factor", "integer", (c) => c.notNull())
    .addColumn("made_by", reference, (c) => c.references("user.id").onDelete("cascade"))
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
}
