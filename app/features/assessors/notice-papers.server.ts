import type { Deps } from "#app/deps.server.ts";
import { enqueueMails } from "#app/features/outbox/enqueue-mail.server.ts";
import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { assessorsById, findAssessor } from "./assessors.server.ts";
import { endingPapers, NOTICE_DAYS, type EndingPaper } from "./papers.ts";

type About = { userId: string; paper: EndingPaper["key"]; until: IsoDate };

/** Mails each active assessor and the practice 60 and 14 days before a paper or the registration ends: one mail for
 * each notice, ever. A paper that is recorded later gets the notice of its day alone. */
export async function noticeEndingPapers(deps: Deps): Promise<void> {
  const today = londonDate(deps.clock.now());
  const horizon = addDays(today, NOTICE_DAYS[0]);
  const ending = await deps.db
    .selectFrom("assessors")
    .innerJoin("users", "users.id", "assessors.user_id")
    .select("users.id")
    .where("is_active", "=", 1)
    .where("role_id", "=", "assessor")
    .where((eb) => eb.or([eb("register_ends_on", "<=", horizon), eb("papers_end_on", "<=", horizon)]))
    .execute();
  const office = deps.settings.current().company.email;
  const assessors = await assessorsById(
    deps,
    ending.map(({ id }) => id),
  );
  for (const assessor of assessors.values()) {
    const { id: userId, name, email } = assessor;
    const papers = endingPapers(assessor, today).filter(({ hasEnded }) => !hasEnded);
    const mails = papers.flatMap(({ key: paper, name: what, until }) => {
      const days = NOTICE_DAYS.findLast((notice) => until <= addDays(today, notice));
      const key = `paper-ends:${userId}:${paper}:${until}:${days}`;
      const mail = (to: string, path: string, dedupeKey: string) => ({
        topic: "paper-ends" as const,
        to,
        dedupeKey,
        payload: { userId, paper, until, name, what, path },
      });
      return [
        mail(email, "/assessor/profile", key),
        mail(office, `/admin/assessors/${userId}`, `${key}:office`),
      ];
    });
    if (mails.length > 0) await enqueueMails(deps, mails);
  }
}

/** Why nobody needs to be told any more that a paper ends. */
export async function reasonAgainstNotice(deps: Deps, { userId, paper, until }: About) {
  const assessor = await findAssessor(deps, userId);
  if (!assessor?.isActive) return "paper-renewed";
  const now = paper === "registration" ? assessor.registerEndsOn : assessor.papers[paper]?.until;
  return now === until ? null : "paper-renewed";
}
