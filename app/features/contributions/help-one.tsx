import type { ReactNode } from "react";
import { Link } from "react-router";
import { DateField } from "#app/forms/date-field.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { ErrorSummary, StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm, type FormState } from "#app/forms/use-step-form.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import { StandingBadge } from "./help-list.tsx";
import type { HelpOne } from "./help-page.server.ts";
import { helpPaths } from "./help-paths.ts";
import { choiceName } from "./choices.ts";
import { PapersCard, Written, WrittenFacts } from "./written.tsx";

/** One request: its facts, theirs beside ours, and what can be done with it. */
export function HelpOnePage({ page, done }: { page: HelpOne; done: string | undefined }) {
  const said = useSaid(done);
  const paths = helpPaths(page.area, page.bookingId);
  return (
    <Page title={`What ${page.name} wrote`} back={{ label: "Back to who was asked", to: paths.list }}>
      <Done text={said} />
      {page.refusal ? (
        <Alert tone="warning">
          <p>{page.refusal}</p>
        </Alert>
      ) : null}
      {page.remarks.map((remark) => (
        <Alert key={remark} tone="warning">
          <p className="wrap-anywhere">{remark}</p>
        </Alert>
      ))}
      <RequestCard page={page} />
      {page.may.choose ? <Choices page={page} /> : <NotSent page={page} />}
      <PapersCard names={page.papers} note="The assessor and staff can open them." />
      {page.may.keyIn ? (
        <p>
          <Link to={paths.keyIn(page.id)}>Key in a sheet that came back</Link>
        </p>
      ) : null}
      {page.may.remind ? (
        <RequestButton id="remind-form" intent="remind" look="quiet">
          Send a reminder
        </RequestButton>
      ) : null}
      {page.may.askAgain ? <AgainForm page={page} /> : null}
      {page.may.takeBack ? (
        <RequestButton id="back-form" intent="take-back" look="danger">
          Take the request back
        </RequestButton>
      ) : null}
    </Page>
  );
}

function RequestCard({ page }: { page: HelpOne }) {
  const paths = helpPaths(page.area, page.bookingId);
  return (
    <Card heading="The request" className="stack">
      <Facts
        rows={[
          ["State", <StandingBadge standing={page.standing} />],
          ["Who", `${page.name} (${page.role})`],
          ["How", page.email ?? "On paper"],
          ["Parts", page.parts.map(({ title }) => title).join(", ")],
          ["Until", page.until],
          page.sentAt ? ["Answered", `${page.sentAt}${page.isLate ? ", late" : ""}`] : null,
          ["Basis", page.basis],
          page.basisReason ? ["Because", <Written text={page.basisReason} />] : null,
          ["Sees what is written already", page.canSee ? "Yes" : "No"],
          page.note ? ["Note", <Written text={page.note} />] : null,
          page.reason ? ["Their reason", <Written text={page.reason} />] : null,
        ]}
      />
      <p className="note">
        <Link to={paths.sheet(page.id)}>Print the questions as a sheet</Link>
      </p>
    </Card>
  );
}

function NotSent({ page }: { page: HelpOne }) {
  const parts = page.parts.filter(({ notSent }) => notSent.length > 0);
  if (parts.length === 0) return null;
  return parts.map(({ key, title, notSent }) => (
    <Card key={key} heading={title} action={<Badge colour="yellow">Not sent</Badge>}>
      <p className="note">They wrote this, and did not send it. The assessor does not see it.</p>
      <WrittenFacts rows={notSent} />
    </Card>
  ));
}

const PLACES = {
  same: "The referral says the same.",
  apart: "The referral forms do not ask this. The assessor reads it as it is.",
};

