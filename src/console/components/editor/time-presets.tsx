import { toDateText } from '../../format.ts'
import { Button } from '../ui/button.tsx'

/**
 * Buttons that fill in a time relative to now.
 *
 * @param presets name and seconds from now; undefined = no time, an empty text
 * @param onChoose gets the time as it would be typed
 */
export function TimePresets({
  label,
  isLabelShown = false,
  presets,
  onChoose,
}: {
  readonly label: string
  readonly isLabelShown?: boolean
  readonly presets: readonly (readonly [name: string, seconds: number | undefined])[]
  readonly onChoose: (time: string) => void
}) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className={isLabelShown ? 'mb-1 text-xs text-muted' : 'sr-only'}>{label}</legend>
      {presets.map(([name, seconds]) => (
        <Button
          key={name}
          size="sm"
          onClick={() =>
            onChoose(seconds === undefined ? '' : toDateText(Math.floor(Date.now() / 1000) + seconds))
          }
        >
          {name}
        </Button>
      ))}
    </fieldset>
  )
}
