extension ScriptLibrary {
  /// Hash functions: SHA-3 and Keccak (FIPS 202), RIPEMD-160; HMAC (RFC 2104) and PBKDF2 (RFC 8018) over all of them.
  static let moreHashesModule = #"""
    const rotations = [];
    const roundMasks = [];
    (() => {
      let x = 1, y = 0, bits = 1;
      rotations[0] = 0;
      for (let t = 0; t < 24; t++) {
        rotations[x + 5 * y] = (t + 1) * (t + 2) / 2 % 64;
        [x, y] = [y, (2 * x + 3 * y) % 5];
      }
      for (let round = 0; round < 24; round++) {
        let mask = 0n;
        for (let j = 0; j < 7; j++) {
          if (bits & 1) { mask |= 1n << BigInt((1 << j) - 1); }
          bits = bits << 1 ^ (bits & 0x80 ? 0x171 : 0);
        }
        roundMasks.push([upper(mask), lower(mask)]);
      }
    })();
    // `h` and `l` are the halves of the 25 lanes.
    function keccak(h, l) {
      const ch = new Int32Array(5), cl = new Int32Array(5), bh = new Int32Array(25), bl = new Int32Array(25);
      for (let round = 0; round < 24; round++) {
        for (let x = 0; x < 5; x++) {
          ch[x] = h[x] ^ h[x + 5] ^ h[x + 10] ^ h[x + 15] ^ h[x + 20];
          cl[x] = l[x] ^ l[x + 5] ^ l[x + 10] ^ l[x + 15] ^ l[x + 20];
        }
        for (let x = 0; x < 5; x++) {
          const nh = ch[(x + 1) % 5], nl = cl[(x + 1) % 5];
          const dh = ch[(x + 4) % 5] ^ (nh << 1 | nl >>> 31), dl = cl[(x + 4) % 5] ^ (nl << 1 | nh >>> 31);
          for (let y = 0; y < 25; y += 5) {
            const at = x + y, shift = rotations[at] & 31, swap = rotations[at] > 31;
            const vh = swap ? l[at] ^ dl : h[at] ^ dh, vl = swap ? h[at] ^ dh : l[at] ^ dl;
            const to = y / 5 + 5 * ((2 * x + 3 * y / 5) % 5);
            bh[to] = shift ? vh << shift | vl >>> 32 - shift : vh;
            bl[to] = shift ? vl << shift | vh >>> 32 - shift : vl;
          }
        }
        for (let at = 0; at < 25; at++) {
          const row = at - at % 5, next = row + (at + 1) % 5, after = row + (at + 2) % 5;
          h[at] = bh[at] ^ ~bh[next] & bh[after];
          l[at] = bl[at] ^ ~bl[next] & bl[after];
        }
        h[0] ^= roundMasks[round][0];
        l[0] ^= roundMasks[round][1];
      }
    }
    function sponge(bytes, length, suffix) {
      const rate = 200 - 2 * length;
      const data = new Uint8Array((Math.floor(bytes.length / rate) + 1) * rate);
      data.set(bytes);
      data[bytes.length] = suffix;
      data[data.length - 1] |= 0x80;
      const view = new DataView(data.buffer), h = new Int32Array(25), l = new Int32Array(25);
      for (let block = 0; block < data.length; block += rate) {
        for (let at = 0; at < rate / 8; at++) {
          l[at] ^= view.getInt32(block + 8 * at, true);
          h[at] ^= view.getInt32(block + 8 * at + 4, true);
        }
        keccak(h, l);
      }
      return output(Array.from({ length: 50 }, (_, at) => at % 2 ? h[at >> 1] : l[at >> 1]), length, true);
    }
    for (const bits of [224, 256, 384, 512]) {
      hashes["sha3-" + bits] = { digest: (bytes) => sponge(bytes, bits / 8, 6), block: 200 - bits / 4 };
      hashes["keccak-" + bits] = { digest: (bytes) => sponge(bytes, bits / 8, 1), block: 200 - bits / 4 };
    }

    const permute = (list) => Array.from("74d1a6f3c0952eb8", (digit) => list[parseInt(digit, 16)]);
    const leftOrder = [Array.from({ length: 16 }, (_, at) => at)];
    const rightOrder = [leftOrder[0].map((at) => (9 * at + 5) % 16)];
    for (let round = 1; round < 5; round++) {
      const rho = (list) => list.map((at) => permute(leftOrder[0])[at]);
      leftOrder.push(rho(leftOrder[round - 1]));
      rightOrder.push(rho(rightOrder[round - 1]));
    }
    const ripemdShifts = [
      [11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8],
        [12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7],
      [13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9],
        [14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6],
      [15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5],
    ];
    const leftMasks = [0, 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xa953fd4e];
    const rightMasks = [0x50a28be6, 0x5c4dd124, 0x6d703ef3, 0x7a6d76e9, 0];
    function ripemd160(bytes) {
      const view = padded(bytes, 64, 8, true);
      const mix = [
        (x, y, z) => x ^ y ^ z, (x, y, z) => x & y | ~x & z, (x, y, z) => (x | ~y) ^ z, (x, y, z) => x & z | y & ~z,
        (x, y, z) => x ^ (y | ~z),
      ];
      const rotate = (value, shift) => value << shift | value >>> 32 - shift;
      const line = (state, block, orders, masks, mixes) => {
        let [a, b, c, d, e] = state;
        for (let round = 0; round < 5; round++) {
          for (let at = 0; at < 16; at++) {
            const word = orders[round][at];
            const t = a + mixes[round](b, c, d) + view.getInt32(block + 4 * word, true) + masks[round] | 0;
            a = e;
            e = d;
            d = rotate(c, 10);
            c = b;
            b = rotate(t, ripemdShifts[round][word]) + a | 0;
          }
        }
        return [a, b, c, d, e];
      };
      let state = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476, 0xc3d2e1f0 | 0];
      for (let block = 0; block < view.byteLength; block += 64) {
        const left = line(state, block, leftOrder, leftMasks, mix);
        const right = line(state, block, rightOrder, rightMasks, [...mix].reverse());
        state = state.map((_, at) => state[(at + 1) % 5] + left[(at + 2) % 5] + right[(at + 3) % 5] | 0);
      }
      return output(state, 20, true);
    }
    hashes.ripemd160 = { digest: ripemd160, block: 64 };
    hashes.rmd160 = hashes.ripemd160;

    function joined(...parts) {
      const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
      parts.reduce((at, part) => (bytes.set(part, at), at + part.length), 0);
      return bytes;
    }
    function hmac({ digest, block }, key) {
      const short = new Uint8Array(block);
      short.set(key.length > block ? digest(key) : key);
      const inner = short.map((byte) => byte ^ 0x36), outer = short.map((byte) => byte ^ 0x5c);
      return (bytes) => digest(joined(outer, digest(joined(inner, bytes))));
    }
    function pbkdf2(hash, password, salt, iterations, length) {
      const sign = hmac(hash, password);
      const parts = [];
      for (let index = 1, made = 0; made < length; index++) {
        let last = sign(joined(salt, [index >>> 24, index >>> 16 & 255, index >>> 8 & 255, index & 255]));
        const block = last.slice();
        for (let count = 1; count < iterations; count++) {
          last = sign(last);
          for (let at = 0; at < block.length; at++) { block[at] ^= last[at]; }
        }
        parts.push(block);
        made += block.length;
      }
      return joined(...parts).slice(0, length);
    }
    return { hashes, hmac, pbkdf2, joined };
    """#
}
