import { useSyncExternalStore } from 'react'

const KEY = 'setup-step'
const listeners = new Set<() => void>()

/** The steps of `/setup` after the account exists. Kept for the tab, so that a reload does not lose the place. */
export type SetupStep = 'channel' | 'request'

const read = (): string | null => {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** @param step undefined = the wizard is finished */
export function goToSetupStep(step: SetupStep | undefined): void {
  try {
    if (step === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, step)
  } catch {
    // Without storage the wizard ends with the first step.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Where the wizard stands; undefined before the account exists and after the last step. */
export function useSetupStep(): SetupStep | undefined {
  const step = useSyncExternalStore(subscribe, read)
  return step === 'channel' || step === 'request' ? step : undefined
}

/** Whether this tab is in the middle of setting the site up; `/setup` then stays open although it is done. */
export const useIsSettingUp = (): boolean => useSetupStep() !== undefined
