extension ScriptLibrary {
  /// Hash functions: MD5 (RFC 1321), SHA-1 and SHA-2 (FIPS 180-4). Each takes bytes and gives bytes.
  static let hashesModule = #"""
    const primes = [];
    for (let number = 2; primes.length < 80; number++) {
      if (primes.every((prime) => number % prime !== 0)) { primes.push(number); }
    }
    // The first 64 bits after the point of a root of a prime, as FIPS 180-4 derives its constants.
    function rootBits(prime, degree) {
      const target = BigInt(prime) << BigInt(64 * degree), power = BigInt(degree);
      let root = BigInt(Math.floor(prime ** (1 / degree) * 2 ** 48)) << 16n;
      for (let step = 0; step < 2; step++) {
        root += (target - root ** power) / (power * root ** (power - 1n));
      }
      while (root ** power > target) { root--; }
      while ((root + 1n) ** power <= target) { root++; }
      return BigInt.asUintN(64, root);
    }
    const upper = (bits) => Number(bits >> 32n) | 0;
    const lower = (bits) => Number(bits & 0xffffffffn) | 0;
    const cubes = primes.map((prime) => rootBits(prime, 3));
    const squares = primes.slice(0, 16).map((prime) => rootBits(prime, 2));
    const roundsHigh = Int32Array.from(cubes, upper);
    const roundsLow = Int32Array.from(cubes, lower);

    // Appends 0x80, zeros and the length in bits (of `size` bytes) to a multiple of `block` bytes.
    function padded(bytes, block, size, littleEndian) {
      const data = new Uint8Array(Math.ceil((bytes.length + 1 + size) / block) * block);
      data.set(bytes);
      data[bytes.length] = 0x80;
      const view = new DataView(data.buffer);
      const end = data.length - 8;
      const high = Math.floor(bytes.length / 0x20000000), low = bytes.length << 3 >>> 0;
      view.setUint32(end, littleEndian ? low : high, littleEndian);
      view.setUint32(end + 4, littleEndian ? high : low, littleEndian);
      return view;
    }
    function output(words, length, littleEndian) {
      const view = new DataView(new ArrayBuffer(words.length * 4));
      words.forEach((word, at) => view.setInt32(4 * at, word, littleEndian));
      return new Uint8Array(view.buffer, 0, length);
    }

