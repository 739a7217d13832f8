extension ScriptLibrary {
  /// URLs as the URL Standard parses them: `parsed(text, base)` gives the parts of a URL or throws.
  static let urlParserModule = #"""
    const { utf8Bytes, utf8Text, latin1Bytes } = library.module("bytes");
    const { toASCII } = library.module("punycode");
    const ports = { "http:": "80", "https:": "443", "ws:": "80", "wss:": "443", "ftp:": "21", "file:": "" };
    const isSpecial = (scheme) => Object.hasOwn(ports, scheme);

    function encoder(extra) {
      const needed = new RegExp(`[^\\x21-\\x7e]|[${extra}]`, "gu");
      return (text) => text.replace(needed, (character) =>
        Array.from(utf8Bytes(character), (byte) => "%" + (byte + 256).toString(16).slice(1).toUpperCase()).join(""));
    }
    const controls = (text) => encoder("")(text.replace(/ /g, "\0")).replace(/%00/g, " ");
    const encodeFragment = encoder(' "<>`');
    const encodeQuery = encoder(' "#<>');
    const encodeSpecialQuery = encoder(` "#<>'`);
    const encodePath = encoder(' "#<>?`{}');
    const encodeUser = encoder(' "#<>?`{}/:;=@\\[\\]\\\\^|');
    function decodePercent(text) {
      return utf8Text(latin1Bytes(fromBytes(utf8Bytes(text)).replace(/%([0-9a-f]{2})/gi,
        (_, digits) => String.fromCharCode(parseInt(digits, 16)))));
    }
    function fromBytes(bytes) {
      let text = "";
      for (const byte of bytes) { text += String.fromCharCode(byte); }
      return text;
    }
    class Invalid extends Error {}

    function ipv4(host) {
      const parts = host.replace(/\.$/, "").split(".");
      if (!/^(?:\d+|0x[0-9a-f]*)$/i.test(parts[parts.length - 1])) { return undefined; }
      if (parts.length > 4) { throw new Invalid(host); }
      const values = parts.map((part) => {
        if (!/^(?:0x[0-9a-f]*|0[0-7]*|[1-9]\d*)$/i.test(part)) { throw new Invalid(host); }
        return /^0x/i.test(part) ? parseInt(part.slice(2) || "0", 16) : parseInt(part, part[0] === "0" ? 8 : 10);
      });
      const last = values.pop();
      if (values.some((value) => value > 255) || last >= 256 ** (4 - values.length)) { throw new Invalid(host); }
      const address = values.reduce((sum, value, at) => sum + value * 256 ** (3 - at), last);
      return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join(".");
    }
    function ipv6(text) {
      const halves = text.split("::");
      if (halves.length > 2) { throw new Invalid(text); }
      const sides = halves.map((half) => half === "" ? [] : half.split(":").flatMap((part, at, all) => {
        if (part.includes(".") && at === all.length - 1) {
          if (!/^(?:(?:25[0-5]|2[0-4]\d|1?\d\d|\d)(?:\.(?!$)|$)){4}$/.test(part) || /(^|\.)0\d/.test(part)) {
            throw new Invalid(text);
          }
          const [a, b, c, d] = part.split(".").map(Number);
          return [a * 256 + b, c * 256 + d];
        }
        if (!/^[0-9a-f]{1,4}$/i.test(part)) { throw new Invalid(text); }
        return [parseInt(part, 16)];
      }));
      const missing = 8 - sides.flat().length;
      if (halves.length === 1 ? missing !== 0 : missing < 1) { throw new Invalid(text); }
      const groups = halves.length === 1 ? sides[0] : [...sides[0], ...Array(missing).fill(0), ...sides[1]];
      let best = { at: -1, length: 1 };
      for (let at = 0; at < 8; at++) {
        let length = 0;
        while (at + length < 8 && groups[at + length] === 0) { length++; }
        if (length > best.length) { best = { at, length }; }
      }
      const show = (list) => list.map((group) => group.toString(16)).join(":");
      if (best.at < 0) { return `[${show(groups)}]`; }
      return `[${show(groups.slice(0, best.at))}::${show(groups.slice(best.at + best.length))}]`;
    }
    function hostOf(text, special) {
      if (text.startsWith("[")) {
        if (!text.endsWith("]")) { throw new Invalid(text); }
        return ipv6(text.slice(1, -1));
      }
      if (!special) {
        if (/[\0\t\n\r #/:<>?@[\\\]^|]/.test(text)) { throw new Invalid(text); }
        return controls(text);
      }
      let host = decodePercent(text).normalize("NFKC").toLowerCase().replace(/\u00ad/g, "");
      host = toASCII(host.normalize("NFC"));
      if (host === "" || /[\0-\x20#%/:<>?@[\\\]^|\x7f]/.test(host)) { throw new Invalid(text); }
      return ipv4(host) ?? host;
    }

    function pathOf(text, special, scheme, start) {
      const path = [...start];
      const parts = text.split(special ? /[/\\]/ : "/");
      parts.forEach((part, at) => {
        const last = at === parts.length - 1;
        if (/^(?:\.|%2e){2}$/i.test(part)) {
          if (!(scheme === "file:" && path.length === 1 && /^[a-z]:$/i.test(path[0]))) { path.pop(); }
          if (last) { path.push(""); }
        } else if (/^(?:\.|%2e)$/i.test(part)) {
          if (last) { path.push(""); }
        } else {
          if (scheme === "file:" && path.length === 0 && /^[a-z][:|]$/i.test(part)) { part = part[0] + ":"; }
          path.push(encodePath(part));
        }
      });
      return path;
    }

    function authorityOf(url, text) {
      const special = isSpecial(url.scheme);
      const at = text.lastIndexOf("@");
      const place = text.slice(at + 1);
      if (at >= 0) {
        const user = text.slice(0, at);
        const colon = user.indexOf(":");
        url.username = encodeUser(colon < 0 ? user : user.slice(0, colon));
        url.password = colon < 0 ? "" : encodeUser(user.slice(colon + 1));
      }
      const [, host, port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/su.exec(place) ?? [];
      if (host === undefined || (host === "" && (special || at >= 0 || port !== undefined))) { throw new Invalid(text);
        }
      url.host = host === "" ? "" : hostOf(host, special);
      setPort(url, port ?? "");
    }
    function setPort(url, text) {
      if (text !== "" && (!/^\d+$/.test(text) || Number(text) > 65535)) { throw new Invalid(text); }
      const port = text === "" ? "" : String(Number(text));
      url.port = port === ports[url.scheme] ? "" : port;
    }
    function withTail(url, text) {
      const [, path, query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su.exec(text);
      if (query !== undefined) { url.query = (isSpecial(url.scheme) ? encodeSpecialQuery : encodeQuery)(query); }
      if (fragment !== undefined) { url.fragment = encodeFragment(fragment); }
      return path;
    }

    function parsed(input, base) {
      const text = input.toWellFormed().replace(/^[\0-\x20]+|[\0-\x20]+$/g, "").replace(/[\t\n\r]/g, "");
      const scheme = /^([a-z][a-z0-9+.-]*:)/i.exec(text)?.[1].toLowerCase();
      const url = { scheme, username: "", password: "", host: null, port: "", path: [], query: null, fragment: null };
      let rest = scheme ? text.slice(scheme.length) : text;
      if (!scheme || (base && isSpecial(scheme) && scheme === base.scheme && !/^[/\\]/.test(rest))) {
        if (!base || (typeof base.path === "string" && !text.startsWith("#"))) { throw new Invalid(input); }
        return relative(url, rest, base);
      }
      const special = isSpecial(scheme);
      if (scheme === "file:") { return fileURL(url, rest, base?.scheme === "file:" ? base : undefined); }
      if (special) { rest = "//" + rest.replace(/^[/\\]+/, ""); }
      const path = withTail(url, rest);
      return hierarchy(url, path);
    }
    function hierarchy(url, path) {
      const special = isSpecial(url.scheme);
      const authority = (special ? /^[/\\]{2}([^/\\]*)/u : /^\/\/([^/]*)/u).exec(path);
      if (authority) {
        authorityOf(url, authority[1]);
        path = path.slice(authority[0].length);
        url.path = path === "" ? (special ? [""] : []) : pathOf(path.slice(1), special, url.scheme, []);
      } else if (path.startsWith("/")) {
        url.path = pathOf(path.slice(1), special, url.scheme, []);
      } else { url.path = controls(path); }
      return url;
    }
    function fileURL(url, rest, base) {
      const path = withTail(url, rest);
      const [, slashes, host] = /^([/\\]{0,2})([^/\\]*)/.exec(path);
      if (slashes.length === 2 && !/^[a-z][:|]$/i.test(host)) {
        url.host = host === "" ? "" : hostOf(host, true).replace(/^localhost$/, "");
        url.path = pathOf(path.slice(2 + host.length).replace(/^[/\\]/, ""), true, "file:", []);
        return url;
      }
      if (slashes.length === 0 && base && !/^[a-z][:|]/i.test(path)) { return relative(url, rest, base); }
      url.host = slashes.length < 2 && base ? base.host : "";
      url.path = pathOf(path.slice(slashes.length), true, "file:", []);
      return url;
    }
    function relative(url, rest, base) {
      url.scheme = base.scheme;
      const special = isSpecial(url.scheme);
      if (/^[/\\]/.test(rest) && url.scheme === "file:") { return fileURL(url, rest, base); }
      const path = withTail(url, rest);
      if (special ? /^[/\\]{2}/.test(path) : path.startsWith("//")) {
        return hierarchy(url, special ? "//" + path.replace(/^[/\\]+/, "") : path);
      }
      Object.assign(url, { username: base.username, password: base.password, host: base.host, port: base.port });
      if (path === "") {
        url.path = base.path;
        url.query ??= /^\?/.test(rest) ? "" : base.query;
      } else if (special ? /^[/\\]/.test(path) : path.startsWith("/")) {
        url.path = pathOf(path.slice(1), special, url.scheme, []);
      } else { url.path = pathOf(path, special, url.scheme, base.path.slice(0, -1)); }
      return url;
    }
    function pathText(url) {
      return typeof url.path === "string" ? url.path : url.path.map((part) => "/" + part).join("");
    }
    """#
}
