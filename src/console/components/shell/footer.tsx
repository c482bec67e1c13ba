import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useStatus } from '../../api/use-status.ts'
import { links } from '../../routes.ts'

// Fetched where the site has a footer of its own.
const Markup = lazy(async () => ({ default: (await import('../markup.tsx')).Markup }))

/** The site's footer is looked for this often, this far apart, before the built-in line takes its place. */
const CHECKS = 5
const CHECK_MS = 200

const lines = ['footer.line1', 'footer.line2', 'footer.line3', 'footer.line4', 'footer.line5'] as const

export function Footer() {
  const html = useStatus().data?.footer_html
  const hasWaited = useChecks(html === undefined)
  if (html === undefined && !hasWaited) return <footer className="h-12" />
  return (
    <footer className="flex min-h-12 items-center px-4 py-3 text-xs text-faint sm:px-7">
      <Suspense>{html ? <Markup text={html} format="html" /> : <PoweredBy />}</Suspense>
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

/** @returns true once the last check is over */
function useChecks(isNeeded: boolean): boolean {
  const [checks, setChecks] = useState(0)
  useEffect(() => {
    if (!isNeeded || checks >= CHECKS) return
    const timer = setTimeout(() => setChecks(checks + 1), CHECK_MS)
    return () => clearTimeout(timer)
  }, [isNeeded, checks])
  return checks >= CHECKS
}
