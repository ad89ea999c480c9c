import { useState, type ComponentProps, type ReactNode } from "react";
import { Link, NavLink, useActionData } from "react-router";
import { DeclaredFields } from "#app/forms/declared-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import type { StepFormState } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Page } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { HistoryRow } from "./read-settings-page.server.ts";
import type { SettingsReply } from "./save-group.server.ts";

/** The fields of a form in rows. */
export const SettingsFields = (fields: ComponentProps<typeof DeclaredFields>) => (
  <div className="form-rows">
    <DeclaredFields {...fields} />
  </div>
);

type SettingsFormProps = {
  form: StepFormState;
  version: number;
  isLocked: boolean;
  save?: string;
  /** The form makes something new and never shows what is saved, so that a save leaves it as it is. */
  isForNew?: boolean;
  buttons?: ReactNode;
  encType?: "multipart/form-data";
  children: ReactNode;
};

export function SettingsForm(props: SettingsFormProps) {
  const { form, version, isLocked, save = "Save", isForNew, buttons, encType, children } = props;
  const reply = useActionData<SettingsReply>();
  // A new key makes the controls show what is saved: after a save, but not after a conflict, which keeps
  // what was typed.
  const [shownVersion, setShownVersion] = useState(version);
  if (!reply && version !== shownVersion) setShownVersion(version);
  return (
    <StepForm
      key={isForNew ? "new" : shownVersion}
      form={form}
      encType={encType}
      className="stack"
      autoComplete="off" // Going back, the browser would put the boxes as they were on the version that is saved now.
    >
      <VersionField form={form} version={version} />
      {children}
      {isLocked && !buttons ? null : (
        <div className="actions">
          {isLocked ? null : <Button>{save}</Button>}
          {buttons}
        </div>
      )}
    </StepForm>
  );
}

type History = {
  rows: HistoryRow[];
  earlier: number | null;
  isLatest: boolean;
  /** In place of "Nothing has been changed yet." */
  whenEmpty?: ReactNode;
};

/** The pages of settings in groups: address, title and contents of each. */
export const SETTINGS_GROUPS = [
  {
    name: "Before you open",
    pages: [
      ["/admin/setup", "First steps", "What a new practice does first, checked by the system."],
      ["/admin/settings/company", "Company", "Name, addresses, phone, numbers, bank details and colour."],
      ["/admin/settings/prices", "Prices", "Dated price lists, the discount and VAT."],
      ["/admin/settings/assessments", "Assessments", "What you offer, in which order."],
      ["/admin/settings/invoices", "Invoices", "Who makes them: we here, Xero, or nobody."],
      ["/admin/settings/charges", "Charges", "Travel, second visits, late cancellation: by which rules."],
      ["/admin/settings/backups", "Backups", "Make one now, and have it verified."],
    ],
  },
  {
    name: "How you work",
    pages: [
      ["/admin/settings/rules", "Booking rules", "Notice, weekends, closed days, promises and fees."],
      ["/admin/settings/times", "Times to choose", "Whether referrers choose the time of a visit."],
      [
        "/admin/settings/documents",
        "Documents and reports",
        "Papers that come in, the report that goes out.",
      ],
      ["/admin/settings/recalls", "Look again", "The reminder that a referrer agreed to."],
      ["/admin/settings/mails", "Mail texts", "What your emails say, and their foot."],
      ["/admin/settings/texts", "Text messages", "When to text, what the texts say, and how many."],
      ["/admin/settings/organisations", "Organisations", "Firms and councils with several people."],
      ["/admin/settings/status", "Status line", "The line under the header, for some days."],
    ],
  },
  {
    name: "Law and look",
    pages: [
      ["/admin/settings/checks", "Checked texts", "Who checked the letters and what is said about the law."],
      ["/admin/settings/retention", "Retention", "How long personal data is kept."],
      ["/admin/settings/switches", "Analytics and error reports", "Which data is sent to other companies."],
      ["/admin/settings/assurance", "Assurance", "What you state to a council or an NHS body."],
      ["/admin/settings/logo", "Logo", "The picture beside your name."],
    ],
  },
] as const;

/** The groups without the page of texts, where none can be sent. */
export const settingsGroups = (hasTexts: boolean) =>
  SETTINGS_GROUPS.map(({ name, pages }) => ({
    name,
    pages: pages.filter(([to]) => hasTexts || to !== "/admin/settings/texts"),
  }));

