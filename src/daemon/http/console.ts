import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fastifyStatic } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OptionStore } from '../options/option-store.ts'
import { findPackageRoot } from '../package-root.ts'
import { contentPolicy, securityHeaders } from './console-headers.ts'
import { customPage, serveCustomFiles } from './custom-code.ts'

/** One year, because the name of an asset changes with its content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** For files whose names do not change: the logo and the icon. */
const SHORT = 'public, max-age=3600'

/** Paths that programs call. An unknown path below them is an API error, never a page. */
const API_PATH =
  /^\/(api|v1|v1beta|v1beta1|v1alpha|pg|mj|mj-fast|mj-relax|mj-turbo|suno|dashboard|rerank|hf|openai|anthropic|mistral|model|projects|publishers|v2|healthz|readyz|metrics|custom|assets)(\/|$)/
/** Only paths of APIs contain a version, whatever precedes it. */
const HAS_VERSION = /\/v\d+((alpha|beta)\d*)?(\/|$)/

/** Headers in which programs send a key: those of OpenAI and others, Anthropic, Google and Azure. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key']

/** Answers requests without a route for the console. */
export interface Console {
  /** Reports whether a person opened a console URL in a browser. */
  isPage(request: FastifyRequest): boolean
  /** Sends the console, which resolves the path itself. */
  sendPage(reply: FastifyReply): FastifyReply
}

export interface ConsoleOptions {
  readonly options: Pick<OptionStore, 'current'>
  /** Directory of the built console; tests use their own. */
  readonly directory?: string
}

/**
 * Serves the built console: every file under its name, compressed at build time, and `index.html` for every console
 * path, with the site owner's additions. The list of files is read once, at start.
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
  const path = request.url.split('?')[0] ?? ''
  if (API_PATH.test(path) || HAS_VERSION.test(path)) return false
  // Programs send a key or ask for JSON, and an error that says what is wrong is more useful to them.
  if (KEY_HEADERS.some((name) => request.headers[name] !== undefined)) return false
  const { accept, upgrade } = request.headers
  // A client that opens a WebSocket would take the page for a sign of a broken server.
  if (upgrade !== undefined && /websocket/i.test(upgrade)) return false
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
