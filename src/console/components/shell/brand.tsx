import { Link } from 'wouter'
import { useStatus } from '../../api/use-status.ts'
import { links } from '../../routes.ts'

/** The logo of an installation until its administrator sets another. */
const builtInLogo = '/logo.png'

export function Brand() {
  const status = useStatus().data
  return (
    <Link href={links.home()} className="mr-5 flex min-w-0 items-center gap-2.5 font-semibold tracking-tight">
      {status && status.logo !== builtInLogo && status.logo !== '' ? (
        <img src={status.logo} alt="" className="h-6 max-w-28 object-contain" />
      ) : (
        <Mark />
      )}
      <span className="truncate">{status?.system_name}</span>
    </Link>
  )
}

/** The built-in logo in the colors of the theme: a raised barrier. */
export function Mark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden className="shrink-0">
      <path
        d="M4 3v16M4 8l14-3.5"
        stroke="var(--accent)"
        strokeWidth="2.6"
        strokeLinecap="round"
        fill="none"
      />
      <circle cx="4" cy="8" r="2.6" fill="var(--text)" />
    </svg>
  )
}
