import { useId, useState } from "react";
import { findCountries } from "./find-countries.ts";

type CountrySearchProps = {
  onPick: (dialCode: string) => void;
  onClose: () => void;
};

/** Takes the focus while it is drawn, so that the next key is typed into it. Enter picks the first country found,
 * except an Enter that is still held down since it opened the search, or before anything was typed. */
export function CountrySearch({ onPick, onClose }: CountrySearchProps) {
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
