const SPAN = /(\d{1,2}:\d{2}–\d{1,2}:\d{2})/;

/** A text in which no span of time, such as 09:00–10:30, is broken after its dash. Text alone: what is mailed or stored
 * stays plain. */
export function Times({ children }: { children: string }) {
  return children.split(SPAN).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
