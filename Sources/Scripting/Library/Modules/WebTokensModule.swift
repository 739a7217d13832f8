extension ScriptLibrary {
  /// `jsonwebtoken` with the algorithms of a shared secret: HS256, HS384 and HS512 (RFC 7515, RFC 7519).
  static let webTokensModule = #"""
    const { Buffer } = library.module("buffer");
    const { hashes, hmac } = library.module("hashes");

    class JsonWebTokenError extends Error {
      constructor(message, details) {
        super(message);
        Object.defineProperty(this, "name", { value: this.constructor.name, configurable: true, writable: true });
        Object.assign(this, details);
      }
    }
    class TokenExpiredError extends JsonWebTokenError {}
    class NotBeforeError extends JsonWebTokenError {}
    const expect = (condition, message, Kind = JsonWebTokenError, details = undefined) =>
      condition || (() => { throw new Kind(message, details); })();

    const algorithms = { HS256: hashes.sha256, HS384: hashes.sha384, HS512: hashes.sha512 };
    const encoded = (value) => Buffer.from(value).toString("base64url");
    const decoded = (part) => Buffer.from(part, "base64url").toString();
    const signature = (text, algorithm, secret) =>
      encoded(hmac(algorithms[algorithm], new Uint8Array(Buffer.from(secret)))(new Uint8Array(Buffer.from(text))));
    const isObject = (value) => typeof value === "object" && value !== null && !(value instanceof Uint8Array);
    const seconds = () => Math.floor(library.now() / 1000);

    const units = [0.001, 1, 60, 3600, 86400, 604800, 31557600];
    const names = new RegExp("^(?:(m(?:s|secs?|illiseconds?))|(s|secs?|seconds?)|(m|mins?|minutes?)|(h|hrs?|hours?)"
      + "|(d|days?)|(w|weeks?)|(y|yrs?|years?))$");
    /** The time after a number of seconds or a text such as "2 days"; a text without a unit is milliseconds. */
    function timeAfter(span, start, option) {
      if (typeof span === "number") { return start + span; }
      const [, count, word = ""] = /^(-?\d*\.?\d+) *([a-z]*)$/i.exec(span) ?? [];
      const unit = names.exec(word.toLowerCase() || "ms")?.slice(1).findIndex(Boolean);
      const advice = 'should be a number of seconds or string representing a timespan eg: "1d", "20h", 60';
      expect(count && unit !== undefined, `"${option}" ${advice}`, Error);
      return Math.floor(start + Number(count) * units[unit]);
    }

    /** Calls `done` with the error or the result, if there is one. */
    function finish(done, act) {
      if (typeof done !== "function") { return act(); }
      new Promise((resolve) => resolve(act())).then((value) => done(null, value), done);
      return undefined;
    }

    const claims = { audience: "aud", issuer: "iss", subject: "sub", jwtid: "jti" };

    function sign(payload, secret, given, done) {
      const options = typeof given === "function" ? {} : given ?? {};
      return finish(done ?? given, () => {
        const { algorithm = "HS256", keyid: kid } = options;
        expect(secret, "secretOrPrivateKey must have a value", Error);
        expect(algorithms[algorithm], `scripts of Apus sign with HS256, HS384 and HS512, not with ${algorithm}`, Error);
        const header = { alg: algorithm, typ: isObject(payload) ? "JWT" : undefined, kid, ...options.header };
        const body = isObject(payload) ? JSON.stringify(claimed(payload, options)) : payload;
        const text = `${encoded(JSON.stringify(header))}.${encoded(body)}`;
        return `${text}.${signature(text, algorithm, secret)}`;
      });
    }

    /** The payload with the claims that the options add. */
    function claimed(payload, options) {
      const content = { ...payload }, start = payload.iat ?? seconds();
      const add = (option, name, value) => {
        if (options[option] === undefined) { return; }
        expect(payload[name] === undefined,
          `Bad "options.${option}" option. The payload already has an "${name}" property.`, Error);
        content[name] = value(options[option]);
      };
      if (options.noTimestamp) { delete content.iat; } else { content.iat = start; }
      for (const [option, name] of [["notBefore", "nbf"], ["expiresIn", "exp"]]) {
        add(option, name, (span) => timeAfter(span, start, option));
      }
      for (const option of Object.keys(claims)) { add(option, claims[option], (value) => value); }
      return content;
    }

    function decode(token, options) {
      const [head, body, signature, ...others] = String(token).split(".");
      try {
        const header = JSON.parse(decoded(head)), isJSON = /^[{["\d-]/.test(decoded(body));
        const payload = isJSON ? JSON.parse(decoded(body)) : decoded(body);
        if (signature === undefined || others.length > 0) { return null; }
        return options?.complete ? { header, payload, signature } : payload;
      } catch { return null; }
    }

    function verify(token, secret, given, done) {
      const options = Array.isArray(given) ? { algorithms: given } : typeof given === "function" ? {} : given ?? {};
      return finish(done ?? given, () => {
        expect(token, "jwt must be provided");
        const parts = String(token).split("."), whole = decode(token, { complete: true });
        expect(parts.length === 3, "jwt malformed");
        expect(whole, "invalid token");
        expect(parts[2], "jwt signature is required");
        expect(secret, "secret or public key must be provided");
        const { header: { alg }, payload } = whole;
        expect(algorithms[alg] && (options.algorithms ?? [alg]).includes(alg), "invalid algorithm");
        expect(signature(`${parts[0]}.${parts[1]}`, alg, secret) === parts[2], "invalid signature");
        if (isObject(payload)) { checkTimes(payload, options); checkClaims(payload, options); }
        return options.complete ? whole : payload;
      });
    }
    function checkTimes({ nbf, exp, iat }, options) {
      const { clockTimestamp: now = seconds(), clockTolerance: tolerance = 0 } = options;
      const checkEnd = (end, message) =>
        expect(now < end + tolerance, message, TokenExpiredError, { expiredAt: new Date(end * 1000) });
      if (nbf !== undefined && !options.ignoreNotBefore) {
        expect(typeof nbf === "number", "invalid nbf value");
        expect(nbf <= now + tolerance, "jwt not active", NotBeforeError, { date: new Date(nbf * 1000) });
      }
      if (exp !== undefined && !options.ignoreExpiration) {
        expect(typeof exp === "number", "invalid exp value");
        checkEnd(exp, "jwt expired");
      }
      if (options.maxAge !== undefined) {
        expect(typeof iat === "number", "iat required when maxAge is specified");
        checkEnd(timeAfter(options.maxAge, iat, "maxAge"), "maxAge exceeded");
      }
    }

    function checkClaims(payload, options) {
      for (const option of Object.keys(claims).filter((option) => options[option] !== undefined)) {
        const wanted = [options[option]].flat(), values = [payload[claims[option]]].flat();
        const expected = wanted.join(option === "audience" ? " or " : ",");
        const fits = (value) => wanted.some((each) => each instanceof RegExp ? each.test(value) : each === value);
        expect(values.some(fits), `jwt ${option} invalid. expected: ${expected}`);
      }
    }
    return { sign, verify, decode, JsonWebTokenError, TokenExpiredError, NotBeforeError };
    """#
}
