import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fastifyStatic } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OptionStore } from '../options/option-store.ts'
import { findPackageRoot } from '../package-root.ts'
import { contentPolicy, securityHeaders } from './console-headers.ts'
import { customPage, serveCustomFiles } from './custom-code.ts'

/** A year: the name of an asset changes with its content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Files whose names stay: the logo, the icon. */
const SHORT = 'public, max-age=3600'

/** Paths that programs call; there an unknown address is an error of the API, never a page. */
const API_PATH =
  /^\/(api|v1|v1beta|v1alpha|pg|mj|suno|dashboard|rerank|hf|healthz|readyz|metrics|custom|assets)(\/|$)/

/** The console's part in answering addresses that no route has. */
export interface Console {
  /** Whether this is a person who opened an address of the console in a browser. */
  isPage(request: FastifyRequest): boolean
  /** The page that finds out by itself what the address means. */
  sendPage(reply: FastifyReply): FastifyReply
}

export interface ConsoleOptions {
  readonly options: Pick<OptionStore, 'current'>
  /** Where the built console lies; tests bring their own. */
  readonly directory?: string
}

/**
 * Serves the built console: every file under its name, compressed when it was built, and `index.html` for every address
 * that belongs to it, with what the site's owner adds to it. Which files there are is read once, at the start.
 */
export async function serveConsole(
  app: FastifyInstance,
  { options, directory = join(findPackageRoot(), 'dist', 'console') }: ConsoleOptions,
): Promise<Console> {
  const pageHeaders = () => ({
    ...securityHeaders,
    'cache-control': 'no-cache',
    'content-security-policy': contentPolicy(options.current()),
  })
  if (!existsSync(join(directory, 'index.html'))) {
    const sendMissing = (reply: FastifyReply) =>
      reply
        .code(503)
        .headers({ ...pageHeaders(), 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(MISSING)
    app.get('/', (_request, reply) => sendMissing(reply))
    return { isPage, sendPage: sendMissing }
  }
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    preCompressed: true,
    dotfiles: 'ignore',
    index: false,
    globIgnore: ['**/*.br', '**/*.gz', 'index.html'],
    cacheControl: false,
    schemaHide: true,
    setHeaders: (reply, path) => {
      reply.headers(
        /\.html(\.br|\.gz)?$/.test(path)
          ? pageHeaders()
          : {
              'x-content-type-options': 'nosniff',
              'cache-control': path.includes(`${sep}assets${sep}`) ? IMMUTABLE : SHORT,
            },
      )
    },
  })
  const page = readFileSync(join(directory, 'index.html'), 'utf8')
  const sendPage = (reply: FastifyReply) => {
    const custom = customPage(page, reply.request.url.split('?')[0] ?? '', options.current())
    if (!custom) return reply.code(200).sendFile('index.html')
    return reply
      .code(200)
      .headers({
        ...pageHeaders(),
        'content-security-policy': custom.policy,
        ...(custom.isUnique ? { 'cache-control': 'no-store' } : {}),
      })
      .type('text/html; charset=utf-8')
      .send(custom.html)
  }
  app.get('/', (_request, reply) => sendPage(reply))
  serveCustomFiles(app, options)
  return { isPage, sendPage }
}

function isPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (API_PATH.test(request.url.split('?')[0] ?? '')) return false
  // Programs bring a key or ask for JSON; they are better served by an error that says what is wrong.
  if (request.headers.authorization !== undefined || request.headers['x-api-key'] !== undefined) return false
  const { accept } = request.headers
  return accept === undefined || /text\/html|\*\/\*/.test(accept)
}

const MISSING = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tollgate</title>
<h1>The console is not built</h1>
<p>The API is running. Build the console with <code>npm run build</code> and start the daemon again, or work on it with <code>npm run dev</code>.</p>
<h1 lang="zh">控制台尚未构建</h1>
<p lang="zh">API 正在运行。请执行 <code>npm run build</code> 后重新启动，或用 <code>npm run dev</code> 进行开发。</p>
</html>
`
