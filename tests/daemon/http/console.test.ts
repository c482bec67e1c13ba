import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveConsole } from '../../../src/daemon/http/console.ts'
import type { Options } from '../../../src/daemon/options/registry.ts'
import { startTestApi, type TestApi } from '../../support/test-services.ts'

const page = `<!doctype html><head></head><script src="/assets/app-1a2b.js"></script>${'<p>text</p>'.repeat(100)}`
const script = `export const text = '${'a'.repeat(2000)}'`
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const directory = mkdtempSync(join(tmpdir(), 'tollgate-console-'))
const plain = {
  TurnstileCheckEnabled: false,
  TelegramOAuthEnabled: false,
  custom_head_html: '',
  global_css: '',
  global_js: '',
}
let options: Pick<Options, keyof typeof plain> = plain
const serve = async (from: string): Promise<FastifyInstance> => {
  const app = fastify()
  const served = await serveConsole(app, { directory: from, options: { current: () => options as Options } })
  app.setNotFoundHandler((request, reply) =>
    served.isPage(request) ? served.sendPage(reply) : reply.code(404).send({ code: 'route_not_found' }),
  )
  return app
}

let app: FastifyInstance
let api: TestApi
beforeAll(async () => {
  mkdirSync(join(directory, 'assets'))
  for (const [name, content] of [
    ['index.html', page],
    ['assets/app-1a2b.js', script],
  ] as const) {
    writeFileSync(join(directory, name), content)
    writeFileSync(join(directory, `${name}.br`), brotliCompressSync(content))
    writeFileSync(join(directory, `${name}.gz`), gzipSync(content))
  }
  writeFileSync(join(directory, 'logo.png'), 'png')
  writeFileSync(join(directory, '.source-hash'), 'secret of the build')
  app = await serve(directory)
  api = await startTestApi()
})
afterAll(async () => {
  await app.close()
  await api.close()
  rmSync(directory, { recursive: true, force: true })
})

describe('addresses', () => {
  it('answers every address of the console with the page, so that a reload works', async () => {
    for (const url of ['/', '/app/tokens', '/user/edit/7?tab=quota', '/no/such/page']) {
      const answer = await app.inject({ url, headers: html })
      expect([url, answer.statusCode, answer.body]).toEqual([url, 200, page])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    }
  })

  it('leaves unknown addresses of the APIs and missing assets to their own errors', async () => {
    for (const url of [
      ...['/api/nope', '/api', '/v1/nope', '/v1beta/models/x', '/pg/nope', '/healthz/nope', '/metrics/nope'],
      ...[
        '/mj/nope',
        '/mj-fast/mj/nope',
        '/mj-relax/nope',
        '/mj-turbo/mj/nope',
        '/suno/nope',
        '/dashboard/billing/nope',
        '/custom/nope',
        '/assets/app-old.js',
      ],
    ]) {
      const answer = await app.inject({ url, headers: html })
      expect([url, answer.statusCode, answer.json()]).toEqual([url, 404, { code: 'route_not_found' }])
    }
  })

  it('gives programs an error instead of a page: those that send a key, want JSON or post', async () => {
    const asks = [
      { headers: { ...html, authorization: 'Bearer sk-x' } },
      { headers: { ...html, 'x-api-key': 'sk-x' } },
      { headers: { accept: 'application/json' } },
      { method: 'POST' as const, headers: html, payload: {} },
    ]
    for (const ask of asks) {
      const answer = await app.inject({ url: '/chat/completions', ...ask })
      expect(answer.statusCode).toBe(404)
    }
  })

  it('hands out nothing outside of the console and no hidden file', async () => {
    for (const url of [
      '/.source-hash',
      '/assets/..%2f.source-hash',
      '/..%2f..%2fpackage.json',
      '//etc/passwd',
    ]) {
      const answer = await app.inject({ url, headers: html })
      expect([url, answer.body.includes('secret'), answer.body.includes('"name"')]).toEqual([
        url,
        false,
        false,
      ])
    }
  })
})

