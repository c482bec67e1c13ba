import { afterAll, onTestFinished, TestRunner } from 'vitest'

let ofFile: (() => unknown)[] = []

/**
 * Has something cleaned up when nobody needs it any more: what a test opens when that test ends, everything else when
 * its file ends. Vitest never calls an `afterAll` that is registered after a file was read, in a hook or in a test.
 */
export const whenDone = (clean: () => unknown): void => {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await clean()))
  else ofFile.push(clean)
}

/** For `setupFiles`, which vitest reads before every file: cleans up after it, what came last first. */
export const cleanUpAfterFile = (): void =>
  afterAll(async () => {
    const all = ofFile.reverse()
    ofFile = []
    for (const clean of all) await clean()
  })
