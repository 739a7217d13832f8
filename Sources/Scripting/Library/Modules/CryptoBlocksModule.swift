extension ScriptLibrary {
  /// CryptoJS: AES (FIPS 197), DES and Triple DES (FIPS 46-3) and RC4, each on blocks of bytes.
  static let cryptoBlocksModule = #"""
    const times2 = (value) => value << 1 ^ (value & 0x80 ? 0x11b : 0);
    const sbox = new Uint8Array(256), inverse = new Uint8Array(256);
    (() => {
      let p = 1, q = 1;
      do {
        p = (p ^ times2(p)) & 255;
        q ^= q << 1;
        q ^= q << 2;
        q ^= q << 4;
        q &= 255;
        if (q & 0x80) { q ^= 0x09; }
        sbox[p] = q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^ (q << 4 | q >> 4) ^ 0x63;
      } while (p !== 1);
      sbox[0] = 0x63;
      sbox.forEach((value, at) => { inverse[value] = at; });
    })();
    const multiplied = (factor) => Uint8Array.from({ length: 256 }, (_, value) => {
      let product = 0;
      for (let bits = factor, power = value; bits > 0; bits >>= 1, power = times2(power)) {
        if (bits & 1) { product ^= power; }
      }
      return product;
    });
    const [by2, by3, by9, by11, by13, by14] = [2, 3, 9, 11, 13, 14].map(multiplied);

    function aes(key) {
      const size = key.length / 4, rounds = size + 6;
      const w = new Uint8Array(16 * (rounds + 1));
      w.set(key);
      for (let at = key.length, constant = 1; at < w.length; at += 4) {
        let t = w.slice(at - 4, at);
        if (at % key.length === 0) {
          t = Uint8Array.of(sbox[t[1]] ^ constant, sbox[t[2]], sbox[t[3]], sbox[t[0]]);
          constant = times2(constant);
        } else if (size > 6 && at % key.length === 16) { t = t.map((byte) => sbox[byte]); }
        for (let i = 0; i < 4; i++) { w[at + i] = w[at + i - key.length] ^ t[i]; }
      }
      const encrypt = (block) => {
        let s = block.map((byte, i) => byte ^ w[i]);
        for (let round = 1; round <= rounds; round++) {
          const t = new Uint8Array(16), k = 16 * round;
          for (let c = 0; c < 16; c += 4) {
            const a = sbox[s[c]], b = sbox[s[c + 5 & 15]], d = sbox[s[c + 10 & 15]], e = sbox[s[c + 15 & 15]];
            const last = round === rounds;
            t[c] = (last ? a : by2[a] ^ by3[b] ^ d ^ e) ^ w[k + c];
            t[c + 1] = (last ? b : a ^ by2[b] ^ by3[d] ^ e) ^ w[k + c + 1];
            t[c + 2] = (last ? d : a ^ b ^ by2[d] ^ by3[e]) ^ w[k + c + 2];
            t[c + 3] = (last ? e : by3[a] ^ b ^ d ^ by2[e]) ^ w[k + c + 3];
          }
          s = t;
        }
        return s;
      };
      const decrypt = (block) => {
        let s = block.map((byte, i) => byte ^ w[16 * rounds + i]);
        for (let round = rounds - 1; round >= 0; round--) {
          const t = new Uint8Array(16);
          for (let i = 0; i < 16; i++) { t[i] = inverse[s[i - 4 * (i & 3) & 15]] ^ w[16 * round + i]; }
          s = t;
          for (let c = 0; round > 0 && c < 16; c += 4) {
            const a = s[c], b = s[c + 1], d = s[c + 2], e = s[c + 3];
            s[c] = by14[a] ^ by11[b] ^ by13[d] ^ by9[e];
            s[c + 1] = by9[a] ^ by14[b] ^ by11[d] ^ by13[e];
            s[c + 2] = by13[a] ^ by9[b] ^ by14[d] ^ by11[e];
            s[c + 3] = by11[a] ^ by13[b] ^ by9[d] ^ by14[e];
          }
        }
        return s;
      };
      return { encrypt, decrypt };
    }

    // The tables of FIPS 46-3: positions counted from 1, and the S-boxes as rows of hexadecimal digits.
    const range = (from, count, step) => Array.from({ length: count }, (_, at) => from + at * step);
    const initialOrder = [58, 60, 62, 64, 57, 59, 61, 63].flatMap((from) => range(from, 8, -8));
    const finalOrder = initialOrder.map((_, at) => initialOrder.indexOf(at + 1) + 1);
    const expansion = range(0, 8, 4).flatMap((from) => range(from, 6, 1).map((bit) => (bit + 31) % 32 + 1));
    const mixing = [
      16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11,
        4, 25,
    ];
    const choice1 = [
      ...[57, 58, 59].flatMap((from) => range(from, 8, -8)), ...range(60, 4, -8),
      ...[63, 62, 61].flatMap((from) => range(from, 8, -8)), ...range(28, 4, -8),
    ];
    const choice2 = [
      14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37, 47, 55,
        30, 40,
      51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
    ];
    const boxes = [
      "e4d12fb83a6c59070f74e2d1a6cb953841e8d62bfc973a50fc8249175b3ea06d",
      "f18e6b34972dc05a3d47f28ec01a69b50e7ba4d158c6932fd8a13f42b67c05e9",
      "a09e63f51dc7b428d709346a285ecbf1d6498f30b12c5ae71ad069874fe3b52c",
      "7de3069a1285bc4fd8b56f03472c1ae9a690cb7df13e52843f06a1d8945bc72e",
      "2c417ab6853fd0e9eb2c47d150fa3986421bad78f9c5630eb8c71e2d6f09a453",
      "c1af92680d34e75baf427c9561de0b389ef528c3704a1db6432c95fabe17608d",
      "4b2ef08d3c975a61d0b7491ae35c2f8614bdc37eaf6805926bd814a7950fe23c",
      "d2846fb1a93e50c71fd8a374c56b0e927b419ce206adf35821e74a8dfc90356b",
    ].map((text) => Array.from(text, (digit) => parseInt(digit, 16)));
    const bitsOf = (bytes) => Array.from(bytes).flatMap((byte) => range(7, 8, -1).map((shift) => byte >> shift & 1));
    const ordered = (bits, order) => order.map((place) => bits[place - 1]);
    const numberOf = (bits) => bits.reduce((sum, bit) => sum * 2 + bit, 0);

    function des(key) {
      let bits = ordered(bitsOf(key), choice1);
      const keys = Array.from({ length: 16 }, (_, round) => {
        const shift = [0, 1, 8, 15].includes(round) ? 1 : 2;
        const turn = (half) => [...half.slice(shift), ...half.slice(0, shift)];
        bits = [...turn(bits.slice(0, 28)), ...turn(bits.slice(28))];
        return ordered(bits, choice2);
      });
      const run = (block, roundKeys) => {
        const start = ordered(bitsOf(block), initialOrder);
        let left = start.slice(0, 32), right = start.slice(32);
        for (const roundKey of roundKeys) {
          const mixed = ordered(right, expansion).map((bit, at) => bit ^ roundKey[at]);
          const replaced = boxes.flatMap((box, at) => {
            const [a, b, c, d, e, f] = mixed.slice(6 * at, 6 * at + 6);
            const value = box[16 * numberOf([a, f]) + numberOf([b, c, d, e])];
            return [value >> 3, value >> 2 & 1, value >> 1 & 1, value & 1];
          });
          [left, right] = [right, ordered(replaced, mixing).map((bit, at) => bit ^ left[at])];
        }
        const end = ordered([...right, ...left], finalOrder);
        return Uint8Array.from({ length: 8 }, (_, at) => numberOf(end.slice(8 * at, 8 * at + 8)));
      };
      const reversed = [...keys].reverse();
      return { encrypt: (block) => run(block, keys), decrypt: (block) => run(block, reversed) };
    }
    function tripleDES(key) {
      const [first, second, third] = [0, 8, 16].map((at) => des(key.slice(at % key.length, at % key.length + 8)));
      const last = key.length === 16 ? first : key.length === 8 ? first : third;
      return {
        encrypt: (block) => last.encrypt(second.decrypt(first.encrypt(block))),
        decrypt: (block) => first.decrypt(second.encrypt(last.decrypt(block))),
      };
    }
    function rc4(key, data) {
      const s = Uint8Array.from({ length: 256 }, (_, at) => at);
      for (let i = 0, j = 0; i < 256; i++) {
        j = j + s[i] + key[i % key.length] & 255;
        [s[i], s[j]] = [s[j], s[i]];
      }
      let i = 0, j = 0;
      return data.map((byte) => {
        i = i + 1 & 255;
        j = j + s[i] & 255;
        [s[i], s[j]] = [s[j], s[i]];
        return byte ^ s[s[i] + s[j] & 255];
      });
    }
    """#
}
