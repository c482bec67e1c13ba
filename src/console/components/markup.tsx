import './markup.css'
import { useQuery } from '@tanstack/react-query'
import { sanitise } from './sanitise.ts'

/**
 * Markup written by an administrator, stripped of everything that runs, submits or styles anything outside its own
 * elements. The sanitizer is loaded on first use.
 */
export function Markup({
  text,
  format,
  className = '',
}: {
  readonly text: string
  readonly format: 'html' | 'markdown'
  readonly className?: string
}) {
  const html = useQuery({
    queryKey: ['markup', format, text],
    queryFn: () => sanitise(text, format),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  if (html.data === undefined) return null
  return (
    <div
      className={`markup min-w-0 break-words ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify just above.
      dangerouslySetInnerHTML={{ __html: html.data }}
    />
  )
}
