import { useState } from 'react';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import type { PackedLine } from './pack-api.ts';
import { packCopy } from './pack-copy.ts';
import classes from './pack-stage.module.css';

/** What somebody calls what a line is of. */
export const nameOf = ({ title, color, size }: Pick<PackedLine, 'title' | 'color' | 'size'>): string =>
  [title, color, size].filter(Boolean).join(', ');

/** Each line of the parcel, with its picture and how many of it are in. */
export function PackLines({ lines, last }: { lines: readonly PackedLine[]; last: string | undefined }) {
  const copy = useCopy(packCopy);
  return (
    <ul className={classes.lines}>
      {lines.map((line) => {
        const { itemId, title, color, size, sku, ean13, packed, of, thumbnail } = line;
        const isFull = packed >= of;
        return (
          <li
            key={itemId}
            className={classes.line}
            data-item={itemId}
            data-full={isFull || undefined}
            data-last={itemId === last || undefined}
          >
            <Picture key={thumbnail} url={thumbnail} />
            <div className={classes.words}>
              <p className={classes.look}>{[color, size].filter(Boolean).join(' · ') || title}</p>
              <p className={classes.title}>{title}</p>
              <p className={classes.codeText}>{ean13 ?? sku}</p>
            </div>
            <p className={classes.packed} title={copy.packedOfLong(packed, of)}>
              <b>{packed}</b>
              <span>/ {of}</span>
              {isFull && <Icon name="check" size={36} />}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function Picture({ url }: { url: string | undefined }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <div className={classes.picture}>
      {url && !isBroken ? (
        <img
          src={url.startsWith('/') ? `${SERVER_URL}${url}` : url}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      ) : (
        <Icon name="image" size={36} />
      )}
    </div>
  );
}
