import { generateKeyPairSync, sign } from 'node:crypto';

const ECDSA_WITH_SHA256 = '06082a8648ce3d040302';
const COMMON_NAME = '0603550403';
const SUBJECT_ALT_NAME = '0603551d11';
const FROM = '200101000000Z';
const UNTIL = '491231235959Z';

/** Makes a key and a self-signed X.509 certificate for one DNS name, both in PEM. */
export function selfSignedCertificate(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(0x30, hex(ECDSA_WITH_SHA256));
  const subject = der(0x30, der(0x31, der(0x30, hex(COMMON_NAME), der(0x0c, Buffer.from(name)))));
  const names = der(0x30, hex(SUBJECT_ALT_NAME), der(0x04, der(0x30, der(0x82, Buffer.from(name)))));
  const certificate = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    subject,
    der(0x30, der(0x17, Buffer.from(FROM)), der(0x17, Buffer.from(UNTIL))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, names)),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', certificate, privateKey));
  const body = der(0x30, certificate, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encodes one value of ASN.1 in DER (X.690). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const length =
    value.length < 0x80
      ? [value.length]
      : value.length < 0x100
        ? [0x81, value.length]
        : [0x82, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...length), value]);
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}
