import { STAFF, type Personal } from "#app/features/data-protection/personal.ts";

const OF_STAFF = {
  papers_sealed: STAFF,
  phone_sealed: STAFF,
  proposal_sealed: STAFF,
  register_number_sealed: STAFF,
};

export const personal: Personal = {
  activity: "work",
  tables: {
    assessors: { key: "user_id", keptFor: "staff", wordsStay: OF_STAFF, notExported: OF_STAFF },
    assessor_days_off: { key: "user_id", keptFor: "staff", notExported: STAFF },
    busy_feeds: {
      key: "user_id",
      keptFor: "staff",
      wordsStay: { url_sealed: STAFF },
      notExported: { url_sealed: STAFF },
    },
    busy_times: { key: "user_id", keptFor: "staff", notExported: STAFF },
  },
};
