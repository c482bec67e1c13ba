import { AppError } from '../../errors/app-error.ts'

/** Shorter texts are no keys, and replacing them would garble the message. */
const KEY_LENGTH_MIN = 4

/**
 * Upstreams quote the key they refuse. What they say reaches an administrator's screen, and keys are write-only.
 *
 * @throws the same AppError as `work`, its values without the keys
 */
export async function hidingKeys<Result>(
  keys: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.options.values === undefined) throw error
    const values = Object.entries(error.options.values).map(([name, value]) => [name, hide(value, keys)])
    throw new AppError(error.code, { ...error.options, values: Object.fromEntries(values) })
  }
}

function hide(value: string | number, keys: readonly string[]): string | number {
  if (typeof value === 'number') return value
  return keys
    .filter((key) => key.length >= KEY_LENGTH_MIN)
    .reduce((text, key) => text.replaceAll(key, '***'), value)
    .replaceAll(/\b(sk|key|AKIA|AIza)[-_A-Za-z0-9*]{16,}/g, '***')
}
