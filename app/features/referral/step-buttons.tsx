import { Button } from "#app/ui/button.tsx";

type StepButtonsProps = { isFirst?: boolean; hasSave?: boolean };

export function StepButtons({ isFirst = false, hasSave = false }: StepButtonsProps) {
  return (
    <div className="actions">
      {isFirst ? null : (
        <Button look="quiet" name="intent" value="back">
          Back
        </Button>
      )}
      {hasSave ? (
        <Button look="quiet" name="intent" value="save">
          Save
        </Button>
      ) : null}
      <Button name="intent" value="continue">
        Continue
      </Button>
    </div>
  );
}
