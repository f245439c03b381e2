/** REPLACEMENT: free for the recipient. REPEAT: paid as a new order. */
export const REPEAT_KINDS = ['REPLACEMENT', 'REPEAT'] as const;
export const REPEAT_REASONS = ['DAMAGED', 'LOST', 'MISPRINT', 'WRONG_ITEM', 'DEFECT', 'OTHER'] as const;
export const REPEAT_PAYERS = ['CENTER', 'CLIENT', 'CARRIER'] as const;
