import { useEffect, useState } from 'react';
import type { AvatarStyle } from '../contract.ts';
import { drawAvatar } from '../rules-avatar.ts';

/** The drawn face of an agent; the mouth moves while it speaks, and rests for those who want no motion. */
export function AvatarView({ style, isSpeaking }: { style: AvatarStyle; isSpeaking: boolean }) {
  const [openness, setOpenness] = useState(0);
  useEffect(() => {
    if (!isSpeaking || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setOpenness(isSpeaking ? 0.5 : 0);
      return;
    }
    const timer = setInterval(() => setOpenness(0.15 + Math.random() * 0.85), 110);
    return () => clearInterval(timer);
  }, [isSpeaking]);
  const face = drawAvatar(style, openness);
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className="size-24 text-green">
      <path d={face.outline} fill="currentColor" />
      {face.eyes.map((eye) => (
        <circle key={eye.cx} {...eye} r="3.2" className="fill-surface" />
      ))}
      <path d={face.mouth} className="fill-surface stroke-surface" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  );
}
