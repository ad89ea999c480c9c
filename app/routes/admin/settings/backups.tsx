import { data, redirect } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { pressBackup, readBackups } from "#app/platform/backup/pressed-backup.server.ts";
import { formatInstant, formatTime } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { isDiskFull } from "#app/platform/storage-error.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Route } from "./+types/backups";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const { BACKUP_HOUR, BACKUP_KEEP_DAYS } = deps.env;
  return { ...(await readBackups(deps)), hour: BACKUP_HOUR, keepDays: BACKUP_KEEP_DAYS };
}

const DISK_FULL =
  "The disk is full, so no backup was begun. Free space on the disk of the backups, then try again.";

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps } = await requireAdministrator(context, request);
  try {
    await pressBackup(deps, deps.makeBackup);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    return data({ problem: DISK_FULL }, { status: 503 });
  }
  return redirect("/admin/settings/backups", 303);
});

export default function BackupsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { run, newest, count, hour, keepDays } = loaderData;
  const problem = actionData?.problem ?? run?.problem;
  return (
    <Page title="Backups">
      <p className="lead">
        {hour === "off" ? "No backup is made by night." : `A backup is made each night at ${hour}:00.`} Each
        is one encrypted file on the server, and stays {keepDays} days. Whoever runs the server copies it to
        another place.
      </p>
      {run?.isRunning ? (
        <Alert isLive heading={`A backup is being made since ${formatTime(run.startedAt)}`}>
          <p>It is opened and counted at the end. You can leave this page.</p>
          <p className="mt-2">
            <ButtonLink look="quiet" to="/admin/settings/backups">
              Look again
            </ButtonLink>
          </p>
        </Alert>
      ) : problem ? (
        <Alert
          tone="bad"
          isLive
          heading={
            run && !actionData ? `The backup of ${formatInstant(run.startedAt)} is not verified` : null
          }
        >
          <p className="whitespace-pre-line">{problem}</p>
        </Alert>
      ) : run?.counted ? (
        <Alert tone="good" isLive heading={`The backup of ${formatInstant(run.startedAt)} is whole`}>
          <p>It was opened and counted: {run.counted}.</p>
        </Alert>
      ) : null}
      {run?.isRunning ? null : (
        <PostForm>
          <Button>Make and verify a backup</Button>
        </PostForm>
      )}
      <Card heading="Newest backups">
        {newest.length === 0 ? (
          <p className="note">There is no backup yet.</p>
        ) : (
          <Table
            caption={count > newest.length ? `The newest ${newest.length} of ${count}` : `All ${count}`}
            columns={["Made", { name: "Size", className: "is-number" }, "Verified", "File"]}
            rows={newest.map(({ name, at, bytes, verifiedAt }) => ({
              id: name,
              cells: [
                formatInstant(at),
                `${(bytes / 1024 / 1024).toFixed(1)} MB`,
                verifiedAt ? formatInstant(verifiedAt) : "–",
                <span className="wrap-anywhere">{name}</span>,
              ],
            }))}
          />
        )}
      </Card>
    </Page>
  );
}
