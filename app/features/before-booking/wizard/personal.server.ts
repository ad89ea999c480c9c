import type { Personal } from "#app/features/data-protection/personal.ts";
import { purgeDrafts } from "./drafts.server.ts";

export const personal: Personal = {
  activity: "assessment",
  tables: { drafts: { key: "referrer_hash", keptFor: "draft" } },
  purge: async (deps) => ({ drafts: await purgeDrafts(deps) }),
};
