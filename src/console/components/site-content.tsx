import { useTranslation } from 'react-i18next'
import { Markup } from './markup.tsx'

const isLink = (text: string): boolean => /^https?:\/\/\S+$/.test(text.trim())
/** Markup begins with an element; everything else is read as Markdown, which plain text is too. */
const isHtml = (text: string): boolean => /^\s*<[a-z!]/i.test(text)

/** What an administrator wrote for a page: a link is shown in a frame, HTML and Markdown are cleaned and shown. */
export function SiteContent({ text, title }: { readonly text: string; readonly title: string }) {
  const { i18n } = useTranslation()
  if (isLink(text))
    return (
      <iframe
        key={i18n.language}
        src={text.trim()}
        title={title}
        // Scripts of the other site run in its own origin only; it cannot lead this window elsewhere.
        sandbox="allow-scripts allow-same-origin allow-popups allow-forms"
        referrerPolicy="no-referrer"
        className="h-[calc(100dvh-160px)] w-full rounded-lg border bg-surface"
      />
    )
  return <Markup text={text} format={isHtml(text) ? 'html' : 'markdown'} />
}
