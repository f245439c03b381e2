import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** Sends the change of a dialog, then reads the data of `queryKey` again. A success closes the dialog. */
export function useDialogChange(send: () => Promise<unknown>, queryKey: QueryKey, onClose: () => void) {
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey });
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await reload();
      onClose();
    },
    onError: reload,
  });
}
