import { Eye, EyeOff } from 'lucide-react'
import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useContext,
  useId,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../class-names.ts'

/** What a control needs to know about the field around it. */
interface FieldContext {
  readonly id: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
  readonly isRequired: boolean
}

const Context = createContext<FieldContext | undefined>(undefined)

/** Returns the attributes that link a control to its label, hint and error; empty outside a `Field`. */
export function useFieldControl(): {
  readonly id?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
  readonly 'aria-required'?: true
} {
  const field = useContext(Context)
  if (!field) return {}
  return {
    id: field.id,
    ...(field.describedBy === undefined ? {} : { 'aria-describedby': field.describedBy }),
    ...(field.isInvalid ? { 'aria-invalid': true as const } : {}),
    ...(field.isRequired ? { 'aria-required': true as const } : {}),
  }
}

export interface FieldProps {
  readonly label: ReactNode
  /** One line on what to enter. */
  readonly hint?: ReactNode
  /** What is wrong with the value, in the user's language. */
  readonly error?: string | undefined
  readonly isRequired?: boolean
  /** Shown at the end of the label's line. */
  readonly aside?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** Label, control, hint and error of one value. The control inside finds its IDs by itself. */
export function Field({ label, hint, error, isRequired = false, aside, className, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error && errorId, hint !== undefined && hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)} data-field>
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      <Context.Provider value={{ id, describedBy, isInvalid: error !== undefined, isRequired }}>
        {children}
      </Context.Provider>
      {error !== undefined && (
        <p id={errorId} className="text-sm text-bad" role="alert">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

/**
 * A field as a row of a settings page: the label at the left, the control at the right, or below if it needs the space.
 * `children` are independent of the control.
 */
export function FieldRow({
  label,
  hint,
  error,
  aside,
  isWide = false,
  control,
  children,
}: Pick<FieldProps, 'label' | 'hint' | 'error' | 'aside'> & {
  /** The control is below the label, as wide as the row. */
  readonly isWide?: boolean
  readonly control: ReactNode
  /** Shown below the hint. */
  readonly children?: ReactNode
}) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error && errorId, hint !== undefined && hintId].filter(Boolean).join(' ') || undefined
  return (
    <div
      className={classNames(
        'grid gap-x-6 gap-y-2',
        // A switch is narrow enough to stay beside its label on a phone.
        !isWide &&
          'max-sm:has-[[role=switch]]:grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] sm:items-start',
      )}
      data-field
    >
      <div className="flex min-w-0 flex-col gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2">
          <label htmlFor={id} className="text-sm font-medium">
            {label}
          </label>
          {aside}
        </div>
        {hint !== undefined && (
          <p id={hintId} className="text-xs text-muted">
            {hint}
          </p>
        )}
        {children}
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <Context.Provider value={{ id, describedBy, isInvalid: error !== undefined, isRequired: false }}>
          {control}
        </Context.Provider>
        {error !== undefined && (
          <p id={errorId} className="text-sm text-bad" role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

/** Returns the classes of all text inputs. */
export const inputClass = (extra?: string, width = 'w-full'): string =>
  classNames(
    width,
    'min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-text transition-colors',
    'hover:border-faint focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0',
    'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted aria-invalid:border-bad',
    extra,
  )

export interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement>
  readonly isMono?: boolean
}

export function TextInput({ className, isMono = false, ...rest }: TextInputProps) {
  const control = useFieldControl()
  return (
    <input
      type="text"
      {...control}
      {...rest}
      className={inputClass(classNames('h-8', isMono && 'font-mono text-[13px]', className))}
    />
  )
}

/** An input for a password or another secret, with a button to reveal it. */
export function PasswordInput({
  isSecret = false,
  ...props
}: Omit<TextInputProps, 'type'> & {
  /** The value is a key or another secret, so the button does not say "password". */
  readonly isSecret?: boolean
}) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const kind = isSecret ? 'secret' : 'password'
  return (
    <span className="relative block">
      <TextInput
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={isShown ? 'text' : 'password'}
        className="pr-9"
      />
      <button
        type="button"
        aria-label={t(isShown ? `form.hide.${kind}` : `form.show.${kind}`)}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-8 place-items-center rounded-md text-muted hover:text-text"
      >
        {isShown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
      </button>
    </span>
  )
}

export function TextArea({
  className,
  isMono = false,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { readonly isMono?: boolean }) {
  const control = useFieldControl()
  return (
    <textarea
      rows={4}
      {...control}
      {...rest}
      className={inputClass(classNames('py-1.5 leading-5', isMono && 'font-mono text-[13px]', className))}
    />
  )
}

/** A checkbox with its label beside it. */
export function Checkbox({
  isChecked,
  onChange,
  hint,
  isDisabled = false,
  children,
}: {
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly hint?: ReactNode
  readonly isDisabled?: boolean
  readonly children: ReactNode
}) {
  const hintId = useId()
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0"
        checked={isChecked}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : hintId}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="min-w-0">
        <span className="block text-sm font-medium">{children}</span>
        {hint !== undefined && (
          <span id={hintId} className="block text-xs text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
