extension ScriptLibrary {
  /// Texts and bytes: UTF-8, UTF-16, Latin-1, hexadecimal and Base64, which the other modules share.
  static let bytesModule = #"""
    const fromCodes = (codes) => {
      let text = "";
      for (let at = 0; at < codes.length; at += 8192) {
        text += String.fromCharCode.apply(null, codes.slice(at, at + 8192));
      }
      return text;
    };

    function utf8Bytes(text) {
      const bytes = new Uint8Array(text.length * 3);
      let end = 0;
      for (let at = 0; at < text.length; at++) {
        let code = text.charCodeAt(at);
        if (code < 0x80) { bytes[end++] = code; continue; }
        if (code >= 0xd800 && code < 0xe000) {
          const next = code < 0xdc00 ? text.charCodeAt(at + 1) : 0;
          if (next >= 0xdc00 && next < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00);
            at++;
          } else { code = 0xfffd; }
        }
        if (code < 0x800) { bytes[end++] = 0xc0 | code >> 6; } else {
          if (code < 0x10000) { bytes[end++] = 0xe0 | code >> 12; } else {
            bytes[end++] = 0xf0 | code >> 18;
            bytes[end++] = 0x80 | code >> 12 & 63;
          }
          bytes[end++] = 0x80 | code >> 6 & 63;
        }
        bytes[end++] = 0x80 | code & 63;
      }
      return bytes.slice(0, end);
    }

    // Replaces each maximal invalid part by U+FFFD, as the Encoding Standard does; `fatal` throws instead.
    // `rest.pending` is the number of bytes at the end that begin a character without completing it.
    function utf8Text(bytes, fatal, rest) {
      const codes = [];
      const wrong = () => {
        if (fatal) { throw new TypeError("The encoded data was not valid for encoding utf-8"); }
        codes.push(0xfffd);
      };
      let at = 0;
      while (at < bytes.length) {
        const first = bytes[at++];
        if (first < 0x80) { codes.push(first); continue; }
        const more = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0;
        if (more === 0) { wrong(); continue; }
        let low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
        let high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
        let code = first & (0x3f >> more);
        let left = more;
        while (left > 0 && at < bytes.length && bytes[at] >= low && bytes[at] <= high) {
          code = code << 6 | bytes[at++] & 63;
          low = 0x80;
          high = 0xbf;
          left--;
        }
        if (left > 0) {
          if (rest && at === bytes.length) { rest.pending = more - left + 1; } else { wrong(); }
        } else if (code < 0x10000) { codes.push(code); } else {
          codes.push(0xd800 + (code - 0x10000 >> 10), 0xdc00 + (code & 0x3ff));
        }
      }
      return fromCodes(codes);
    }

    const latin1Text = (bytes) => fromCodes(Array.from(bytes));
    const asciiText = (bytes) => fromCodes(Array.from(bytes, (byte) => byte & 127));
    const latin1Bytes = (text) => Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at) & 255);

    function utf16Text(bytes) {
      const codes = [];
      for (let at = 0; at + 1 < bytes.length; at += 2) { codes.push(bytes[at] | bytes[at + 1] << 8); }
      return fromCodes(codes);
    }
    function utf16Bytes(text) {
      const bytes = new Uint8Array(text.length * 2);
      for (let at = 0; at < text.length; at++) {
        bytes[2 * at] = text.charCodeAt(at) & 255;
        bytes[2 * at + 1] = text.charCodeAt(at) >> 8;
      }
      return bytes;
    }

    const hexPairs = Array.from({ length: 256 }, (_, byte) => (byte + 256).toString(16).slice(1));
    const hexText = (bytes) => Array.from(bytes, (byte) => hexPairs[byte]).join("");
    function hexBytes(text) {
      const pairs = /^(?:[0-9a-f]{2})*/i.exec(text)[0];
      return Uint8Array.from({ length: pairs.length / 2 }, (_, at) => parseInt(pairs.slice(2 * at, 2 * at + 2), 16));
    }

    const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const urlDigits = base64Digits.slice(0, 62) + "-_";
    function base64Text(bytes, forUrl) {
      const digits = forUrl ? urlDigits : base64Digits;
      const parts = [];
      for (let at = 0; at < bytes.length; at += 3) {
        const left = bytes.length - at;
        const group = bytes[at] << 16 | (left > 1 ? bytes[at + 1] << 8 : 0) | (left > 2 ? bytes[at + 2] : 0);
        let text = digits[group >> 18] + digits[group >> 12 & 63];
        if (left > 1) { text += digits[group >> 6 & 63]; } else if (!forUrl) { text += "="; }
        if (left > 2) { text += digits[group & 63]; } else if (!forUrl) { text += "="; }
        parts.push(text);
      }
      return parts.join("");
    }

    // Reads both alphabets, passes over other characters, and ends at "=".
    const base64Values = new Int8Array(128).fill(-1);
    for (let at = 0; at < 64; at++) {
      base64Values[base64Digits.charCodeAt(at)] = at;
      base64Values[urlDigits.charCodeAt(at)] = at;
    }
    function base64Bytes(text) {
      const bytes = new Uint8Array(Math.ceil(text.length * 3 / 4));
      let end = 0, bits = 0, group = 0;
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        if (code === 61) { break; }
        const value = code < 128 ? base64Values[code] : -1;
        if (value < 0) { continue; }
        group = group << 6 | value;
        bits += 6;
        if (bits >= 8) {
          bits -= 8;
          bytes[end++] = group >> bits;
          group &= (1 << bits) - 1;
        }
      }
      return bytes.slice(0, end);
    }

    // The bytes of a string (UTF-8), an ArrayBuffer or a view.
    function bytesOf(value) {
      if (typeof value === "string") { return utf8Bytes(value); }
      if (value instanceof ArrayBuffer) { return new Uint8Array(value); }
      if (ArrayBuffer.isView(value)) { return new Uint8Array(value.buffer, value.byteOffset, value.byteLength); }
      return undefined;
    }
    return {
      utf8Bytes, utf8Text, latin1Bytes, latin1Text, asciiText, utf16Bytes, utf16Text, hexBytes, hexText, base64Bytes,
      base64Text, bytesOf,
    };
    """#
}
