/** Check of images in a child process that decodes them completely (infra/decisions/0029-image-check.md). */
import type { ImageCheck } from '../../domain/model/files/file.ts';
import type { ImageInspector } from '../../domain/ports/files.ts';
import { type InspectionLimits, runInspectionProcess } from '../inspection-process.ts';

/** Result of the script. The size is null if the header of the image cannot be read. */
export interface DecodedImage {
  readonly state: 'complete' | 'damaged' | 'too-large' | 'too-complex';
  readonly width: number | null;
  readonly height: number | null;
}

const SCRIPT = 'lib/platform/images/image-worker.cjs';

/** Limits that fit into the 1,024 MB of the function. A photo of 24 megapixels needs about 460 MB. */
export const IMAGE_LIMITS: InspectionLimits & { readonly pixels: number } = {
  timeMs: 20_000,
  heapMb: 192,
  residentMb: 700,
  pixels: 24_000_000,
};

/**
 * Share of the memory limit that is passed to the decoder as its own limit. The decoder usually rejects an image that
 * exceeds this limit before it allocates the memory.
 */
const DECODER_SHARE = 0.5;

/** Minimum number of pixels of each side of a legible scan. */
const MIN_SIDE = 300;

/**
 * Creates an inspector. An image with too many pixels is `too-large`, one that exceeds another limit `too-complex`.
 *
 * `inspect` rejects only when the script itself fails, for example because it does not exist.
 */
export function createImageInspector(limits = IMAGE_LIMITS): ImageInspector {
  return {
    async inspect(content) {
      const data = {
        content,
        limits: { pixels: limits.pixels, memoryMb: Math.floor(limits.residentMb * DECODER_SHARE) },
      };
      const image = await runInspectionProcess<DecodedImage>(SCRIPT, data, limits);
      return typeof image === 'string'
        ? { decodes: null, width: null, height: null, flag: 'too-complex' }
        : toCheck(image);
    },
  };
}

function toCheck({ state, width, height }: DecodedImage): ImageCheck {
  if (state === 'too-large' || state === 'too-complex') return { decodes: null, width, height, flag: state };
  if (state === 'damaged') return { decodes: false, width, height, flag: 'damaged' };
  const isSmall = Math.min(width ?? 0, height ?? 0) < MIN_SIDE;
  return { decodes: true, width, height, flag: isSmall ? 'small' : null };
}
