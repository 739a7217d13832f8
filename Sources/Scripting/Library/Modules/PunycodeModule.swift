extension ScriptLibrary {
  /// Punycode (RFC 3492) for the host names of URLs.
  static let punycodeModule = #"""
    const adapted = (delta, count, first) => {
      delta = first ? Math.floor(delta / 700) : delta >> 1;
      delta += Math.floor(delta / count);
      let k = 0;
      for (; delta > 455; k += 36) { delta = Math.floor(delta / 35); }
      return k + Math.floor(36 * delta / (delta + 38));
    };
    const threshold = (k, bias) => k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
    const digits = "abcdefghijklmnopqrstuvwxyz0123456789";
    function encode(text) {
      const codes = Array.from(text, (character) => character.codePointAt(0));
      let result = codes.filter((code) => code < 128).map((code) => String.fromCharCode(code)).join("");
      const basic = result.length;
      let handled = basic, n = 128, delta = 0, bias = 72;
      if (basic > 0) { result += "-"; }
      while (handled < codes.length) {
        const next = Math.min(...codes.filter((code) => code >= n));
        delta += (next - n) * (handled + 1);
        n = next;
        for (const code of codes) {
          if (code < n) { delta++; }
          if (code !== n) { continue; }
          let q = delta;
          for (let k = 36; ; k += 36) {
            const t = threshold(k, bias);
            if (q < t) { break; }
            result += digits[t + (q - t) % (36 - t)];
            q = Math.floor((q - t) / (36 - t));
          }
          result += digits[q];
          bias = adapted(delta, handled + 1, handled === basic);
          delta = 0;
          handled++;
        }
        delta++;
        n++;
      }
      return result;
    }
    function decode(text) {
      const split = text.lastIndexOf("-");
      const codes = Array.from(text.slice(0, Math.max(0, split)), (character) => character.charCodeAt(0));
      let n = 128, i = 0, bias = 72, at = split < 0 ? 0 : split + 1;
      while (at < text.length) {
        const old = i;
        for (let k = 36, weight = 1; ; k += 36) {
          const digit = digits.indexOf(text[at++]?.toLowerCase());
          if (digit < 0) { throw new RangeError("Invalid input"); }
          i += digit * weight;
          const t = threshold(k, bias);
          if (digit < t) { break; }
          weight *= 36 - t;
        }
        bias = adapted(i - old, codes.length + 1, old === 0);
        n += Math.floor(i / (codes.length + 1));
        i %= codes.length + 1;
        codes.splice(i++, 0, n);
      }
      return String.fromCodePoint(...codes);
    }
    const labels = (host, change) => host.split(/[.\u3002\uff0e\uff61]/).map(change).join(".");
    return {
      encode, decode, version: "2.1.0", ucs2: {
        decode: (text) => Array.from(text, (character) => character.codePointAt(0)),
        encode: (codes) => String.fromCodePoint(...codes),
      },
      toASCII: (host) => labels(host, (label) => /[^\0-\x7f]/.test(label) ? "xn--" + encode(label) : label),
      toUnicode: (host) => labels(host, (label) => /^xn--/i.test(label) ? decode(label.slice(4).toLowerCase()) : label),
    };
    """#
}
