import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createPlainServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, opensslProgram, providePrograms } from './services/programs.ts'

export interface ReceivedPost {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** A local server that stores the JSON posted to it. */
export interface WebhookSink {
  readonly url: string
  readonly posts: readonly ReceivedPost[]
  /** Sets the response from now on. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void
  close(): Promise<void>
}

export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Creates a self-signed certificate for 127.0.0.1 and localhost. */
export const makeCertificate = (): Certificate => {
  providePrograms([opensslProgram])
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-certificate-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    execFileSync(
      findProgram(opensslProgram) ?? 'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '2',
        ],
        ...[
          '-keyout',
          key,
          '-out',
          cert,
          '-subj',
          '/CN=127.0.0.1',
          '-addext',
          'subjectAltName=IP:127.0.0.1,DNS:localhost',
        ],
      ],
      { stdio: 'ignore' },
    )
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a server. @param certificate with it, the server speaks TLS */
export async function startWebhookSink(certificate?: Certificate): Promise<WebhookSink> {
  const posts: ReceivedPost[] = []
  let status = 200
  let headers: Readonly<Record<string, string>> = {}
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part as string
    posts.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) })
    response.writeHead(status, headers).end()
  }
  const server: Server = certificate
    ? createTlsServer(certificate, (request, response) => void take(request, response))
    : createPlainServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    posts,
    answer(nextStatus, nextHeaders = {}) {
      status = nextStatus
      headers = nextHeaders
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
