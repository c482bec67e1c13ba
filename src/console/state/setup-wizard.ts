import { useSyncExternalStore } from 'react'
import { tabText } from './tab-text.ts'

const listeners = new Set<() => void>()

/** The steps of `/setup` after the account exists. Kept for the tab, so that a reload does not lose the place. */
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

/** Where the wizard stands; undefined before the account exists and after the last step. */
export function useSetupStep(): SetupStep | undefined {
  const step = useSyncExternalStore(subscribe, stored.get)
  return step === 'channel' || step === 'request' ? step : undefined
}

/** Whether this tab is in the middle of setting the site up; `/setup` then stays open although it is done. */
export const useIsSettingUp = (): boolean => useSetupStep() !== undefined
