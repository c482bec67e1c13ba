import { AppError } from '../errors/app-error.ts'
import type { Options } from '../options/registry.ts'

/** Addresses that RFC 5321 allows without quoting. Mailboxes that need quotes are refused, as is common. */
const FORM =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i
/** RFC 5321 4.5.3.1. */
const LENGTH_MAX = 254
const LOCAL_MAX = 64

/** Returns the form used to compare addresses, in which differences of case do not matter. */
export const emailKey = (email: string): string => email.trim().toLowerCase()

/**
 * All domains of Gmail, where dots in the local part have no meaning (https://support.google.com/mail/answer/10313).
 */
const GOOGLE_DOMAINS: readonly string[] = ['gmail.com', 'googlemail.com']

/**
 * Returns the form in which all spellings of a mailbox are equal: without the part after a plus (RFC 5233), and for
 * Gmail without dots. Only used for gifts, because at other providers two spellings may be two mailboxes.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  const domain = key.slice(at + 1)
  const isGoogle = GOOGLE_DOMAINS.includes(domain)
  const [base = ''] = key.slice(0, at).split('+')
  const local = isGoogle ? base.replaceAll('.', '') : base
  return local === '' ? key : `${local}@${isGoogle ? 'gmail.com' : domain}`
}

/**
 * Reads an email address and checks only its form.
 * @returns the address without surrounding spaces
 * @throws AppError `email_required`, `email_invalid`
 */
export function readEmail(given: string | undefined): string {
  const email = given?.trim() ?? ''
  if (email === '') throw new AppError('email_required', { field: 'email' })
  const local = email.slice(0, email.lastIndexOf('@'))
  if (email.length > LENGTH_MAX || local.length > LOCAL_MAX || !FORM.test(email))
    throw new AppError('email_invalid', { field: 'email' })
  return email
}

/**
 * Checks an address that users enter as their own against the rules of the site.
 *
 * @returns the address without surrounding spaces
 * @throws AppError `email_required`, `email_invalid`, `email_domain_refused`, `email_alias_refused`
 */
export function checkEmail(given: string | undefined, options: Options): string {
  const email = readEmail(given)
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const domain = email.slice(at + 1).toLowerCase()
  if (options.EmailDomainRestrictionEnabled && !options.EmailDomainWhitelist.includes(domain))
    throw new AppError('email_domain_refused', { field: 'email' })
  if (options.EmailAliasRestrictionEnabled && /[+.]/.test(local))
    throw new AppError('email_alias_refused', { field: 'email' })
  return email
}
