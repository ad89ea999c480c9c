import { useState, type ReactNode } from "react";
import { Link, useActionData } from "react-router";
import { StepForm } from "#app/forms/step-form.tsx";
import type { StepFormState } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { HistoryRow } from "./read-settings-page.server.ts";
import type { SettingsReply } from "./save-group.server.ts";

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

const SETTINGS = { label: "Back to Settings", to: "/admin/settings" };

export function SettingsFrame(props: SettingsFrameProps) {
  const { title, lead, back = SETTINGS, isLocked, history, whenUnchanged, children } = props;
  const reply = useActionData<SettingsReply>();
  const saved = useDone({ saved: "Saved. The change is live." });
  return (
    <Page title={title} back={back}>
      <p className="lead">{lead}</p>
      <LockedNotice isLocked={isLocked} />
      <Done text={props.said ?? saved} />
      <ConflictNotice reply={reply} />
      {children}
      <Card heading="History">
        <SettingsHistory {...history} whenEmpty={whenUnchanged} />
      </Card>
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
