import { CopyButton } from './copy.tsx'

/** Code that can be copied; it scrolls sideways, also by keyboard, or is wrapped where all of it must be seen. */
export function CodeBlock({
  code,
  label,
  isWrapped = false,
  className = '',
}: {
  readonly code: string
  /** Names it for assistive technology. */
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