    function sha256With(initial, length) {
      return (bytes) => {
        const view = padded(bytes, 64, 8, false);
        const w = new Int32Array(64), k = roundsHigh, state = Int32Array.from(initial);
        for (let block = 0; block < view.byteLength; block += 64) {
          for (let i = 0; i < 16; i++) { w[i] = view.getInt32(block + 4 * i); }
          for (let i = 16; i < 64; i++) {
            const x = w[i - 15], y = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + ((x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3)
              + ((y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10);
          }
          let a = state[0], b = state[1], c = state[2], d = state[3];
          let e = state[4], f = state[5], g = state[6], h = state[7];
          for (let i = 0; i < 64; i++) {
            const t = h + ((e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7)) + (g ^ e & (f ^ g)) + k[i]
              + w[i] | 0;
            h = g; g = f; f = e; e = d + t | 0; d = c;
            const s = ((a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10)) + (a & b | c & (a | b));
            c = b; b = a; a = t + s | 0;
          }
          state[0] += a; state[1] += b; state[2] += c; state[3] += d;
          state[4] += e; state[5] += f; state[6] += g; state[7] += h;
        }
        return output(state, length, false);
      };
    }

    // 64-bit words as two halves: `h` high, `l` low.
    function sha512With(initial, length) {
      return (bytes) => {
        const view = padded(bytes, 128, 16, false);
        const wh = new Int32Array(80), wl = new Int32Array(80);
        const sh = Int32Array.from(initial, upper), sl = Int32Array.from(initial, lower);
        for (let block = 0; block < view.byteLength; block += 128) {
          for (let i = 0; i < 16; i++) {
            wh[i] = view.getInt32(block + 8 * i);
            wl[i] = view.getInt32(block + 8 * i + 4);
          }
          for (let i = 16; i < 80; i++) {
            const xh = wh[i - 15], xl = wl[i - 15], yh = wh[i - 2], yl = wl[i - 2];
            const low = (wl[i - 16] >>> 0) + (wl[i - 7] >>> 0)
              + (((xl >>> 1 | xh << 31) ^ (xl >>> 8 | xh << 24) ^ (xl >>> 7 | xh << 25)) >>> 0)
              + (((yl >>> 19 | yh << 13) ^ (yh >>> 29 | yl << 3) ^ (yl >>> 6 | yh << 26)) >>> 0);
            wh[i] = wh[i - 16] + wh[i - 7] + ((xh >>> 1 | xl << 31) ^ (xh >>> 8 | xl << 24) ^ xh >>> 7)
              + ((yh >>> 19 | yl << 13) ^ (yl >>> 29 | yh << 3) ^ yh >>> 6) + (low / 0x100000000 | 0);
            wl[i] = low;
          }
          let [ah, bh, ch, dh, eh, fh, gh, hh] = sh;
          let [al, bl, cl, dl, el, fl, gl, hl] = sl;
          for (let i = 0; i < 80; i++) {
            const low = (hl >>> 0) + ((gl ^ el & (fl ^ gl)) >>> 0) + (roundsLow[i] >>> 0) + (wl[i] >>> 0)
              + (((el >>> 14 | eh << 18) ^ (el >>> 18 | eh << 14) ^ (eh >>> 9 | el << 23)) >>> 0);
            const th = hh + (gh ^ eh & (fh ^ gh)) + roundsHigh[i] + wh[i] + (low / 0x100000000 | 0)
              + ((eh >>> 14 | el << 18) ^ (eh >>> 18 | el << 14) ^ (el >>> 9 | eh << 23)) | 0;
            const tl = low | 0;
            const second = ((al & bl | cl & (al | bl)) >>> 0)
              + (((al >>> 28 | ah << 4) ^ (ah >>> 2 | al << 30) ^ (ah >>> 7 | al << 25)) >>> 0);
            const uh = (ah & bh | ch & (ah | bh)) + (second / 0x100000000 | 0)
              + ((ah >>> 28 | al << 4) ^ (al >>> 2 | ah << 30) ^ (al >>> 7 | ah << 25)) | 0;
            hh = gh; hl = gl; gh = fh; gl = fl; fh = eh; fl = el;
            const e = (dl >>> 0) + (tl >>> 0);
            eh = dh + th + (e / 0x100000000 | 0) | 0; el = e | 0;
            dh = ch; dl = cl; ch = bh; cl = bl; bh = ah; bl = al;
            const a = (tl >>> 0) + ((second | 0) >>> 0);
            ah = th + uh + (a / 0x100000000 | 0) | 0; al = a | 0;
          }
          const halves = [ah, al, bh, bl, ch, cl, dh, dl, eh, el, fh, fl, gh, gl, hh, hl];
          for (let i = 0; i < 8; i++) {
            const low = (sl[i] >>> 0) + (halves[2 * i + 1] >>> 0);
            sh[i] += halves[2 * i] + (low / 0x100000000 | 0);
            sl[i] = low;
          }
        }
        const words = [];
        for (let i = 0; i < 8; i++) { words.push(sh[i], sl[i]); }
        return output(words, length, false);
      };
    }

    function sha1(bytes) {
      const view = padded(bytes, 64, 8, false);
      const w = new Int32Array(80), state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
      for (let block = 0; block < view.byteLength; block += 64) {
        for (let i = 0; i < 16; i++) { w[i] = view.getInt32(block + 4 * i); }
        for (let i = 16; i < 80; i++) {
          const x = w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16];
          w[i] = x << 1 | x >>> 31;
        }
        let [a, b, c, d, e] = state;
        for (let i = 0; i < 80; i++) {
          const f = i < 20 ? (b & c | ~b & d) + 0x5a827999 : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
            : i < 60 ? (b & c | b & d | c & d) + 0x8f1bbcdc : (b ^ c ^ d) + 0xca62c1d6;
          const t = (a << 5 | a >>> 27) + f + e + w[i] | 0;
          e = d; d = c; c = b << 30 | b >>> 2; b = a; a = t;
        }
        state[0] += a; state[1] += b; state[2] += c; state[3] += d; state[4] += e;
      }
      return output(state, 20, false);
    }

    const md5Sines = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 0x100000000));
    const md5Shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
    function md5(bytes) {
      const view = padded(bytes, 64, 8, true);
      const w = new Int32Array(16), state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
      for (let block = 0; block < view.byteLength; block += 64) {
        for (let i = 0; i < 16; i++) { w[i] = view.getInt32(block + 4 * i, true); }
        let [a, b, c, d] = state;
        for (let i = 0; i < 64; i++) {
          const round = i >> 4;
          const f = round === 0 ? b & c | ~b & d : round === 1 ? d & b | ~d & c : round === 2 ? b ^ c ^ d
            : c ^ (b | ~d);
          const at = (round === 0 ? i : round === 1 ? 5 * i + 1 : round === 2 ? 3 * i + 5 : 7 * i) & 15;
          const t = a + f + md5Sines[i] + w[at] | 0, shift = md5Shifts[4 * round + (i & 3)];
          a = d; d = c; c = b; b = b + (t << shift | t >>> 32 - shift) | 0;
        }
        state[0] += a; state[1] += b; state[2] += c; state[3] += d;
      }
      return output(state, 16, true);
    }

    const sha384Initial = primes.slice(8, 16).map((prime) => rootBits(prime, 2));
    const hashes = {
      md5: { digest: md5, block: 64 }, sha1: { digest: sha1, block: 64 },
      sha224: { digest: sha256With(sha384Initial.map(lower), 28), block: 64 },
      sha256: { digest: sha256With(squares.slice(0, 8).map(upper), 32), block: 64 },
      sha384: { digest: sha512With(sha384Initial, 48), block: 128 },
      sha512: { digest: sha512With(squares.slice(0, 8), 64), block: 128 },
    };
    """#
}
