import { describe, expect, it } from 'vitest'
import { StorageUnavailableError } from '../../../src/daemon/db/failure.ts'
import { isStorageUnavailable, isUniqueViolation } from '../../../src/daemon/db/violations.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })
const withErrcode = (errcode: number) => Object.assign(new Error('x'), { errcode, code: 'ERR_SQLITE_ERROR' })

describe('errors of the stores', () => {
  it.each([withCode('23505'), withErrcode(2067), withErrcode(1555)])('%# is a unique violation', (error) => {
    expect(isUniqueViolation(error)).toBe(true)
    expect(isStorageUnavailable(error)).toBe(false)
  })

  it.each([
    new StorageUnavailableError('WRITER_BUSY', 'x'),
    withErrcode(5),
    withErrcode(261),
    withErrcode(13),
    withErrcode(1032),
    withErrcode(4874),
    withCode('08006'),
    withCode('57P01'),
    withCode('57014'),
    withCode('53300'),
    withCode('25006'),
    withCode('55P03'),
    withCode('ECONNREFUSED'),
    withCode('storage_unavailable'),
    new Error('select 1 - Connection terminated unexpectedly'),
    new Error('Knex: Timeout acquiring a connection. The pool is probably full.'),
    new Error('Unable to acquire a connection'),
  ])('%# is the store being away', (error) => {
    expect(isStorageUnavailable(error)).toBe(true)
    expect(isUniqueViolation(error)).toBe(false)
  })

  it.each([
    undefined,
    null,
    'text',
    new Error('no'),
    withErrcode(787),
    withErrcode(11),
    withCode('42P01'),
    withCode('23503'),
  ])('%# is neither', (error) => {
    expect(isStorageUnavailable(error)).toBe(false)
    expect(isUniqueViolation(error)).toBe(false)
  })
})
