import { afterAll, onTestFinished, TestRunner } from 'vitest'

let ofFile: (() => unknown)[] = []

/**
 * Registers a cleanup: for a resource opened in a test, when that test ends; for anything else, when its file ends.
 * Vitest never calls an `afterAll` that is registered after a file was loaded, in a hook or in a test.
 */
export const whenDone = (clean: () => unknown): void => {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await clean()))
  else ofFile.push(clean)
}

/** Cleans up after each file, in reverse order. For `setupFiles`, which vitest loads before every file. */
export const cleanUpAfterFile = (): void =>
  afterAll(async () => {
    const all = ofFile.reverse()
    ofFile = []
    for (const clean of all) await clean()
  })
