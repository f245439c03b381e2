import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import { TestMark } from '../../shared/ui/test-mark.tsx';
import {
  isLabelComing,
  type PackedParcel,
  type ParcelBox,
  packagesQuery,
  parcelQuery,
  setPackage,
  type WatchedParcel,
} from './pack-api.ts';
import { FewLines } from './pack-side.tsx';
import classes from './pack-stage.module.css';
import { packCopy } from './station-copy.ts';
import { useStationCodes } from './station-frame.tsx';

/** Says that the label of a packed parcel is coming, or why there is none and what to do. */
export function PackedNotice({ parcel, stationName }: { parcel: PackedParcel; stationName: string }) {
  const copy = useCopy(packCopy);
  const { say } = useCopy(floorSentencesCopy);
  const { label, problem, details = [], detailSentences } = parcel;
  const isComing = isLabelComing(parcel);
  return (
    <section className={problem || !isComing ? classes.problem : classes.coming} role="status">
      <Icon name={problem || !isComing ? 'warning' : 'postage'} size={44} />
      <div>
        <h2>{!isComing ? copy.noLabel : problem ? copy.labelLate : copy.labelComing}</h2>
        {label?.isTest && <TestMark />}
        {problem && <p>{copy.problems[problem]}</p>}
        <FewLines lines={detailSentences?.map(say) ?? details} />
        <p>{!isComing ? copy.noLabelMeans : problem ? copy.labelLateMeans : copy.labelComingMeans(stationName)}</p>
      </div>
    </section>
  );
}

/** Lists parcels that were packed before, and still have no label. */
export function LabelsToCome({ parcels }: { parcels: readonly WatchedParcel[] }) {
  const copy = useCopy(packCopy);
  if (parcels.length === 0) return null;
  return (
    <section className={`${classes.part} ${classes.toCome}`} aria-label={copy.labelsToCome}>
      <h3>{copy.labelsToCome}</h3>
      <ul>
        {parcels.map(({ code, orderId, number, problem, label }) => (
          <li key={code} data-label={label?.state} {...(problem && { 'data-problem': problem })}>
            {copy.order(orderId)} {number > 1 && copy.parcel(number)}{' '}
            {problem ? (
              <strong className={classes.bad}>
                {label?.state === 'COMING' ? copy.labelLate : copy.noLabel}: {copy.problems[problem]}
              </strong>
            ) : (
              copy.labelComing
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Chooses the package of an open parcel, and takes its weight from a person or a scale that types. */
export function PackageChoice({ parcel: { code } }: { parcel: PackedParcel }) {
  const { data } = useQuery(packagesQuery);
  const { data: parcel } = useQuery(parcelQuery(code));
  if (!parcel || !data || data.packages.length === 0) return null;
  return <PackageForm parcel={parcel} packages={data.packages} />;
}

/** A scanned code of a package chooses it. */
function PackageForm({ parcel, packages }: { parcel: WatchedParcel; packages: readonly ParcelBox[] }) {
  const copy = useCopy(packCopy);
  const { count } = useFormats();
  const queryClient = useQueryClient();
  const { code } = parcel;
  const [typed, setWeight] = useState<number | ''>();
  const weight = typed ?? parcel.weightGrams ?? '';
  const save = useMutation({
    mutationFn: setPackage,
    onSuccess: (answer) => queryClient.setQueryData(parcelQuery(code).queryKey, answer),
  });
  const packageId = (save.isPending ? save.variables.packageId : parcel.packageId) ?? '';
  const send = (box: string) =>
    save.mutate({ code, packageId: box || null, weightGrams: weight === '' ? null : weight });
  useStationCodes((scanned) => {
    const at = packages.findIndex((box) => box.code === scanned.trim().toUpperCase());
    if (at >= 0) send(at === 0 ? '' : (packages[at]?.packageId ?? ''));
    return at >= 0;
  });
  return (
    <section className={classes.part} aria-label={copy.package}>
      <h3>{copy.package}</h3>
      {save.error && <RequestFailure error={save.error} isChange />}
      <form
        className={classes.package}
        onSubmit={(event) => {
          event.preventDefault();
          send(packageId);
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        }}
      >
        <NativeSelect
          size="md"
          aria-label={copy.package}
          value={packageId}
          data={packages.map(({ packageId: id, name, lengthMm, widthMm, heightMm }, at) => ({
            value: at === 0 ? '' : id,
            label: `${name} (${[lengthMm, widthMm, heightMm].map((side) => count(side / 10)).join(' × ')} cm)`,
          }))}
          onChange={({ currentTarget: { value } }) => send(value)}
        />
        <NumberInput
          size="md"
          label={copy.weight}
          description={copy.weightMeans}
          data-takes-scans
          hideControls
          allowDecimal={false}
          min={1}
          value={weight}
          onChange={(value) => setWeight(value === '' ? '' : Number(value))}
        />
        <Button size="md" variant="default" type="submit" loading={save.isPending}>
          {copy.saveWeight}
        </Button>
        <p role="status" className={classes.faint}>
          {save.isSuccess && !save.isPending && copy.packageSaved}
        </p>
      </form>
    </section>
  );
}
