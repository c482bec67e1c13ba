import { expect, it } from 'vitest'
import { siliconcloudImage } from '../../../src/daemon/channel-types/siliconcloud/image-codec.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'

it('asks for pictures by the names the vendor has, and tells what it has none for', () => {
  const losses = new LossList()
  const request = {
    model: 'Kwai-Kolors/Kolors',
    prompt: 'a cat',
    n: 2,
    size: '1024x1024',
    quality: 'hd',
    seed: 7,
  }
  expect(siliconcloudImage.form?.encodeRequest?.(request, losses)).toEqual({
    model: 'Kwai-Kolors/Kolors',
    prompt: 'a cat',
    seed: 7,
    batch_size: 2,
    image_size: '1024x1024',
  })
  expect(losses.fields).toEqual(['quality'])
})

it('gives the pictures of either list once', () => {
  const picture = { url: 'https://s3.example/a.png' }
  for (const document of [
    { images: [picture] },
    { data: [picture] },
    { images: [picture], data: [picture] },
  ]) {
    expect(siliconcloudImage.readOutput(document).hasOutput).toBe(true)
    expect(siliconcloudImage.form?.decodeAnswer?.(document, {})).toEqual({ data: [picture] })
  }
  expect(
    siliconcloudImage.readDisguisedFailure({ code: 20012, message: 'Model does not exist', data: null }),
  ).toMatchObject({
    message: 'Model does not exist',
  })
})
