import type { ReactNode } from "react";

export function Box({ label, lines = 1, wide = false }: { label: string; lines?: number; wide?: boolean }) {
  return (
    <div className={wide ? "paper-field is-wide" : "paper-field"}>
      <span>{label}</span>
      <div className={lines > 1 ? "paper-box is-tall" : "paper-box"} />
    </div>
  );
}

export function DateBoxes({ label }: { label: string }) {
  return (
    <div className="paper-field">
      <span>{label} (day, month, year)</span>
      <div className="paper-digits" aria-hidden="true">
        {[..."DDMMYYYY"].map((letter, index) => (
          <b key={index}>{letter}</b>
        ))}
      </div>
    </div>
  );
}

export function Ticks({
  label,
  options,
  columns = 4,
}: {
  label: string;
  options: ReactNode[];
  columns?: 1 | 2 | 4;
}) {
  return (
    <div className="paper-field is-wide">
      <span>{label}</span>
      <ul className={`paper-ticks in-${columns}`}>
        {options.map((option, index) => (
          <li key={index}>{option}</li>
        ))}
      </ul>
    </div>
  );
}

export function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="paper-section">
      <h2>{heading}</h2>
      {children}
    </section>
  );
}
