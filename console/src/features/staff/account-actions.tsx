import { useCopy } from '../../shared/copy/copy.ts';
import { useSession } from '../../shared/session/use-permission.ts';
import { ConfirmButton } from '../../shared/ui/confirm-button.tsx';
import { type Account, type AccountLink, changeAccount, resetAccount } from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

interface AccountActionsProps {
  account: Account;
  onLink: (link: AccountLink) => void;
  onChanged: () => Promise<void>;
}

export function AccountActions({ account, onLink, onChanged }: AccountActionsProps) {
  const copy = useCopy(staffCopy);
  const { operator } = useSession();
  const { operatorId, name, disabled } = account;
  const ownRefusal = operator.operatorId === operatorId ? copy.yourself : undefined;
  const reset = async () => {
    onLink(await resetAccount(operatorId));
    await onChanged();
  };
  return (
    <>
      <ConfirmButton
        verb="operators.change"
        refusal={ownRefusal ?? (account.openIdConnect ? copy.resetRefusal : undefined)}
        label={copy.reset}
        title={copy.resetTitle(name)}
        isGrave
        act={reset}
      >
        {copy.resetMeans}
      </ConfirmButton>
      <ConfirmButton
        key={String(disabled)}
        verb="operators.change"
        refusal={ownRefusal}
        label={disabled ? copy.enable : copy.disable}
        title={disabled ? copy.enableTitle(name) : copy.disableTitle(name)}
        isGrave={!disabled}
        act={() => changeAccount(operatorId, { disabled: !disabled }).then(onChanged)}
      >
        {disabled ? copy.enableMeans : copy.disableMeans}
      </ConfirmButton>
    </>
  );
}
