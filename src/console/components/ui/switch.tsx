import { Switch as SwitchRoot } from '@headlessui/react'
import { classNames } from '../class-names.ts'
import { useFieldControl } from './field.tsx'

/** An on/off switch, named by the field around it or by `label`. */
export function Switch({
  isOn,
  onChange,
  label,
  isDisabled = false,
}: {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly label?: string
  readonly isDisabled?: boolean
}) {
  const control = useFieldControl()
  return (
    <SwitchRoot
      {...control}
      aria-label={label}
      checked={isOn}
      onChange={onChange}
      disabled={isDisabled}
      className={classNames(
        'inline-flex h-5 w-9 shrink-0 items-center rounded-full border px-0.5 transition-colors',
        'disabled:cursor-not-allowed disabled:opacity-55',
        isOn ? 'border-transparent bg-accent' : 'border-line-strong bg-sunken',
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'size-3.5 rounded-full transition-transform motion-reduce:transition-none',
          isOn ? 'translate-x-4 bg-on-accent' : 'bg-muted',
        )}
      />
    </SwitchRoot>
  )
}
