import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecretBox, SealError } from '../../../src/daemon/db/secrets.ts'

const box = createSecretBox(Buffer.alloc(32, 1))
const otherBox = createSecretBox(Buffer.alloc(32, 2))

describe('a sealed text', () => {
  it('opens to what was sealed, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, context) => {
        expect(box.open(box.seal(plain, context), context)).toBe(plain)
      }),
    )
  })

  it('has the form v1.<key id>.<nonce>.<tag and ciphertext> and shows nothing of the text', () => {
    const sealed = box.seal('sk-very-secret', 'channel:key')
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/)
    expect(sealed).not.toContain('secret')
  })

  it('differs each time, so that equal keys cannot be told from the store', () => {
    expect(box.seal('a', 'c')).not.toBe(box.seal('a', 'c'))
  })

  it('does not open for another context', () => {
    expect(() => box.open(box.seal('a', 'token:key'), 'channel:key')).toThrow(SealError)
  })

  it('does not open with another key, and says that it is another', () => {
    expect(() => otherBox.open(box.seal('a', 'c'), 'c')).toThrow(
      /sealed with the key [0-9a-f]{8}, this is the key/,
    )
  })

  it('does not open when any character of it was changed', () => {
    const sealed = box.seal('sk-very-secret', 'c')
    for (let at = 0; at < sealed.length; at++) {
      // Flips the highest of the six bits of a base64url character, because the last character carries fewer bits.
      const changed = sealed.slice(0, at) + swap(sealed.charAt(at)) + sealed.slice(at + 1)
      expect(() => box.open(changed, 'c'), `position ${at}`).toThrow(SealError)
    }
  })

  it.each(['', 'plain', 'v1.a.b', 'v2.00000000.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA', 'v1....'])(
    'is not just any text: %j',
    (text) => {
      expect(() => box.open(text, 'c')).toThrow(SealError)
    },
  )
})

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const swap = (character: string): string =>
  character === '.' ? '_' : alphabet.charAt((alphabet.indexOf(character) + 32) % 64)

describe('looking up', () => {
  it('hashes with SHA-256 in hex, the same under every key', () => {
    expect(box.hash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(otherBox.hash('abc')).toBe(box.hash('abc'))
  })

  it('fingerprints differently under every key, so that a stolen store cannot be searched for guesses', () => {
    expect(box.fingerprint('abc')).toMatch(/^[0-9a-f]{64}$/)
    expect(box.fingerprint('abc')).toBe(createSecretBox(Buffer.alloc(32, 1)).fingerprint('abc'))
    expect(box.fingerprint('abc')).not.toBe(otherBox.fingerprint('abc'))
    expect(box.fingerprint('abc')).not.toBe(box.hash('abc'))
  })
})
