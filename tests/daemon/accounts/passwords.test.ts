import { describe, expect, it } from 'vitest'
import { createPasswords } from '../../../src/daemon/accounts/passwords.ts'

const { hash: hashPassword, verify: verifyPassword, verifyDummy } = createPasswords()

describe('a password hash', () => {
  it('is argon2id in the PHC form with the recommended cost and its own salt', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(first).not.toBe(second)
  })

  it('accepts its password and no other', async () => {
    const hash = await hashPassword('correct horse')
    expect(await verifyPassword('correct horse', hash)).toBe(true)
    expect(await verifyPassword('correct horsE', hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
  })

  it('accepts the same characters composed in another way', async () => {
    const hash = await hashPassword('caf\u00e9')
    expect(await verifyPassword('cafe\u0301', hash)).toBe(true)
  })

  it('made elsewhere with other costs still verifies', async () => {
    // // From the reference program's documentation: argon2 somesalt -id -t 2 -m 16 -p 1, "password".
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await verifyPassword('password', hash)).toBe(true)
    expect(await verifyPassword('Password', hash)).toBe(false)
  })

  it.each([
    '',
    'password',
    '$2b$12$abcdefghijklmnopqrstuv',
    '$argon2i$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=19$m=4194304,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=19$m=19456,t=99,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=19$m=1,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=19$m=19456,t=0,p=0$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ])('that is none, or would cost too much, accepts nothing: %j', async (stored) => {
    expect(await verifyPassword('password', stored)).toBe(false)
  })

  it('of nobody accepts nothing', async () => {
    expect(await verifyDummy('')).toBe(false)
    expect(await verifyDummy('password')).toBe(false)
  })
})
