import { expect, it } from 'vitest'
import { ownWords } from '../../../../src/daemon/protocols/upstream-failure.ts'
import { describeUpstreamFailure } from '../../../../src/daemon/relay/call/upstream-errors.ts'
import { channelOf } from '../../../support/channel-of.ts'

it('our words for a failure quote neither the key nor the address of its channel, in either language', () => {
  const channel = channelOf({ id: 1, keys: ['sk-of-the-channel'], baseUrl: 'http://vendor.internal:8080' })
  const reason = 'refused sk-of-the-channel at http://vendor.internal:8080/v1'
  const failure = { ...ownWords('noPicture', { reason }), type: '', code: '', param: null }
  const prepared = {
    call: { channel, credential: undefined },
    request: { url: 'http://vendor.internal:8080/v1/images' },
  }
  const { error } = describeUpstreamFailure(400, failure, prepared, {
    hides: false,
    retryAfterSeconds: undefined,
  })
  expect(error.options.message).toMatchObject({ en: expect.stringMatching(/^no picture was made: refused /) })
  // The detail goes to the daemon's log, and from there into the reason for disabling a channel.
  for (const secret of ['sk-of-the-channel', 'vendor.internal'])
    expect(JSON.stringify(error.options)).not.toContain(secret)
})
