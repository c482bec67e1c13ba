import type { Plugin } from 'vite'

/**
 * sonner writes a style element into the page when it loads, which the content policy refuses. Its styles are
 * imported as a file instead (`theme.css`), and the call that writes them is taken out.
 */
export function styledByFilesOnly(): Plugin {
  return {
    name: 'tollgate:styled-by-files-only',
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs/ },
      handler(code) {
        const opening = /function __insertCSS\((\w+)\) \{/
        if (!opening.test(code))
          throw new Error('sonner no longer has __insertCSS: look how it brings its styles.')
        return { code: code.replace(opening, 'function __insertCSS($1) {\n  return;'), map: null }
      },
    },
  }
}
