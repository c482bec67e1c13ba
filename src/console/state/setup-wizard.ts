import { useSyncExternalStore } from 'react'
import { tabText } from './tab-text.ts'

const listeners = new Set<() => void>()

/** The steps of `/setup` once the account exists. Stored for the tab, so that a reload resumes at the same step. */
export type SetupStep = 'channel' | 'request'

/** Without storage the wizard ends with the first step. */
const stored = tabText('setup-step')

/** @param step undefined = the wizard is finished */
export function goToSetupStep(step: SetupStep | undefined): void {
  stored.set(step ?? null)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the current step of the wizard; undefined before the account exists and after the last step. */
export function useSetupStep(): SetupStep | undefined {
  const step = useSyncExternalStore(subscribe, stored.get)
  return step === 'channel' || step === 'request' ? step : undefined
}

/** Returns whether this tab is in the middle of the setup; `/setup` then stays open although the site is set up. */
export const useIsSettingUp = (): boolean => useSetupStep() !== undefined