describe('headers', () => {
  it('lets browsers keep assets for ever and ask again for the page', async () => {
    const of = async (url: string) => (await app.inject({ url, headers: html })).headers['cache-control']
    expect(await of('/assets/app-1a2b.js')).toBe('public, max-age=31536000, immutable')
    expect(await of('/')).toBe('no-cache')
    expect(await of('/app/tokens')).toBe('no-cache')
    expect(await of('/logo.png')).toBe('public, max-age=3600')
  })

  it('answers an unchanged page with 304', async () => {
    const first = await app.inject({ url: '/app/tokens', headers: html })
    const again = await app.inject({
      url: '/app/tokens',
      headers: { ...html, 'if-none-match': String(first.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('sends what was compressed at build time, in the best form the browser reads', async () => {
    const forms = [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const
    for (const url of ['/assets/app-1a2b.js', '/app/tokens'])
      for (const [accepted, form, unpack] of forms) {
        const answer = await app.inject({ url, headers: { ...html, 'accept-encoding': accepted } })
        expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([form, 'accept-encoding'])
        expect(unpack(answer.rawPayload).toString()).toBe(url.endsWith('.js') ? script : page)
      }
    const plain = await app.inject({ url: '/assets/app-1a2b.js' })
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, script])
  })

  it('forbids inline script, foreign scripts and being framed, on every page', async () => {
    for (const url of ['/', '/app/tokens']) {
      const { headers } = await app.inject({ url, headers: html })
      const policy = new Map(
        String(headers['content-security-policy'])
          .split('; ')
          .map((each) => [each.split(' ')[0], each.split(' ').slice(1).join(' ')]),
      )
      expect(policy.get('default-src')).toBe("'none'")
      expect(policy.get('script-src')).toBe("'self'")
      expect(policy.get('connect-src')).toBe("'self'")
      expect(policy.get('frame-ancestors')).toBe("'none'")
      expect(policy.get('base-uri')).toBe("'none'")
      expect([headers['x-content-type-options'], headers['x-frame-options']]).toEqual(['nosniff', 'DENY'])
      expect(headers['referrer-policy']).toBe('same-origin')
    }
  })

  it('lets in the human check and the sign-in button of Telegram only while they are switched on', async () => {
    const scripts = async () =>
      /script-src ([^;]*)/.exec(
        String((await app.inject({ url: '/login', headers: html })).headers['content-security-policy']),
      )?.[1]
    options = { ...plain, TurnstileCheckEnabled: true, TelegramOAuthEnabled: true }
    expect(await scripts()).toBe("'self' https://challenges.cloudflare.com https://telegram.org")
    options = plain
    expect(await scripts()).toBe("'self'")
  })
})

describe('what the owner of the site adds', () => {
  const policyOf = (answer: { headers: Record<string, unknown> }) =>
    String(answer.headers['content-security-policy'])

  it('is a style sheet on every page, and markup and scripts on pages without keys and passwords alone', async () => {
    options = { ...plain, custom_head_html: '<meta name="x">$&', global_css: 'body{}', global_js: 'void 0' }
    for (const url of ['/', '/?a=1', '/about', '/about/', '/pricing?q=x']) {
      const { body, headers } = await app.inject({ url, headers: html })
      expect([url, body]).toEqual([url, expect.stringMatching(/<meta name="x">\$&\n.*<\/head>/s)])
      expect(body).toContain('<link rel="stylesheet" href="/custom/global.css">')
      expect(body).toMatch(/<script defer src="\/custom\/global.js" nonce="[^"]+"><\/script>/)
      expect(headers['cache-control']).toBe('no-store')
    }
    for (const url of [
      '/login',
      '/register',
      '/app/tokens',
      '/admin/settings',
      '/setup',
      '/chat/0',
      '/abouts',
    ]) {
      const answer = await app.inject({ url, headers: html })
      expect([url, answer.body.includes('/custom/global.css')]).toEqual([url, true])
      expect([url, /custom\/global\.js|name="x"|custom-pages/.test(answer.body)]).toEqual([url, false])
      expect([url, policyOf(answer).includes('nonce')]).toEqual([url, false])
    }
    options = plain
    expect((await app.inject({ url: '/', headers: html })).body).toBe(page)
  })

  it('runs by a nonce that is new for every request, which nothing else on the page has', async () => {
    options = {
      ...plain,
      custom_head_html: '<script>1</script><style>a{}</style><SCRIPT src="https://x.example"></SCRIPT>',
    }
    const nonces = new Set<string>()
    for (let n = 0; n < 3; n += 1) {
      const answer = await app.inject({ url: '/', headers: html })
      const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policyOf(answer))?.[1] ?? ''
      nonces.add(nonce)
      expect(answer.body.split(`nonce="${nonce}"`).length - 1).toBe(3)
      expect(policyOf(answer)).not.toMatch(/script-src[^;]*unsafe-inline/)
    }
    expect(nonces.size).toBe(3)
    options = plain
  })

  it('is served as files, which change when it does', async () => {
    options = { ...plain, global_css: 'body { color: red }', global_js: 'window.mark = 1' }
    const css = await app.inject('/custom/global.css')
    const script = await app.inject('/custom/global.js')
    expect([css.body, css.headers['content-type']]).toEqual([
      'body { color: red }',
      'text/css; charset=utf-8',
    ])
    expect([script.body, script.headers['content-type']]).toEqual([
      'window.mark = 1',
      'text/javascript; charset=utf-8',
    ])
    const ask = { url: '/custom/global.css', headers: { 'if-none-match': String(css.headers.etag) } }
    expect((await app.inject(ask)).statusCode).toBe(304)
    options = { ...plain, global_css: 'body { color: blue }' }
    expect((await app.inject(ask)).body).toBe('body { color: blue }')
    expect((await app.inject('/custom/global.js')).statusCode).toBe(204)
    options = plain
  })
})

describe('the daemon', () => {
  it('serves the console that was built', async () => {
    const answer = await api.app.inject({ url: '/app/tokens', headers: html })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toMatch(/<script(?![^>]*\ssrc=)/)
    const scripts = [...answer.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      (each) => each[1] ?? '',
    )
    expect(scripts.length).toBeGreaterThan(2)
    for (const url of scripts) expect([url, (await api.app.inject({ url })).statusCode]).toEqual([url, 200])
    expect((await api.app.inject({ url: '/logo.png' })).headers['content-type']).toBe('image/png')
  })

  it('answers unknown addresses of its APIs as it does without a console', async () => {
    const management = await api.app.inject({ url: '/api/nope', headers: html })
    expect([management.statusCode, management.json().code]).toEqual([404, 'route_not_found'])
    const relay = await api.app.inject({ url: '/v1/nope', headers: html })
    expect([relay.statusCode, relay.json().error.code]).toEqual([404, 'route_not_found'])
  })

  it('says what to do when the console is not built', async () => {
    const bare = await serve(join(directory, 'assets'))
    for (const url of ['/', '/app/tokens']) {
      const answer = await bare.inject({ url, headers: html })
      expect(answer.statusCode).toBe(503)
      expect(answer.body).toContain('npm run build')
    }
    await bare.close()
  })
})
