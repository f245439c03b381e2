import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { catalogueCopy } from './catalogue-copy.ts';
import classes from './product-picture.module.css';

type ProductPictureProps = { url: string | undefined; name: string; size: 'small' | 'large' };

/** Shows a picture in a frame of fixed size. The frame stays empty if the picture fails to load. */
export function ProductPicture({ url, name, size }: ProductPictureProps) {
  const copy = useCopy(catalogueCopy);
  const [broken, setBroken] = useState<string>();
  const hasPicture = url !== undefined && url !== broken;
  return (
    <div className={`${classes.frame} ${classes[size]}`} {...(!hasPicture && { title: copy.noPicture })}>
      {hasPicture ? (
        <img src={url} alt={copy.pictureOf(name)} loading="lazy" onError={() => setBroken(url)} />
      ) : (
        <Icon name="image" />
      )}
    </div>
  );
}
