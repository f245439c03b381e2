import { ApiError } from '../errors/errors.ts';

export function orderNotFound(): ApiError {
  return new ApiError('order_not_found', 'This client has no order with this orderId.');
}

export function fileNotFound(): ApiError {
  const message =
    'This order keeps no file of this SHA-256; read the order for the "files" that it keeps now.';
  return new ApiError('not_found', message);
}

export function clientNotFound(): ApiError {
  return new ApiError('client_not_found', 'There is no client with this clientId.');
}

export function carrierNotFound(): ApiError {
  const message = 'There is no carrier with this carrierId, or no contract with it to end.';
  return new ApiError('carrier_not_found', message);
}

export function productNotFound(): ApiError {
  const message = 'There is no product with this productId, or the client does not have it.';
  return new ApiError('product_not_found', message);
}

export function stockNotFound(): ApiError {
  return new ApiError('stock_not_found', 'There is no variant of this kind and code.');
}

export function operatorNotFound(): ApiError {
  return new ApiError('operator_not_found', 'There is no account with this operatorId.');
}

export function stationNotFound(): ApiError {
  return new ApiError('station_not_found', 'There is no station with this stationId that is in use.');
}

export function sessionNotFound(): ApiError {
  return new ApiError('session_not_found', 'This account has no session with this sessionId.');
}

export function noteNotFound(): ApiError {
  return new ApiError('note_not_found', 'There is no note with this noteId about it.');
}

export function articleNotFound(): ApiError {
  return new ApiError('article_not_found', 'There is no article with this manufacturerCode.');
}

export function batchNotFound(): ApiError {
  return new ApiError('batch_not_found', 'There is no batch with this number or code.');
}

export function handOverNotFound(): ApiError {
  return new ApiError('hand_over_not_found', 'There is no hand-over list with this number.');
}

export function parcelNotFound(): ApiError {
  return new ApiError('parcel_not_found', 'No parcel has this code. Scan it again, or type it.');
}

export function pieceNotFound(): ApiError {
  const message = 'No piece has this code. Scan it again, or type it: its last digit shows a mistake.';
  return new ApiError('piece_not_found', message);
}
