import purify from 'dompurify'
import { Marked, type Token, type TokensList } from 'marked'

/**
 * Markdown of a model. Nobody answers for what it says: HTML in it is shown as text, and pictures become links, since
 * merely fetching one can carry the conversation elsewhere.
 */
const markdown = new Marked({
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

/** Part of an answer that is drawn by itself. */
export type Block =
  | { readonly kind: 'code'; readonly raw: string; readonly code: string; readonly language: string }
  | { readonly kind: 'markup'; readonly raw: string; readonly token: Token }

/** Cuts an answer into its blocks; a growing answer changes the last ones only. */
export function toBlocks(text: string): readonly Block[] {
  const tokens: TokensList = markdown.lexer(text)
  return tokens
    .filter(({ type }) => type !== 'space' && type !== 'def')
    .map((token) =>
      token.type === 'code'
        ? { kind: 'code', raw: token.raw, code: String(token.text), language: firstWord(token.lang) }
        : { kind: 'markup', raw: token.raw, token },
    )
}

const firstWord = (text: unknown): string =>
  typeof text === 'string' ? (text.trim().split(/\s/)[0] ?? '') : ''

/** @returns HTML of the tags above alone, with links that open elsewhere and tell nothing */
export function toHtml(token: Token): string {
  const clean = purify.sanitize(markdown.parser([token]), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'start', 'align'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(https?|mailto):/i,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of clean.querySelectorAll('a')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noreferrer noopener nofollow')
    // Where a link really leads is to be seen before it is followed.
    if (link.hasAttribute('href')) link.title = link.href
  }
  const holder = document.createElement('div')
  holder.append(clean)
  return holder.innerHTML
}
