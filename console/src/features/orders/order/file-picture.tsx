import { Anchor, Group, Modal, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { sharedCopy } from '../../../shared/copy/shared-copy.ts';
import { Icon } from '../../../shared/ui/icons.tsx';
import { ordersCopy } from '../orders-copy.ts';
import classes from './file-picture.module.css';
import { fileUrl, type KeptFile, type OrderKey } from './order-api.ts';
import { orderCopy } from './order-copy.ts';

export interface ShownFile {
  label: string;
  /** Absent until the file is fetched. */
  file: KeptFile | undefined;
  /** The known problem of an absent file. */
  problem?: string | undefined;
}

interface FilePicturesProps {
  orderKey: OrderKey;
  /** The title of the enlarged pictures. */
  title: string;
  /** Files to compare: artwork and its quality-control picture. */
  files: readonly ShownFile[];
}

/** Prints with a lower resolution look coarse. The server warns below the same value. */
const PRINT_DPI_MIN = 150;

/**
 * Shows the server's previews of client files side by side, and enlarges them with their facts. The files
 * themselves are never displayed.
 */
export function FilePictures({ orderKey, title, files }: FilePicturesProps) {
  const copy = useCopy(orderCopy);
  const { sayProblem } = useCopy(ordersCopy);
  const shared = useCopy(sharedCopy);
  const [isOpen, setOpen] = useState(false);
  const kept = files.filter(({ file }) => file !== undefined);
  return (
    <>
      <div className={classes.row}>
        {files.map(({ label, file, problem }) =>
          file ? (
            <div key={label} className={classes.frame}>
              <UnstyledButton aria-label={copy.enlarge(label)} onClick={() => setOpen(true)}>
                <Picture orderKey={orderKey} file={file} label={label} size="small" />
              </UnstyledButton>
              <span className={classes.label}>{label}</span>
              <PrintFineness file={file} />
            </div>
          ) : (
            <div key={label} className={classes.frame}>
              <span className={classes.empty} data-problem={problem && true}>
                {problem === undefined ? copy.noFile : sayProblem(problem)}
              </span>
              <span className={classes.label}>{label}</span>
            </div>
          ),
        )}
      </div>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        size="auto"
        title={title}
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <div className={classes.compared} data-several={kept.length > 1 || undefined}>
          {kept.map(({ label, file }) => (
            <figure key={label}>
              <Picture orderKey={orderKey} file={file as KeptFile} label={label} size="large" />
              <figcaption>
                <Text size="sm" fw={600}>
                  {label}
                </Text>
                <FileFacts orderKey={orderKey} file={file as KeptFile} />
              </figcaption>
            </figure>
          ))}
        </div>
      </Modal>
    </>
  );
}

type PictureProps = { orderKey: OrderKey; file: KeptFile; label: string; size: 'small' | 'large' };

function Picture({ orderKey, file, label, size }: PictureProps) {
  const copy = useCopy(orderCopy);
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <span className={classes.empty}>{copy.noPicture}</span>;
  return (
    <img
      className={size === 'small' ? classes.small : classes.large}
      {...(size === 'large' && { style: { aspectRatio: shapeOf(file) } })}
      src={fileUrl(orderKey, file.sha256, `/thumbnails/${size}`)}
      alt={label}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}

/** Returns the aspect ratio, which keeps the layout stable while the picture loads. */
function shapeOf({ width, height, widthMm, heightMm }: KeptFile): string {
  return `${width ?? widthMm ?? 1} / ${height ?? heightMm ?? 1}`;
}

/** Shows the largest print size of the artwork and its resolution at that size. */
function PrintFineness({ file: { role, printArea, printDpi } }: { file: KeptFile }) {
  const copy = useCopy(orderCopy);
  const { count } = useFormats();
  if (!printArea && role !== 'artwork') return null;
  if (!printArea) return <span className={classes.label}>{copy.noPrintArea}</span>;
  const isCoarse = printDpi !== undefined && printDpi < PRINT_DPI_MIN;
  return (
    <span className={classes.label} data-coarse={isCoarse || undefined}>
      {copy.printArea(count(printArea.widthMm), count(printArea.heightMm))}
      {printDpi !== undefined && (
        <>
          <br />
          {copy.printDpi(count(printDpi))}
        </>
      )}
    </span>
  );
}

function FileFacts({ orderKey, file }: { orderKey: OrderKey; file: KeptFile }) {
  const copy = useCopy(orderCopy);
  const { count } = useFormats();
  const { width, height, dpi, hasAlpha, pages, widthMm, heightMm, mediaType } = file;
  const facts = [
    mediaType,
    width !== undefined && height !== undefined && copy.pixels(width, height),
    dpi !== undefined && copy.dpi(count(dpi)),
    widthMm !== undefined && heightMm !== undefined && copy.millimeters(widthMm, heightMm),
    pages !== undefined && copy.pages(pages),
    hasAlpha && copy.transparent,
  ].filter(Boolean);
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{facts.join(' · ')}</Text>
        <Anchor href={fileUrl(orderKey, file.sha256)} download size="sm">
          <Icon name="download" size={14} /> {copy.original}
        </Anchor>
      </Group>
      <PrintFineness file={file} />
    </>
  );
}
