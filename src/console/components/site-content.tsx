import { useTranslation } from 'react-i18next'
import { Markup } from './markup.tsx'

const isLink = (text: string): boolean => /^https?:\/\/\S+$/.test(text.trim())
/**
 * Returns whether a text is HTML, which starts with an element; everything else is read as Markdown, which includes
 * plain text.
 */
const isHtml = (text: string): boolean => /^\s*<[a-z!]/i.test(text)

/**
 * Content that an administrator wrote for a page: a link is shown in a frame, HTML and Markdown are sanitized and
 * shown.
 */
export function SiteContent({ text, title }: { readonly text: string; readonly title: string }) {
  const { i18n } = useTranslation()
  if (isLink(text))
    return (
      <iframe
        key={i18n.language}
        src={text.trim()}
        title={title}
        // Scripts of the other site only run in its own origin, and it cannot navigate this window.
        sandbox="allow-scripts allow-same-origin allow-popups allow-forms"
        referrerPolicy="no-referrer"
        className="h-[calc(100dvh-160px)] w-full rounded-lg border bg-surface"
      />
    )
  return <Markup text={text} format={isHtml(text) ? 'html' : 'markdown'} />
}