type SettingsMenuProps = { isDone: Record<string, boolean>; hasTexts: boolean };

/** `isDone`: whether the first steps on a page are done, by its address. */
export function SettingsMenu({ isDone, hasTexts }: SettingsMenuProps) {
  return (
    <details className="settings-menu no-print">
      <summary>All settings</summary>
      <nav aria-label="Pages of settings">
        {settingsGroups(hasTexts).map(({ name, pages }) => (
          <div key={name}>
            <p>{name}</p>
            {pages.map(([to, title]) => (
              <NavLink key={to} to={to}>
                {to in isDone ? (
                  <Badge colour={isDone[to] ? "green" : "yellow"}>
                    {title} <span className="sr-only">{isDone[to] ? "(done)" : "(to do)"}</span>
                  </Badge>
                ) : (
                  title
                )}
              </NavLink>
            ))}
          </div>
        ))}
      </nav>
    </details>
  );
}

type SettingsFrameProps = {
  title: string;
  lead: string;
  /** The page above this one, if it is not the list of all settings. */
  back?: { label: string; to: string };
  isLocked: boolean;
  history: History;
  whenUnchanged?: ReactNode;
  /** The notice after another action than Save. */
  said?: string | undefined;
  children: ReactNode;
};

export function SettingsFrame(props: SettingsFrameProps) {
  const { title, lead, back, isLocked, history, whenUnchanged, children } = props;
  const reply = useActionData<SettingsReply>();
  const saved = useDone({ saved: "Saved. The change is live." });
  return (
    <Page title={title} back={back}>
      <p className="lead">{lead}</p>
      <LockedNotice isLocked={isLocked} />
      <Done text={props.said ?? saved} />
      <ConflictNotice reply={reply} />
      {children}
      <details className="card" open={!history.isLatest || Boolean(reply?.theirs)}>
        <summary>
          <h2>History</h2>
        </summary>
        <SettingsHistory {...history} whenEmpty={whenUnchanged} />
      </details>
    </Page>
  );
}

export function LockedNotice({ isLocked }: { isLocked: boolean }) {
  if (!isLocked) return null;
  return (
    <Alert>
      <p>
        These pages are read-only: the settings of this installation are managed elsewhere (SETTINGS_LOCKED).
      </p>
    </Alert>
  );
}

export function ConflictNotice({ reply }: { reply: SettingsReply | undefined }) {
  if (!reply?.theirs) return null;
  return (
    <Alert tone="warning" heading="What was saved since, beside yours">
      <p>Your entries are still in the form. Compare the two versions, then save the one you want to keep.</p>
      <Table
        className="table is-stacked mt-3"
        caption="Where the two differ"
        columns={[
          "Setting",
          { name: "Saved since", className: "whitespace-pre-line" },
          { name: "Typed by you", className: "whitespace-pre-line" },
        ]}
        rows={reply.theirs.map(({ field, from, to }) => ({ id: field, cells: [field, from, to] }))}
      />
    </Alert>
  );
}

export function SettingsHistory({ rows, earlier, isLatest, whenEmpty }: History) {
  if (rows.length === 0 && isLatest)
    return <p className="note">{whenEmpty ?? "Nothing has been changed yet."}</p>;
  return (
    <>
      <Table
        caption={isLatest ? "History, newest first" : "Earlier changes, newest first"}
        columns={["When", "Who", "What"]}
        rows={rows.map(({ version, at, who, changes }) => ({
          id: String(version),
          cells: [
            formatInstant(at),
            who,
            <div>
              {changes.length === 0 ? "Saved without a change" : null}
              {changes.map(({ field, from, to }) => (
                <div key={field} className="wrap-anywhere whitespace-pre-line">
                  {field}: <del>{from}</del> → <ins>{to}</ins>
                </div>
              ))}
            </div>,
          ],
        }))}
      />
      {isLatest ? null : (
        <p className="mt-3">
          <Link to="?">Latest changes</Link>
        </p>
      )}
      {earlier === null ? null : (
        <p className="mt-3">
          <Link to={`?before=${earlier}`}>Earlier changes</Link>
        </p>
      )}
    </>
  );
}
