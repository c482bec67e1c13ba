import { expect, it } from 'vitest'
import { palm } from '../../../src/daemon/channel-types/palm/index.ts'
import { aCall } from './a-channel.ts'

it('works as Gemini for the names of Gemini', () => {
  const call = aCall({ operation: 'generate', model: 'gemini-2.5-flash' })
  expect(palm.target(call)).toEqual({
    url: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent',
    headers: { 'x-goog-api-key': 'sk-test' },
  })
  expect(palm.target({ ...call, isStream: true }).url).toMatch(/:streamGenerateContent\?alt=sse$/)
  expect(palm.readModelList?.({ models: [{ name: 'models/gemini-2.5-pro' }] })).toEqual(['gemini-2.5-pro'])
})

it('answers every other name with what to do', () => {
  const call = aCall({ operation: 'generate', model: 'PaLM-2' })
  expect(() => palm.target(call)).toThrow(/type 24/)
  expect(() => palm.target(call)).toThrow(expect.objectContaining({ status: 400 }))
})
