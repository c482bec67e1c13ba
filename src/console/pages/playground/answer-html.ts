import purify from 'dompurify'
import { Marked, type Token } from 'marked'

/**
 * Renders Markdown written by a model, which cannot be trusted: HTML is shown as text, and images become links, since
 * merely fetching one can leak the conversation.
 */
export const markdown = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ raw }) => escapeHtml(raw),
    image({ href, text }) {
      return `<a href="${escapeHtml(href)}">${escapeHtml(text === '' ? href : text)}</a>`
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
})

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const tags = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code'],
  ...['strong', 'em', 'del', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]

/** @returns HTML with the tags above only, whose links open in a new tab without a referrer */
export const toHtml = (token: Token): string => htmlOf(clean(token))

/** @returns HTML of the contents of the first element with a tag, such as the row of a one-row table */
export const toInnerHtml = (token: Token, tag: string): string =>
  clean(token).querySelector(tag)?.innerHTML ?? ''

function htmlOf(fragment: DocumentFragment): string {
  const holder = document.createElement('div')
  holder.append(fragment)
  return holder.innerHTML
}

function clean(token: Token): DocumentFragment {
  const fragment = purify.sanitize(markdown.parser([token]), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'start', 'align'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(https?|mailto):/i,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of fragment.querySelectorAll('a')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noreferrer noopener nofollow')
    // Shows the target of a link before it is followed.
    if (link.hasAttribute('href')) link.title = link.href
  }
  return fragment
}
