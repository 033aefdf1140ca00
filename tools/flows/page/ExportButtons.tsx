import type { Drawing } from '../layout.ts';
import { svgOf } from '../svg.ts';
import { measure } from './measure.ts';

type Props = { flow: string; drawing: Drawing };

/** Saves the drawing of a flow, in the palette that is shown, as SVG or as PNG of twice its size. */
export function ExportButtons({ flow, drawing }: Props) {
  const svg = () => svgOf({ title: flow, drawing, measure, light: shownColour });
  return (
    <>
      <button
        type="button"
        className="map-button"
        aria-label="Save as SVG"
        onClick={() => save(`${flow}.svg`, new Blob([svg()], { type: 'image/svg+xml' }))}
      >
        SVG
      </button>
      <button
        type="button"
        className="map-button"
        aria-label="Save as PNG"
        onClick={() => void pngOf(svg(), drawing).then((png) => png && save(`${flow}.png`, png))}
      >
        PNG
      </button>
    </>
  );
}

/** The colour of a token as it is shown now, light or dark. */
function shownColour(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const SCALE = 2;

async function pngOf(svg: string, { width, height }: Drawing): Promise<Blob | null> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * SCALE);
  canvas.height = Math.ceil(height * SCALE);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

function save(name: string, file: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
