/** Markup that may be shown to everybody. @returns clean HTML */
export async function sanitise(text: string, format: 'html' | 'markdown'): Promise<string> {
  const { default: purify } = await import('dompurify')
  const html = format === 'html' ? text : await (await import('marked')).parse(text, { async: false })
  const clean = purify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'textarea', 'select', 'button', 'iframe', 'dialog'],
    // The console's own classes can lay a link over the whole page as well as any style can.
    FORBID_ATTR: ['style', 'id', 'name', 'class', 'popover', 'tabindex'],
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of clean.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noreferrer noopener')
  }
  // Wide tables and code scroll in place (markup.css). In some browsers the keyboard only reaches them with a tabindex.
  for (const wide of clean.querySelectorAll('pre, table')) wide.setAttribute('tabindex', '0')
  const holder = document.createElement('div')
  holder.append(clean)
  return holder.innerHTML
}
