import { marked } from 'marked'

const LENGTH_MAX = 100
const CUT_AT = 97

/** Returns the beginning of a message in one line: whole up to 100 characters, else 97 and an ellipsis. */
export function previewOf(content: string, format: 'markdown' | 'html'): string {
  const characters = [...plainText(content, format)]
  return characters.length <= LENGTH_MAX ? characters.join('') : `${characters.slice(0, CUT_AT).join('')}…`
}

/** Strips the markup from a text. Nothing in it runs or is fetched, because the document is never displayed. */
function plainText(content: string, format: 'markdown' | 'html'): string {
  const html = format === 'html' ? content : marked.parse(content, { async: false })
  // Block tags separate words: `<li>one<li>two` are two.
  const { body } = new DOMParser().parseFromString(
    html.replaceAll(/<\/?(?:p|div|li|br|h[1-6]|tr|td|th)\b/gi, ' $&'),
    'text/html',
  )
  for (const unseen of body.querySelectorAll('script, style, template, noscript')) unseen.remove()
  return (body.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}
