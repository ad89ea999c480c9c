import { useRef, useState, type KeyboardEvent, useId } from "react";
import { afterRelease } from "#app/ui/after-release.ts";
import { SelectField } from "#app/forms/choice-fields.tsx";
import { textValue } from "#app/forms/field.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { setControl, type LiveValues } from "#app/forms/use-live-form.ts";
import type { Field } from "#app/forms/use-step-form.ts";
import { classes } from "#app/ui/classes.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { FieldAlert } from "./field-alert.tsx";
import { DEFAULT_COUNTRY_CODE } from "#app/platform/phone-number.ts";
import { checkPhone, COUNTRY_OPTIONS, isUnrealPhone, PHONE_MESSAGES } from "./phone.ts";
import { findCountries } from "./find-countries.ts";

type CountrySearchProps = { onPick: (dialCode: string) => void; onClose: () => void };

/** Takes the focus while it is drawn, so that the next key is typed into it. Enter picks the first country found,
 * except an Enter that is still held down since it opened the search, or before anything was typed. */
function CountrySearch({ onPick, onClose }: CountrySearchProps) {
  const [typed, setTyped] = useState("");
  const id = useId();
  const found = findCountries(typed);

  return (
    <div className="card mt-2" onKeyDown={(event) => event.key === "Escape" && onClose()}>
      <label htmlFor={id} className="font-semibold">
        Search countries
      </label>
      <input
        autoFocus
        id={id}
        type="search"
        className="input"
        autoComplete="off"
        placeholder="Search countries..."
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (found[0] && typed.trim() && !event.repeat) onPick(found[0].dialCode);
        }}
      />
      <p className={found.length === 0 ? "mt-2" : "sr-only"} role="status">
        {found.length === 0 ? "No countries found" : `${found.length} found`}
      </p>
      {found.length === 0 ? null : (
        <ul className="mt-2 max-h-60 overflow-y-auto" tabIndex={-1}>
          {found.map(({ name, code, dialCode }) => (
            <li key={code}>
              <button type="button" className="link-button" onClick={() => onPick(dialCode)}>
                {`${name} (${dialCode})`}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type PhoneFieldProps = {
  field: Field<string>;
  countryField: Field<string>;
  live: LiveValues;
  isOptional?: boolean;
  autoComplete?: "tel" | "off";
};

export function PhoneField({ field, countryField, live, autoComplete = "tel", isOptional }: PhoneFieldProps) {
  const typed = live[field.name]?.[0]?.trim() ?? "";
  const country = live[countryField.name]?.[0] || DEFAULT_COUNTRY_CODE;
  const state = `${country} ${typed}`;
  const [leftAs, setLeftAs] = useState<string | null>(null);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const check = checkPhone(typed, country);
  const isSuspicious = check.error !== null || isUnrealPhone(check.digits);
  const isRefused = check.error !== null && (field.errors?.includes(check.error) ?? false);
  const isBoxShown = typed !== "" && isSuspicious && closedFor !== state && (leftAs === state || isRefused);
  const remarks = isRefused
    ? check.warnings
    : [check.error, ...check.warnings, check.advice].filter((remark) => remark !== null);
  const hasNote = leftAs === state && check.warnings.length > 0 && (check.error === null || isRefused);

  return (
    <>
      <div className="field-pair is-phone">
        <SelectField
          field={{ ...countryField, initialValue: textValue(countryField) || DEFAULT_COUNTRY_CODE }}
          label="Country code"
          options={COUNTRY_OPTIONS}
          autoComplete={autoComplete === "tel" ? "tel-country-code" : "off"}
          onChange={(event) => setLeftAs(`${event.target.value} ${typed}`)}
        />
        <TextField
          field={field}
          type="tel"
          label="Phone"
          isOptional={isOptional}
          autoComplete={autoComplete}
          aria-invalid={(isBoxShown && check.error !== null) || undefined}
          onBlur={({ target }) => afterRelease(() => setLeftAs(`${country} ${target.value.trim()}`))}
        />
      </div>
      {isBoxShown ? (
        <div className="-mt-3 mb-4 max-w-[30rem]">
          <FieldAlert heading={PHONE_MESSAGES.heading} onClose={() => setClosedFor(state)}>
            {remarks.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </FieldAlert>
        </div>
      ) : hasNote ? (
        <p className="note -mt-4 mb-3" role="status">
          {check.warnings.join(" ")}
        </p>
      ) : null}
      <CountrySearchToggle
        onPick={(dialCode) =>
          setControl(document.getElementById(countryField.id) as HTMLSelectElement, dialCode)
        }
      />
    </>
  );
}

function CountrySearchToggle({ onPick }: { onPick: (dialCode: string) => void }) {
  const isHydrated = useHydrated();
  const [isOpen, setIsOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    toggle.current?.focus();
  };
  // A letter opens the search too, whose field then has the focus and gets the letter.
  const openByTyping = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
    !isOpen && /^\S$/.test(key) && !ctrlKey && !metaKey && !altKey && setIsOpen(true);
  // The button keeps its place while the scripts load.
  return (
    <div className={classes("country-search-toggle", !isHydrated && "invisible noscript:hidden")}>
      <button
        type="button"
        ref={toggle}
        className="link-button"
        aria-expanded={isOpen}
        onKeyDown={openByTyping}
        onClick={() => setIsOpen((previous) => !previous)}
      >
        Search countries
      </button>
      {isOpen ? (
        <CountrySearch
          onPick={(dialCode) => {
            onPick(dialCode);
            close();
          }}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
