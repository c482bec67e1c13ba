import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Plugin, transformWithOxc } from 'vite'

const source = fileURLToPath(new URL('../theme/first-paint.ts', import.meta.url))

/**
 * Puts `theme/first-paint.ts` into the page as a small separate script that runs before anything is painted. It cannot
 * be a module (those wait for the document) or inline (the content security policy forbids that).
 */
export function firstPaint(): Plugin {
  let isServing = false
  let code = ''
  let fileName = 'first-paint.js'
  return {
    name: 'tollgate:first-paint',
    configResolved(config) {
      isServing = config.command === 'serve'
    },
    async buildStart() {
      code = await compile()
      if (isServing) return
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
      fileName = `assets/first-paint-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source: code })
    },
    configureServer(server) {
      server.middlewares.use('/first-paint.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(code)
      })
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }],
    },
  }
}

async function compile(): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, { sourcemap: false })
  return `(()=>{${code.replace(/^export\s*\{\s*\};?$/m, '').trim()}})()\n`
}
