extension ScriptLibrary {
  /// CryptoJS: modes, paddings, cipher texts, and `CryptoJS.AES.encrypt(message, key, options)`.
  static let cryptoCiphersModule = #"""
    const xor = (left, right) => left.map((byte, at) => byte ^ right[at]);
    function blocksOf(data, size) {
      return Array.from({ length: Math.ceil(data.length / size) }, (_, at) => data.slice(at * size, at * size + size));
    }
    // A mode whose cipher text is the data under a stream of encrypted blocks.
    function streaming(next) {
      return (cipher, data, iv, size, decrypts) => {
        let register = Uint8Array.from(iv);
        return joined(...blocksOf(data, size).map((block) => {
          const key = cipher.encrypt(register);
          const result = xor(block, key);
          register = next(register, key, decrypts ? block : result);
          return result;
        }));
      };
    }
    // The last 32 bits count.
    function incremented(register) {
      const counter = register.slice();
      const view = new DataView(counter.buffer);
      view.setUint32(counter.length - 4, view.getUint32(counter.length - 4) + 1);
      return counter;
    }
    const modes = {
      ECB: (cipher, data, _, size, decrypts) =>
        joined(...blocksOf(data, size).map((block) => decrypts ? cipher.decrypt(block) : cipher.encrypt(block))),
      CBC(cipher, data, iv, size, decrypts) {
        let last = iv;
        return joined(...blocksOf(data, size).map((block) => {
          const result = decrypts ? xor(cipher.decrypt(block), last) : cipher.encrypt(xor(block, last));
          last = decrypts ? block : result;
          return result;
        }));
      },
      CFB: streaming((_, __, cipherText) => cipherText), OFB: streaming((_, key) => key),
      CTR: streaming((register) => incremented(register)),
    };
    CryptoJS.mode = Object.fromEntries(Object.entries(modes).map(([name, run]) => [name, { run }]));

    const padding = (make, countOf) => ({
      pad: (data, size) => joined(data, make(size - data.length % size, data.length % size)),
      unpad: (data) => data.slice(0, Math.max(0, data.length - countOf(data))),
    });
    const lastByte = (data) => data[data.length - 1] ?? 0;
    const ended = (count, filler) => Uint8Array.from({ length: count }, (_, at) => at === count - 1 ? count
      : filler[at] ?? 0);
    CryptoJS.pad = {
      Pkcs7: padding((count) => new Uint8Array(count).fill(count), lastByte),
      AnsiX923: padding((count) => ended(count, []), lastByte),
      Iso10126: padding((count) => ended(count, new Uint8Array(library.random(count))), lastByte),
      Iso97971: padding((count) => ended(count, []).fill(0).fill(0x80, 0, 1), (data) => {
        let at = data.length - 1;
        while (at >= 0 && data[at] === 0) { at--; }
        return data.length - at;
      }),
      ZeroPadding: padding((count, over) => new Uint8Array(over === 0 ? 0 : count), (data) => {
        let at = data.length;
        while (at > 0 && data[at - 1] === 0) { at--; }
        return data.length - at;
      }),
      NoPadding: padding(() => [], () => 0),
    };

    const OpenSSL = {
      stringify({ ciphertext, salt }) {
        const bytes = toBytes(ciphertext);
        return bytesModule.base64Text(salt ? joined(bytesModule.latin1Bytes("Salted__"), toBytes(salt), bytes) : bytes);
      },
      parse(text) {
        const bytes = bytesModule.base64Bytes(text);
        if (bytesModule.latin1Text(bytes.slice(0,
          8)) !== "Salted__") { return new CipherParams({ ciphertext: fromBytes(bytes) }); }
        return new CipherParams({ salt: fromBytes(bytes.slice(8, 16)), ciphertext: fromBytes(bytes.slice(16)) });
      },
    };
    class CipherParams extends Base {
      constructor(parts) {
        super();
        Object.assign(this, parts);
      }
      toString(formatter) { return (formatter ?? this.formatter ?? OpenSSL).stringify(this); }
    }
    CryptoJS.format = {
      OpenSSL, Hex: {
        stringify: ({ ciphertext }) => ciphertext.toString(Hex),
        parse: (text) => new CipherParams({ ciphertext: Hex.parse(text) }),
      },
    };
    CryptoJS.lib.CipherParams = CipherParams;
    CryptoJS.kdf = {
      OpenSSL: {
        execute(password, keySize, ivSize, salt, hasher) {
          const used = typeof salt === "string" ? Hex.parse(salt) : salt ?? WordArray.random(8);
          const bytes = toBytes(CryptoJS.EvpKDF(password, used, { keySize: keySize + ivSize, hasher }));
          const [key, iv] = [bytes.slice(0, keySize * 4), bytes.slice(keySize * 4)].map(fromBytes);
          return new CipherParams({ key, iv, salt: used });
        },
      },
    };

    function cipherOf(name, make, keySize, size) {
      const algorithm = { keySize, ivSize: size / 4, blockSize: size / 4, make, size };
      function run(data, key, options, decrypts) {
        const { iv, mode = CryptoJS.mode.CBC, padding: scheme = CryptoJS.pad.Pkcs7 } = options;
        const keyBytes = toBytes(key);
        if (size === 0) { return { bytes: make(keyBytes, data), mode, scheme }; }
        if (mode !== CryptoJS.mode.ECB && !iv) { throw new TypeError(`${name} needs an iv in this mode`); }
        const padded = decrypts ? data : scheme.pad(data, size);
        const start = iv ? joined(toBytes(iv), new Uint8Array(size)).slice(0, size) : undefined;
        const bytes = mode.run(make(keyBytes), padded, start, size, decrypts);
        return { bytes: decrypts ? scheme.unpad(bytes) : bytes, mode, scheme };
      }
      function derived(key, options, salt) {
        if (typeof key !== "string") { return { key, options, salt: undefined }; }
        const kdf = options.kdf ?? CryptoJS.kdf.OpenSSL;
        const params = kdf.execute(key, keySize, algorithm.ivSize, salt, options.hasher);
        return { key: params.key, options: { ...options, iv: params.iv }, salt: params.salt };
      }
      CryptoJS.algo[name] = algorithm;
      CryptoJS[name] = {
        encrypt(message, secret, given = {}) {
          const { key, options, salt } = derived(secret, given, given.salt);
          const { bytes, mode, scheme } = run(dataBytes(message), key, options, false);
          return new CipherParams({
            ciphertext: fromBytes(bytes), key, iv: options.iv, algorithm, mode, padding: scheme,
            blockSize: algorithm.blockSize, formatter: options.format ?? OpenSSL, ...salt ? { salt } : {},
          });
        },
        decrypt(cipherText, secret, given = {}) {
          const format = given.format ?? OpenSSL;
          const params = typeof cipherText === "string" ? format.parse(cipherText) : cipherText;
          const { key, options } = derived(secret, given, params.salt);
          return fromBytes(run(toBytes(params.ciphertext), key, options, true).bytes);
        },
      };
    }
    cipherOf("AES", aes, 8, 16);
    cipherOf("DES", des, 2, 8);
    cipherOf("TripleDES", tripleDES, 6, 8);
    cipherOf("RC4", rc4, 8, 0);
    return CryptoJS;
    """#
}
