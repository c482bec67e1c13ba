import { useMoney } from '../../format.ts'
import { Button } from '../ui/button.tsx'

/** In dollars. */
const amounts = [1, 10, 50, 100, 500, 1000] as const

/** Buttons for the most common amounts. @param onChoose gets quota units */
export function QuickAmounts({
  label,
  onChoose,
}: {
  readonly label: string
  readonly onChoose: (quota: number) => void
}) {
  const money = useMoney()
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {amounts.map((amount) => (
        <Button
          key={amount}
          size="sm"
          className="tabular-nums"
          onClick={() => onChoose(amount * money.quotaPerUnit)}
        >
          {money.inDollars(amount * money.quotaPerUnit).replace('.00', '')}
        </Button>
      ))}
    </fieldset>
  )
}
