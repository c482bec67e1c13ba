import type { Logger } from 'pino'
import { AppError } from '../errors/app-error.ts'
import type { Options } from '../options/registry.ts'
import { siteName } from '../options/site-name.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Port for SMTP with TLS from the first byte (RFC 8314 3.3), whatever the option says. */
const IMPLICIT_TLS_PORT = 465
const TIMEOUT_MS = 10_000

/** Whether a server and a sender are configured. Whether they work shows only when something is sent. */
export const canSendMail = (options: Options): boolean =>
  options.SMTPServer !== '' && senderOf(options) !== ''

const senderOf = ({ SMTPFrom, SMTPAccount }: Options): string => SMTPFrom || SMTPAccount

/**
 * Sends one email through the server in the options; the connection is encrypted if the server supports it.
 *
 * @throws AppError `mail_not_set_up` without a server or a sender, `mail_failed` if the server did not accept it
 */
export async function sendMail(
  options: Options,
  { to, subject, text }: Mail,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const { SMTPServer: host, SMTPPort: port, SMTPAccount: user, SMTPToken: pass } = options
  const sender = senderOf(options)
  if (!canSendMail(options)) throw new AppError('mail_not_set_up')
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host,
    port,
    secure: options.SMTPSSLEnabled || port === IMPLICIT_TLS_PORT,
    ...(user === '' ? {} : { auth: { user, pass } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // The email contains only our own text; nothing in it is ever fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const from = sender.includes('<') ? sender : { name: siteName(options), address: sender }
  try {
    await transport.sendMail({ from, to, subject, text })
  } catch (error) {
    // The error message names the server, the account or the address; the code is enough for the caller.
    const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
    log.warn({ code, responseCode }, 'a mail could not be sent')
    throw new AppError('mail_failed')
  } finally {
    transport.close()
  }
}
