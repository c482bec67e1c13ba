import { CopyButton } from './copy.tsx'

/** Code with a copy button. It scrolls sideways, also by keyboard, or wraps if all of it must be visible. */
export function CodeBlock({
  code,
  label,
  isWrapped = false,
  className = '',
}: {
  readonly code: string
  /** Accessible name. */
  readonly label: string
  readonly isWrapped?: boolean
  readonly className?: string
}) {
  return (
    <div className={`group relative min-w-0 rounded-lg border bg-sunken ${className}`}>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={label}
        className="overflow-x-auto rounded-lg p-4 pr-12"
      >
        <pre
          className={`font-mono text-[12.5px] leading-5 ${isWrapped ? 'break-all whitespace-pre-wrap' : ''}`}
        >
          {code}
        </pre>
      </section>
      <div className="absolute top-2 right-2 rounded-md bg-sunken">
        <CopyButton text={code} />
      </div>
    </div>
  )
}
