import type { Plugin } from 'vite'

/**
 * Removes sonner's call that writes a style element into the page when it loads, which the content security policy
 * blocks. Its styles are imported as a file instead (`theme.css`).
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
