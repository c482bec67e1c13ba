import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Toaster, useSonner } from 'sonner'
import { useTheme } from '../../state/theme.ts'

const size = 17
const icons = {
  success: <CircleCheck size={size} aria-hidden />,
  error: <CircleAlert size={size} aria-hidden />,
  warning: <TriangleAlert size={size} aria-hidden />,
  info: <Info size={size} aria-hidden />,
  close: <X size={14} aria-hidden />,
}

/** Toasts in a corner of the window: what was done and what failed. */
export function Notices() {
  const { t } = useTranslation()
  const bottom = useFreeBottom()
  return (
    <Toaster
      theme={useTheme()}
      position="bottom-right"
      offset={{ bottom, right: 24 }}
      mobileOffset={{ bottom }}
      closeButton
      icons={icons}
      containerAriaLabel={t('shell.notices')}
      visibleToasts={4}
      toastOptions={{ duration: 5000, closeButtonAriaLabel: t('action.close') }}
    />
  )
}

/** Keeps toasts above the buttons at the bottom of a drawer, which must stay reachable. */
const FOOT = 72
const GAP = 12

/** Returns the distance of toasts from the bottom of the window at which they never cover a list's pagination. */
function useFreeBottom(): number {
  const { toasts } = useSonner()
  const [bottom, setBottom] = useState(FOOT)
  useEffect(() => {
    if (toasts.length === 0) return
    const place = () => setBottom(freeBottom())
    const observer = new ResizeObserver(place)
    observer.observe(document.body)
    for (const toast of document.querySelectorAll('[data-sonner-toast]')) observer.observe(toast)
    window.addEventListener('scroll', place, { passive: true })
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', place)
      window.removeEventListener('resize', place)
    }
  }, [toasts])
  return bottom
}

function freeBottom(): number {
  const heights = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')].map(
    (toast) => toast.offsetHeight + GAP,
  )
  // A toast that was just added has not been drawn yet.
  const needed = Math.max(
    FOOT,
    heights.reduce((sum, height) => sum + height, 0),
  )
  for (const pager of document.querySelectorAll('[data-pager]')) {
    const { top, bottom } = pager.getBoundingClientRect()
    const isInTheWay = bottom > innerHeight - FOOT - needed && top < innerHeight - FOOT
    const above = innerHeight - top + GAP
    // If there is no room above, for example when the pagination is in the upper half of a low window, they stay where
    // they are.
    if (isInTheWay && above + (heights[0] ?? 0) < innerHeight) return above
  }
  return FOOT
}