function Choices({ page }: { page: HelpOne }) {
  const form = useStepForm<Record<string, never>>({ id: "take-form" });
  const rows = page.parts.flatMap((part) => part.rows);
  const isOpen = rows.some(({ place }) => place === "different" || place === "empty-here");
  return (
    <div>
      <ErrorSummary form={form} />
      <PostForm id="take-form" autoComplete="off" className="stack">
        <input type="hidden" name="decidedAt" value={page.decidedAt} />
        {page.versions.map(([section, version]) => (
          <input key={section} type="hidden" name={`version-${section}`} value={version} />
        ))}
        {page.parts.map((part) => (
          <Card key={part.key} heading={part.title} className="stack">
            {part.isKeyedIn ? <p className="note">Keyed in by the office from paper.</p> : null}
            {part.rows.length === 0 ? <p>Nothing was written here.</p> : null}
            {part.rows.map((row) => (
              <Row key={row.name} part={part.key} row={row} form={form} />
            ))}
          </Card>
        ))}
        <div className="actions">
          {isOpen ? (
            <>
              <Button intent="take">Save what I chose</Button>
              <Button look="quiet" intent="take-empty">
                Use all that are empty here
              </Button>
            </>
          ) : null}
          {page.standing === "sent" ? (
            <Button look={isOpen ? "quiet" : "main"} intent="keep">
              {isOpen ? "Keep mine everywhere" : "I have read it"}
            </Button>
          ) : null}
        </div>
      </PostForm>
    </div>
  );
}

type RowProps = { part: string; row: HelpOne["parts"][number]["rows"][number]; form: FormState };

function Row({ part, row, form }: RowProps) {
  const others = row.others.map(({ name, text }) => (
    <p key={`${name} ${text}`} className="note wrap-anywhere whitespace-pre-wrap" dir="auto">
      {name} wrote: {text}
    </p>
  ));
  if (row.place === "same" || row.place === "apart") {
    return (
      <div>
        <h3>{row.label}</h3>
        <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
          {row.text}
        </p>
        <p className="note">{PLACES[row.place]}</p>
        {others}
      </div>
    );
  }
  const name = choiceName(part, row.name);
  const chosen = form.values[name] ?? (row.place === "empty-here" ? "theirs" : "ours");
  const props = { name, chosen: String(chosen) };
  return (
    <fieldset>
      <legend>{row.label}</legend>
      <p className="note">{row.question}</p>
      <div className="grid gap-3 md:grid-cols-2">
        <ChoiceBox {...props} value="theirs" label="Use theirs">
          {row.text}
        </ChoiceBox>
        <ChoiceBox {...props} value="ours" label="Keep mine">
          {row.ours || "(empty)"}
        </ChoiceBox>
      </div>
      {row.ours ? (
        <ChoiceBox {...props} value="empty" label="Leave it empty in the referral">
          {null}
        </ChoiceBox>
      ) : null}
      {others}
    </fieldset>
  );
}

type ChoiceBoxProps = { name: string; chosen: string; value: string; label: string; children: ReactNode };

function ChoiceBox({ name, chosen, value, label, children }: ChoiceBoxProps) {
  const id = `${name}-${value}`;
  return (
    <div className={children === null ? "mt-2" : "card"}>
      <div className="option">
        <input type="radio" id={id} name={name} value={value} defaultChecked={chosen === value} />
        <label htmlFor={id}>{label}</label>
      </div>
      {children === null ? null : (
        <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
          {children}
        </p>
      )}
    </div>
  );
}

type RequestButtonProps = { id: string; intent: string; look: "quiet" | "danger"; children: string };

function RequestButton({ id, intent, look, children }: RequestButtonProps) {
  const form = useStepForm({ id });
  return (
    <div>
      <ErrorSummary form={form} />
      <PostForm id={id}>
        <Button look={look} intent={intent}>
          {children}
        </Button>
      </PostForm>
    </div>
  );
}

function AgainForm({ page }: { page: HelpOne }) {
  const form = useStepForm<{ until: string }>({ id: "again-form", saved: { until: page.suggested } });
  const isOpen = page.standing === "asked" || page.standing === "opened";
  return (
    <Card heading={isOpen ? "Send a new link" : "Open it again"} className="stack">
      <p className="note">
        {page.email === null
          ? "The sheet stays as it is; the last day changes."
          : "The old link ends. What they wrote is kept."}
      </p>
      <StepForm form={form} autoComplete="off" enterIntent="again">
        <DateField field={fieldOf(form, "until")} form={form} label="Until when?" />
        <Submit look="quiet" intent="again">
          {page.email === null ? "Save" : isOpen ? "Send a new link" : "Open it again"}
        </Submit>
      </StepForm>
    </Card>
  );
}
