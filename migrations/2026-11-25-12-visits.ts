import type { Kysely } from "kysely";

type Roles = { roles: { id: string; name: string; description: string } };

/** Assessors with their hours and days off, the visits agreed with them, and the questions whether they can come. */
export async function up(db: Kysely<never>): Promise<void> {
  await (db as unknown as Kysely<Roles>)
    .insertInto("roles")
    .values({ id: "assessor", name: "Assessor", description: "Their own visits, questions and hours" })
    .execute();
  await db.schema
    .createTable("assessors")
    .addColumn("user_id", "text", (c) => c.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("professions", "text", (c) => c.notNull())
    .addColumn("register_body", "text")
    .addColumn("register_number_sealed", "text")
    .addColumn("register_ends_on", "text")
    .addColumn("assessments", "text", (c) => c.notNull())
    .addColumn("modes", "text", (c) => c.notNull())
    .addColumn("areas", "text", (c) => c.notNull())
    .addColumn("languages", "text", (c) => c.notNull())
    .addColumn("hours", "text", (c) => c.notNull())
    .addColumn("max_visits_a_day", "integer")
    .addColumn("travel_before_minutes", "integer", (c) => c.notNull())
    .addColumn("travel_after_minutes", "integer", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("assessors_registration")
    .on("assessors")
    .columns(["register_ends_on", "user_id"])
    .execute();
  await db.schema
    .createTable("assessor_days_off")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("from_on", "text", (c) => c.notNull())
    .addColumn("until_on", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("assessor_days_off_user")
    .on("assessor_days_off")
    .columns(["user_id", "until_on"])
    .execute();
  await db.schema
    .createTable("visits")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("assessor_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("start", "text", (c) => c.notNull())
    .addColumn("minutes", "integer", (c) => c.notNull())
    .addColumn("is_virtual", "integer", (c) => c.notNull())
    .addColumn("place_sealed", "text")
    .addColumn("travel_before_minutes", "integer", (c) => c.notNull())
    .addColumn("travel_after_minutes", "integer", (c) => c.notNull())
    .addColumn("ended_as", "text")
    .addColumn("ended_at", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("visits_booking")
    .on("visits")
    .columns(["booking_id", "created_at", "id"])
    .execute();
  await db.schema
    .createIndex("visits_assessor")
    .on("visits")
    .columns(["assessor_id", "day", "start"])
    .execute();
  await db.schema.createIndex("visits_day").on("visits").columns(["day", "start", "id"]).execute();
  await db.schema
    .createTable("visit_questions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("start", "text", (c) => c.notNull())
    .addColumn("minutes", "integer", (c) => c.notNull())
    .addColumn("is_virtual", "integer", (c) => c.notNull())
    .addColumn("place_sealed", "text")
    .addColumn("is_referrer_told", "integer", (c) => c.notNull())
    .addColumn("deadline_at", "text", (c) => c.notNull())
    .addColumn("closed_at", "text")
    .addColumn("closed_as", "text")
    .addColumn("asked_by", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("visit_questions_booking")
    .on("visit_questions")
    .columns(["booking_id", "created_at", "id"])
    .execute();
  await db.schema
    .createIndex("visit_questions_open")
    .on("visit_questions")
    .columns(["closed_at", "deadline_at", "id"])
    .execute();
  await db.schema
    .createTable("visit_answers")
    .addColumn("question_id", "text", (c) => c.notNull().references("visit_questions.id").onDelete("cascade"))
    .addColumn("assessor_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("answer", "text")
    .addColumn("reason_sealed", "text")
    .addColumn("answered_at", "text")
    .addPrimaryKeyConstraint("visit_answers_pk", ["question_id", "assessor_id"])
    .execute();
  await db.schema
    .createIndex("visit_answers_assessor")
    .on("visit_answers")
    .columns(["assessor_id", "question_id"])
    .execute();
}
