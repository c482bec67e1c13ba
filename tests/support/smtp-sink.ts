import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Certificate } from './webhook-sink.ts'

export interface ReceivedMail {
  readonly to: readonly string[]
  /** Head and body as received. */
  readonly raw: string
  /** Decoded. */
  readonly subject: string
  /** The body, decoded. */
  readonly text: string
}

/** A local mail server that stores what it receives. */
export interface SmtpSink {
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  /** Refuses every mail from now on. */
  refuse(): void
  close(): Promise<void>
}

/**
 * Accepts mail from clients that sign in as `mailer`, or `mailer` at any domain, with password `postage`.
 * @param certificate with it, the server speaks TLS from the first byte
 */
export async function startSmtpSink(certificate?: Certificate): Promise<SmtpSink> {
  const mails: ReceivedMail[] = []
  let isRefusing = false
  const server = new SMTPServer({
    ...(certificate && { secure: true, ...certificate }),
    // The server's certificate is self-signed, so it offers no STARTTLS; senders accept a plain connection then.
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      /^mailer(@|$)/.test(username ?? '') && password === 'postage'
        ? done(null, { user: username })
        : done(new Error('wrong password')),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (isRefusing) return done(Object.assign(new Error('no'), { responseCode: 550 }))
        const raw = Buffer.concat(parts).toString('utf8')
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, raw, subject: subjectOf(raw), text: bodyOf(raw) })
        done()
      })
    },
  })
  // A client that does not speak TLS disconnects before its session begins.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    refuse() {
      isRefusing = true
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Returns the subject, unfolded, with its encoded words (RFC 2047) decoded. */
function subjectOf(raw: string): string {
  const [, folded = ''] = /^subject: (.*(?:\r\n[ \t].*)*)/im.exec(raw) ?? []
  return folded
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      (encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64')
        : fromQuotedPrintable(text.replaceAll('_', ' '))
      ).toString('utf8'),
    )
}

const fromQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

function bodyOf(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body
  return fromQuotedPrintable(body.replace(/=\r\n/g, '')).toString('utf8')
}
