/** Names of fields whose value is a secret anywhere in a body. */
const secretFields =
  /^(key|keys|password|confirmPassword|password2|original_password|token|access_token|secret|webhook_secret)$/i
/** Whether the value of an option with this key is a secret: `{ key: 'SMTPToken', value }`. */
export const isSecretOption = (key: string): boolean =>
  /(token|secret|key|secret_?key)$/i.test(key) && key !== 'TurnstileSiteKey'

export const mask = '***'

/** Copies a request body for display, with every secret replaced by `***`. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const isSecretPair = entries.some(
    ([key, inner]) => key === 'key' && typeof inner === 'string' && isSecretOption(inner),
  )
  const isOptionPair = entries.some(([key]) => key === 'value') && entries.some(([key]) => key === 'key')
  return Object.fromEntries(
    entries.map(([key, inner]) => {
      if (isOptionPair) return [key, key === 'value' && isSecretPair ? mask : inner]
      return [
        key,
        secretFields.test(key) && typeof inner === 'string' && inner !== '' ? mask : maskSecrets(inner),
      ]
    }),
  )
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

export interface PrintableCall {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Whether output is shown as it arrives instead of at the end. */
  readonly isStream?: boolean
}

/** Formats the call as a shell command. Credentials are masked: replace `***` before running it. */
export function curlLine(call: PrintableCall): string {
  const parts = [
    'curl',
    call.isStream ? '-sSN' : '-sS',
    ...(call.method === 'GET' ? [] : ['-X', call.method]),
    quoted(call.url),
  ]
  for (const [name, value] of Object.entries(call.headers)) {
    const shown = /^authorization$/i.test(name)
      ? `Bearer ${mask}`
      : /^cookie$/i.test(name)
        ? `session=${mask}`
        : value
    parts.push('-H', quoted(`${name}: ${shown}`))
  }
  if (call.body !== undefined)
    parts.push(
      '-H',
      quoted('Content-Type: application/json'),
      '--data',
      quoted(JSON.stringify(maskSecrets(call.body))),
    )
  return `${parts.join(' ')}\n`
}

/** Ends the run under `--curl`, after the call has been printed. */
export class CurlPrinted extends Error {}
