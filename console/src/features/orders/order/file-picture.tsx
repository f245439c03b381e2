import { Anchor, Group, Modal, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { useFormats } from '../../../shared/copy/formats.ts';
import { sharedCopy } from '../../../shared/copy/shared-copy.ts';
import { Icon } from '../../../shared/ui/icons.tsx';
import classes from './file-picture.module.css';
import { fileUrl, type KeptFile, type OrderKey } from './order-api.ts';
import { orderCopy } from './order-copy.ts';

export interface ShownFile {
  label: string;
  /** Absent while it is not fetched. */
  file: KeptFile | undefined;
  /** Why it is absent, where something is known to be wrong with it. */
  problem?: string | undefined;
}

interface FilePicturesProps {
  orderKey: OrderKey;
  /** What they are pictures of, over them when they are large. */
  title: string;
  /** Those that are compared with each other: artwork, and what quality control holds beside it. */
  files: readonly ShownFile[];
}

/** Below it prints look coarse; the server warns of it too. */
const PRINT_DPI_MIN = 150;

/** Files of the customer as pictures that Platen made, side by side; pressed, they are large, with what is known of each. Never the files themselves. */
export function FilePictures({ orderKey, title, files }: FilePicturesProps) {
  const copy = useCopy(orderCopy);
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
                {problem ?? copy.noFile}
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

interface PictureProps {
  orderKey: OrderKey;
  file: KeptFile;
  label: string;
  size: 'small' | 'large';
}

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

/** Width by height, so that what stands around a picture does not move when it comes. */
function shapeOf({ width, height, widthMm, heightMm }: KeptFile): string {
  return `${width ?? widthMm ?? 1} / ${height ?? heightMm ?? 1}`;
}

/** How large artwork may be printed, and how fine it is then. */
function PrintFineness({ file: { printArea, printDpi } }: { file: KeptFile }) {
  const copy = useCopy(orderCopy);
  const { count } = useFormats();
  if (!printArea) return null;
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

/** Pixels, resolution, size in print, and the way to the original. */
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
