import { describe, expect, it } from 'vitest'
import type { ChannelType, FieldSpec } from '../../src/daemon/channel-types/types.ts'
import { describeAnswers } from './channel-types/describe-answers.ts'
import { describeCalls } from './channel-types/describe-calls.ts'
import { describeFailures } from './channel-types/describe-failures.ts'
import { describeRequests } from './channel-types/describe-requests.ts'
import { operationsOf } from './channel-types/example-call.ts'
import type { ChannelTypeFixtures } from './channel-types/fixture.ts'

/** Defines the tests that every channel type must pass, with the vendor's own answers. */
export function describeChannelType(type: ChannelType, fixtures: ChannelTypeFixtures): void {
  describe(`${type.slug} (${type.type})`, () => {
    it('has every part of a form in both languages, and serves something', () => {
      expect(type.slug).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
      expect(type.label).not.toBe('')
      expect(type.ownedBy).not.toBe('')
      const { key, baseUrl, other, openaiOrganization } = type.fields
      expect(key.parts.length).toBeGreaterThan(0)
      expect(key.parts.length === 1 || key.separator !== undefined).toBe(true)
      for (const field of [key, baseUrl, other, openaiOrganization]) if (field) expectTexts(field)
      expect(baseUrl.default !== undefined || baseUrl.required === true).toBe(true)
      if (baseUrl.default !== undefined) expect(baseUrl.check?.(baseUrl.default)).toBeUndefined()
      expect(baseUrl.check?.('not an address')).toMatchObject({ en: /./, zh: /./ })
      expect(operationsOf(type).length).toBeGreaterThan(0)
      for (const operation of operationsOf(type)) expect(type.serves[operation]?.operation).toBe(operation)
      expect(new Set(type.models).size).toBe(type.models.length)
    })

    for (const part of [describeCalls, describeRequests, describeAnswers, describeFailures])
      try {
        part(type, fixtures)
      } catch (error) {
        // Report the error as a failing test of this type, so that the other types are still tested.
        it(`can be tested (${part.name})`, () => {
          throw error
        })
      }
  })
}

function expectTexts({ label, hint }: FieldSpec): void {
  expect(label?.en).toBeTruthy()
  expect(label?.zh).toBeTruthy()
  if (hint) expect(hint.en !== '' && hint.zh !== '').toBe(true)
}
