import { accountErrors } from './accounts.ts'
import { callerErrors } from './callers.ts'
import { channelErrors } from './channels.ts'
import { drawingErrors } from './drawing.ts'
import type { ErrorKind, ErrorRow } from './error-row.ts'
import { moneyErrors } from './money.ts'
import { optionErrors } from './options.ts'
import { requestErrors } from './requests.ts'
import { siteErrors } from './site.ts'
import { tokenErrors } from './tokens.ts'
import { upstreamErrors } from './upstream.ts'

/** An error row with all defaults filled in. */
export interface ErrorTraits {
  readonly status: number
  readonly kind: ErrorKind
  readonly retry: 'never' | 'other-channel'
  readonly log: 'debug' | 'info' | 'warn' | 'error'
  readonly en: string
  readonly zh: string
}

/** The rows by area; every code belongs to exactly one. */
export const areas = {
  requestErrors,
  callerErrors,
  tokenErrors,
  moneyErrors,
  upstreamErrors,
  drawingErrors,
  accountErrors,
  channelErrors,
  optionErrors,
  siteErrors,
}

type RowsByCode = typeof requestErrors &
  typeof callerErrors &
  typeof tokenErrors &
  typeof moneyErrors &
  typeof upstreamErrors &
  typeof drawingErrors &
  typeof accountErrors &
  typeof channelErrors &
  typeof optionErrors &
  typeof siteErrors

export type ErrorCode = keyof RowsByCode

/** All errors, by code. */
export const catalogue = Object.fromEntries(
  Object.values<Readonly<Record<string, ErrorRow>>>(areas).flatMap((rows) =>
    Object.entries(rows).map(([code, row]) => [
      code,
      { retry: 'never', log: 'info', ...row } satisfies ErrorTraits,
    ]),
  ),
) as Readonly<Record<ErrorCode, ErrorTraits>>
