export function WhoAssesses() {
  return (
    <p className="note">
      Assessments are done by specialist social workers, nurses, occupational therapists and speech and
      language therapists, subject to availability. A psychiatrist or psychologist can be requested.
    </p>
  );
}
