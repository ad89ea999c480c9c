import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { AuditAction } from "#app/features/audit/history-words.ts";
import { transact } from "#app/platform/database.server.ts";
import { openDetails, sealDetails, usualRecipients, type OrganisationDetails } from "./details.server.ts";
import type { OrganisationKind } from "./roles.ts";
import type { OrganisationRow } from "./tables.ts";

export type OrganisationRefused = { ok: false; problem: "not-found" | "changed-since" | "closed" };

export const findOrganisation = async ({ db }: Pick<Deps, "db">, id: string) =>
  (await db.selectFrom("organisations").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;

export async function createOrganisation(
  deps: Deps,
  { name, kind }: { name: string; kind: OrganisationKind },
  by: ActedByRequest,
): Promise<{ ok: true; id: string }> {
  const id = deps.ids.uuid();
  const now = deps.clock.now().toISOString();
  await transact(deps, async (inside) => {
    await inside.db
      .insertInto("organisations")
      .values({
        id,
        name,
        kind,
        details_sealed: null,
        team_sees_all: 0,
        closed_at: null,
        created_at: now,
        updated_at: now,
        version: 1,
      })
      .execute();
    await recordAudit(inside, by, "organisation.created", ["organisation", id]);
  });
  return { ok: true, id };
}

type Change = { organisationId: string; version: number; by: ActedByRequest };

/** Changes an organisation that is still as the page showed it. Each thing that changed has a row in the history. */
async function change(
  deps: Deps,
  { organisationId: id, version, by }: Change,
  plan: (before: OrganisationRow) => { set: Partial<OrganisationRow>; actions: AuditAction[] },
) {
  return transact(deps, async (inside): Promise<OrganisationRefused | { ok: true }> => {
    const before = await findOrganisation(inside, id);
    if (before?.version !== version) return { ok: false, problem: before ? "changed-since" : "not-found" };
    const { set, actions } = plan(before);
    if (actions.length === 0) return { ok: true };
    const updated_at = deps.clock.now().toISOString();
    await inside.db
      .updateTable("organisations")
      .set({ ...set, updated_at, version: version + 1 })
      .where("id", "=", id)
      .execute();
    for (const action of actions) await recordAudit(inside, by, action, ["organisation", id]);
    return { ok: true };
  });
}

export type OrganisationEdit = OrganisationDetails & {
  teamSeesAll?: boolean;
  /** Staff alone change them. */
  name?: string;
  kind?: OrganisationKind;
};

/** Changes the details, and who sees what, each with its own row in the history. */
export function editOrganisation(deps: Deps, asked: Change, edit: OrganisationEdit) {
  return change(deps, asked, (before) => {
    const { teamSeesAll, name = before.name, kind = before.kind, ...details } = edit;
    const seesAll = teamSeesAll === undefined ? before.team_sees_all : teamSeesAll ? 1 : 0;
    const { recipients, ...rest } = openDetails(deps.secrets, before);
    const { recipients: wanted, ...edited } = details;
    const isSame =
      JSON.stringify(rest) === JSON.stringify(edited) && before.name === name && before.kind === kind;
    const actions: AuditAction[] = isSame ? [] : ["organisation.edited"];
    if (recipients !== wanted) actions.push("organisation.recipients-changed");
    if (seesAll !== before.team_sees_all)
      actions.push(seesAll === 1 ? "organisation.team-sees-all" : "organisation.team-sees-own");
    const details_sealed = sealDetails(deps.secrets, before.id, details);
    return { set: { name, kind, details_sealed, team_sees_all: seesAll }, actions };
  });
}

/** Takes an address off the usual recipients of reports: somebody left. */
export async function dropUsualRecipient(
  inside: Deps,
  organisationId: string,
  email: string,
  by: ActedByRequest,
): Promise<void> {
  const row = (await findOrganisation(inside, organisationId))!;
  const details = openDetails(inside.secrets, row);
  const all = usualRecipients(details);
  const left = all.filter((one) => one.toLowerCase() !== email);
  if (left.length === all.length) return;
  await inside.db
    .updateTable("organisations")
    .set({
      details_sealed: sealDetails(inside.secrets, row.id, { ...details, recipients: left.join("\n") }),
      updated_at: inside.clock.now().toISOString(),
      version: row.version + 1,
    })
    .where("id", "=", row.id)
    .execute();
  await recordAudit(inside, by, "organisation.recipients-changed", ["organisation", row.id]);
}

/** Closes an organisation: nobody of it sees or books anything as a member any more. Its bookings go on. */
export const closeOrganisation = (deps: Deps, asked: Change) =>
  change(deps, asked, ({ closed_at }) => ({
    set: { closed_at: closed_at ?? deps.clock.now().toISOString() },
    actions: closed_at === null ? ["organisation.closed"] : [],
  }));

export const reopenOrganisation = (deps: Deps, asked: Change) =>
  change(deps, asked, ({ closed_at }) => ({
    set: { closed_at: null },
    actions: closed_at === null ? [] : ["organisation.reopened"],
  }));
