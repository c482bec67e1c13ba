import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { OptionStore } from '../options/option-store.ts'
import type { Options } from '../options/registry.ts'
import { contentPolicy } from './console-headers.ts'

type CustomOptions = Pick<Options, 'custom_head_html' | 'global_css' | 'global_js'>

const CSS_PATH = '/custom/global.css'
const JS_PATH = '/custom/global.js'

/**
 * Pages that neither show nor accept secrets. Only these include the site owner's markup and scripts; navigating from
 * them to another page loads a fresh document (the console looks for `custom-pages`).
 */
const OPEN_PAGES: readonly string[] = ['/', '/about', '/pricing']

/** A page with the site owner's additions, and the content policy that allows them. */
export interface CustomPage {
  readonly html: string
  readonly policy: string
  /** Whether the page was generated for this request. */
  readonly isUnique: boolean
}

/**
 * Adds the site owner's style sheet, markup and script to a page.
 *
 * @param page the console's own page
 * @param path without the query
 * @returns undefined if the page is unchanged
 */
export function customPage(page: string, path: string, options: Options): CustomPage | undefined {
  const { custom_head_html: head, global_css: css, global_js: script } = options
  const isOpen = OPEN_PAGES.includes(path.length > 1 ? path.replace(/\/$/, '') : path)
  const hasCode = isOpen && (head !== '' || script !== '')
  if (css === '' && !hasCode) return undefined
  const nonce = hasCode ? randomBytes(16).toString('base64') : undefined
  const additions = [
    ...(css === '' ? [] : [`<link rel="stylesheet" href="${CSS_PATH}">`]),
    ...(nonce === undefined
      ? []
      : [`<meta name="custom-pages" content="${OPEN_PAGES.join(' ')}">`, withNonce(head, nonce)]),
    ...(nonce === undefined || script === ''
      ? []
      : [`<script defer src="${JS_PATH}" nonce="${nonce}"></script>`]),
  ]
  return {
    html: page.replace('</head>', () => `${additions.join('\n')}\n</head>`),
    policy: contentPolicy(options, nonce),
    isUnique: nonce !== undefined,
  }
}

/** Adds a nonce, which allows the owner's code to run but no other code that gets into the page. */
const withNonce = (html: string, nonce: string): string =>
  html.replace(/<(script|style|link)\b/gi, (tag) => `${tag} nonce="${nonce}"`)

/**
 * Serves the owner's style sheet and script as files, because the content policy allows nothing inline without a nonce.
 */
export function serveCustomFiles(app: FastifyInstance, options: Pick<OptionStore, 'current'>): void {
  const send = (reply: FastifyReply, type: string, text: string) => {
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    reply.headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff', etag })
    if (text === '') return reply.code(204).send()
    if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(`${type}; charset=utf-8`).send(text)
  }
  const textOf = (name: keyof CustomOptions): string => options.current()[name]
  app.get(CSS_PATH, (_request, reply) => send(reply, 'text/css', textOf('global_css')))
  app.get(JS_PATH, (_request, reply) => send(reply, 'text/javascript', textOf('global_js')))
}
