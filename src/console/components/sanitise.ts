/** Makes markup safe to show to everybody. @returns clean HTML */
export async function sanitise(text: string, format: 'html' | 'markdown'): Promise<string> {
  const { default: purify } = await import('dompurify')
  const html = format === 'html' ? text : await (await import('marked')).parse(text, { async: false })
  const clean = purify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'textarea', 'select', 'button', 'iframe', 'dialog'],
    // With the console's own classes, a link could cover the whole page just as it could with a style.
    FORBID_ATTR: ['style', 'id', 'name', 'class', 'popover', 'tabindex'],
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of clean.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noreferrer noopener')
  }
  // Wide tables and code scroll in place (markup.css). Some browsers need a tabindex for the keyboard to reach them.
  for (const wide of clean.querySelectorAll('pre, table')) wide.setAttribute('tabindex', '0')
  const holder = document.createElement('div')
  holder.append(clean)
  return holder.innerHTML
}
