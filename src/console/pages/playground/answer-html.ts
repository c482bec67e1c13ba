import purify from 'dompurify'
import { Marked, type Token } from 'marked'

/**
 * Markdown of a model. Nobody answers for what it says: HTML in it is shown as text, and pictures become links, since
 * merely fetching one can carry the conversation elsewhere.
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

/** @returns HTML of the tags above alone, with links that open elsewhere and tell nothing */
export const toHtml = (token: Token): string => htmlOf(clean(token))

/** @returns the same of what is inside the first element with a tag, such as the row of a table that has only one */
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
    // Where a link really leads is to be seen before it is followed.
    if (link.hasAttribute('href')) link.title = link.href
  }
  return fragment
}
