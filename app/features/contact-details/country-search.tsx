import { useEffect, useId, useRef, useState, type RefObject } from "react";
import { findCountries } from "./find-countries.ts";

type CountrySearchProps = {
  opener: RefObject<HTMLElement | null>;
  onPick: (dialCode: string) => void;
  onClose: () => void;
};

/** The search field takes the focus, unless the visitor typed elsewhere while it loaded. */
export function CountrySearch({ opener, onPick, onClose }: CountrySearchProps) {
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const found = findCountries(typed);

  useEffect(() => {
    const focused = document.activeElement;
    if (focused === opener.current || focused === document.body) input.current?.focus();
  }, [opener]);

  return (
    <div className="card mt-2" onKeyDown={(event) => event.key === "Escape" && onClose()}>
      <label htmlFor={id} className="font-semibold">
        Search countries
      </label>
      <input
        ref={input}
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
          if (found[0]) onPick(found[0].dialCode);
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
