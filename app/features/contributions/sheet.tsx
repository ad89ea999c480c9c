import "#app/styles/referral.css";
import { Link } from "react-router";
import { optionLabel, withRevealed, type Field } from "#app/kit/sections/fields.ts";
import { Facts } from "#app/ui/lists.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { askedPart, questionCodes } from "./asked-parts.ts";
import type { SheetData } from "./sheet.server.ts";

/** The questions on paper, each with its number and room to write. */
export function Sheet({ sheet }: { sheet: SheetData }) {
  const parts = sheet.partKeys.map(askedPart);
  const codes = questionCodes(parts);
  return (
    <article className="file">
      <PageTitle title={`Sheet ${sheet.reference}`} />
      <p className="running-head" aria-hidden="true">
        Sheet for booking {sheet.reference}. Confidential.
      </p>
      <div className="actions no-print">
        <PrintButton>Print</PrintButton>
        <Link to={sheet.back}>Back</Link>
      </div>
      <h1 className="mt-6">Some questions about {sheet.person}</h1>
      <p>
        For {sheet.name}. {sheet.asker} asks you{sheet.through ? `, through ${sheet.through}` : ""}. Please
        answer by <strong>{sheet.until}</strong>. Write clearly; leave open what you do not know. You may
        refuse, and you need not say why.
      </p>
      <Facts
        rows={[
          ["Reference", sheet.reference],
          ["On what basis you are asked", sheet.basis],
          sheet.basisReason ? ["Because", sheet.basisReason] : null,
          sheet.note ? ["Note", <span className="whitespace-pre-wrap">{sheet.note}</span>] : null,
          [
            "Send it back to",
            <span className="whitespace-pre-wrap">
              {[sheet.company, sheet.address].filter(Boolean).join("\n")}
            </span>,
          ],
          ["Or scan it and send it to", sheet.email],
          sheet.phone ? ["Questions", sheet.phone] : null,
        ]}
      />
      {parts.map((part) => (
        <section key={part.key} aria-label={part.title}>
          <h2 className="mt-8 border-b border-ink pb-1">{part.title}</h2>
          <p>{part.lead}</p>
          {part.groups.map((group) => (
            <div key={group.title} className="mt-4">
              <h3>{group.title}</h3>
              {withRevealed(group.fields).map((field) => (
                <SheetQuestion
                  key={field.name}
                  field={field}
                  code={codes.get(`${part.key}.${field.name}`)!}
                />
              ))}
            </div>
          ))}
        </section>
      ))}
      <p className="mt-8">Name and signature: ________________________________ Date: ______________</p>
      <p className="note">
        {sheet.through ? `${sheet.asker} and the staff` : "The staff"} of {sheet.company} read your answers,
        and so does the assessor who visits. What is taken over into the referral, or quoted in the report,
        may be read by a court and the parties.
      </p>
    </article>
  );
}

function SheetQuestion({ field, code }: { field: Field; code: string }) {
  const isLong = field.kind === "longText";
  return (
    <div className="sheet-question">
      <p>
        <strong>{code}</strong> {field.label}
      </p>
      {field.hint ? <p className="note">{field.hint}</p> : null}
      {"options" in field ? (
        <p>{field.options.map((option) => `☐ ${optionLabel(field, option)}`).join("   ")}</p>
      ) : field.kind === "flag" ? (
        <p>☐ Yes</p>
      ) : (
        <div className={isLong ? "sheet-box is-long" : "sheet-box"} aria-hidden="true" />
      )}
    </div>
  );
}
