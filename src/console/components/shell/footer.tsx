import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useStatus } from '../../api/use-status.ts'
import { links } from '../../routes.ts'

// Only fetched if the site has a custom footer.
const Markup = lazy(async () => ({ default: (await import('../markup.tsx')).Markup }))

/**
 * Time for five checks of the site's footer, 200 ms apart, before the built-in line is shown. Updates need no polling.
 */
const WAIT_MS = 5 * 200

const lines = ['footer.line1', 'footer.line2', 'footer.line3', 'footer.line4', 'footer.line5'] as const

/**
 * Shows the site's own footer as soon as it is known. The status stored on the last visit may lack one that has been
 * added since.
 */
export function Footer() {
  const { data, isPlaceholderData } = useStatus()
  const html = data?.footer_html ?? ''
  const hasWaited = useHasWaited(WAIT_MS)
  if (html === '' && isPlaceholderData && !hasWaited) return <footer className="h-12" />
  return (
    <footer className="flex min-h-12 items-center px-4 py-3 text-xs text-faint sm:px-7">
      <Suspense>{html !== '' ? <Markup text={html} format="html" /> : <PoweredBy />}</Suspense>
    </footer>
  )
}

function PoweredBy() {
  const { t } = useTranslation()
  const [line] = useState(() => lines[Math.floor(Math.random() * lines.length)] ?? lines[0])
  return (
    <Link href={links.about()} className="hover:text-text">
      {t(line)}
    </Link>
  )
}

/** @returns true once the component has been mounted for `ms` milliseconds */
function useHasWaited(ms: number): boolean {
  const [hasWaited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasWaited
}
