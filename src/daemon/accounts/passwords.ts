import { type Argon2Parameters, argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Cost of each hash, and so of each guess of an attacker. */
export interface PasswordCost {
  /** Memory in KiB, at least 8 per lane. */
  readonly memory: number
  readonly passes: number
  /** Number of lanes. */
  readonly parallelism: number
}

/**
 * Argon2id as OWASP recommends it (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html):
 * 19 MiB, 2 passes, 1 lane. It runs in libuv's pool, four at a time, so sign-ins never take more than 76 MiB.
 */
const recommended: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

/** Limits for stored hashes: a manipulated row must not make a sign-in take gigabytes or minutes. */
const memoryMax = 1_048_576
const passesMax = 16
const parallelismMax = 16

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** Excludes characters that look alike. */
const READABLE = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const NEW_PASSWORD_LENGTH = 12

/** Generates a random password for a reset: 69 random bits, within the rules for passwords. */
export const newPassword = (): string =>
  Array.from({ length: NEW_PASSWORD_LENGTH }, () => READABLE[randomInt(READABLE.length)]).join('')

/** Hashes and verifies passwords. */
export interface Passwords {
  /** @returns `$argon2id$v=19$m=…,t=…,p=…$salt$hash` (PHC string format, base64 without padding) */
  hash(password: string): Promise<string>
  /** @returns also false if the stored text is not one of our hashes; takes as long as a hash either way */
  verify(password: string, stored: string): Promise<boolean>
  /**
   * Takes as long as a verification and returns false: for unknown names and accounts without a password, so that
   * response times do not reveal which names exist.
   */
  verifyDummy(password: string): Promise<false>
}

/** @param cost of new hashes; a stored hash carries its own */
export function createPasswords(cost = recommended): Passwords {
  const verifyDummy = async (password: string): Promise<false> => {
    const nonce = Buffer.alloc(saltBytes)
    await derive('argon2id', { ...cost, message: message(password), nonce, tagLength: tagBytes })
    return false
  }
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes)
      const tag = await derive('argon2id', {
        ...cost,
        message: message(password),
        nonce: salt,
        tagLength: tagBytes,
      })
      const { memory, passes, parallelism } = cost
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
    },
    async verify(password, stored) {
      const parsed = parse(stored)
      if (!parsed) return verifyDummy(password)
      const { salt, tag, ...parameters } = parsed
      const derived = await derive('argon2id', {
        ...parameters,
        message: message(password),
        nonce: salt,
        tagLength: tag.length,
      })
      return timingSafeEqual(derived, tag)
    },
    verifyDummy,
  }
}

/**
 * Normalizes a password, because the same characters typed on different systems can be different code points (NIST SP
 * 800-63B, 3.1.1.2).
 */
const message = (password: string): Buffer => Buffer.from(password.normalize('NFKC'), 'utf8')

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const pattern =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/

function parse(stored: string) {
  const match = pattern.exec(stored)
  if (!match) return undefined
  const [, memoryText, passesText, parallelismText, saltText = '', tagText = ''] = match
  const memory = Number(memoryText)
  const passes = Number(passesText)
  const parallelism = Number(parallelismText)
  const isBounded = memory <= memoryMax && passes <= passesMax && parallelism <= parallelismMax
  if (!isBounded || passes < 1 || parallelism < 1 || memory < 8 * parallelism) return undefined
  return {
    memory,
    passes,
    parallelism,
    salt: Buffer.from(saltText, 'base64'),
    tag: Buffer.from(tagText, 'base64'),
  }
}
