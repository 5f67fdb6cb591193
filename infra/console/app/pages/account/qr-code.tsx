import { useEffect, useState } from 'preact/hooks';
import { t } from '../../core/language.ts';

/** Width of the white margin that QR code readers need, in modules. */
const MARGIN = 4;

/** QR code of a text. The encoder is loaded when the first code is shown. */
export function QrCode({ text }: { text: string }) {
  const [image, setImage] = useState<{ size: number; path: string }>();
  useEffect(() => {
    void import('lean-qr').then(({ generate }) => {
      const code = generate(text);
      const places = Array.from({ length: code.size }, (_, index) => index);
      const path = places.flatMap(y =>
        places.filter(x => code.get(x, y)).map(x => `M${x + MARGIN} ${y + MARGIN}h1v1h-1z`),
      );
      setImage({ size: code.size + 2 * MARGIN, path: path.join('') });
    });
  }, [text]);
  if (!image) return null;
  return (
    <svg class="qr-code" role="img" aria-label={t('qrCode')} viewBox={`0 0 ${image.size} ${image.size}`}>
      <path d={image.path} />
    </svg>
  );
}
