extension ScriptLibrary {
  /// JSON Schema: the formats, as ajv's modes "fast" and "full" judge them.
  static let schemaFormatsModule = #"""
    const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    const looseOctet = "(?:25[0-5]|2[0-4]\\d|[01]?\\d\\d?)";
    const ipv4Text = new RegExp(`^${looseOctet}(?:\\.${looseOctet}){3}$`);
    const tailAddress = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
    function isIPv6(text) {
      const sides = text.trim().replace(/%.+$/, "").split("::");
      if (sides.length > 2) { return false; }
      const groups = sides.map((side) => side === "" ? [] : side.split(":"));
      const parts = groups.flat();
      let count = parts.length;
      const last = parts[count - 1];
      if (last?.includes(".") && groups[groups.length - 1].length > 0) {
        if (!tailAddress.test(last)) { return false; }
        parts.pop();
        count++;
      }
      return parts.every((part) => /^[0-9a-f]{1,4}$/i.test(part)) && (sides.length === 2 ? count < 8 : count === 8);
    }
    const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
    const hostnameText = new RegExp(`^(?=.{1,253}\\.?$)${label}(?:\\.${label})*\\.?$`, "i");
    const emailUser = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
    const fullLabel = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";

    function isDate(text) {
      const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
      if (!year || month < 1 || month > 12 || day < 1) { return false; }
      const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
      return day <= [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
    }
    function isTime(text, zoneRequired) {
      const [, hour, minute, second, zone]
        = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(z|[+-]\d\d(?::?\d\d)?)?$/i.exec(text) ?? [];
      if (!hour || (zoneRequired && !zone)) { return false; }
      return (hour <= 23 && minute <= 59 && second <= 59) || (hour === "23" && minute === "59" && second === "60");
    }
    function isDateTime(text) {
      const parts = text.split(/[t\s]/i);
      return parts.length === 2 && isDate(parts[0]) && isTime(parts[1], true);
    }
    const fastDay = "\\d{4}-[01]\\d-[0-3]\\d";
    const fastTime = "(?:[0-2]\\d:[0-5]\\d:[0-5]\\d|23:59:60)(?:\\.\\d+)?";
    const zone = "(?:z|[+-]\\d\\d(?::?\\d\\d)?)";

    const character = "(?:[a-z0-9\\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})";
    const pathText = new RegExp(`^(?:${character}|/)*$`, "i");
    const tailText = new RegExp(`^(?:${character}|[/?])*$`, "i");
    function isReference(text, schemeRequired) {
      const [, scheme, authority, path, query, fragment]
        = /^([a-z][a-z0-9+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is.exec(text) ?? [];
      if (path === undefined || (schemeRequired && (!scheme || !/[/:]/.test(text)))) { return false; }
      if (schemeRequired && authority === undefined && path === "") { return false; }
      const [, user, address, port] = /^([^@[\]]*@)?\[(.*)\](:\d*)?$/.exec(authority ?? "") ?? [];
      const host = address === undefined ? pathText.test(authority ?? "")
        : isIPv6(address) || /^v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+$/i.test(address);
      return host && pathText.test(path) && tailText.test(query ?? "") && tailText.test(fragment ?? "")
        && (user ?? port ?? true) !== false;
    }
    const urlText = /^(?:https?|ftp):\/\/(?:[^\s:@/]+(?::[^\s@/]*)?@)?([^\s:/?#]+)(?::\d{2,5})?(?:\/\S*)?$/i;
    const urlLabel = "(?:[a-z0-9\\u00a1-\\uffff]+-)*[a-z0-9\\u00a1-\\uffff]+";
    const urlHost = new RegExp(`^${urlLabel}(?:\\.${urlLabel})*\\.[a-z\\u00a1-\\uffff]{2,}$`, "i");
    function isURL(text) {
      const [, host] = urlText.exec(text) ?? [];
      if (!host) { return false; }
      if (!/^\d+(?:\.\d+){3}$/.test(host)) { return urlHost.test(host); }
      return /^(?!0|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(host)
        && tailAddress.test(host) && !/^(?:22[4-9]|2[3-5]\d)|\.(?:0|255)$/.test(host);
    }
    function isRegex(text) {
      if (/[^\\]\\Z/.test(text)) { return false; }
      try { return Boolean(new RegExp(text)); } catch { return false; }
    }
    const variable = "(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9]\\d{0,3}|\\*)?";
    const shared = {
      "uri-template": new RegExp(
        `^(?:[^\\0-\\x20"'<>%\\\\^\`{|}]|%[0-9a-f]{2}|\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\})*$`, "i"),
      url: isURL, hostname: hostnameText, ipv4: ipv4Text, ipv6: isIPv6, regex: isRegex,
      uuid: /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
      "json-pointer": /^(?:\/(?:[^~/]|~[01])*)*$/,
      "json-pointer-uri-fragment": /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~[01])*)*$/i,
      "relative-json-pointer": /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/,
    };
    const formats = {
      fast: {
        ...shared, date: new RegExp(`^${fastDay}$`), time: new RegExp(`^${fastTime}${zone}?$`, "i"),
        "date-time": new RegExp(`^${fastDay}[t\\s]${fastTime}${zone}$`, "i"),
        uri: /^[a-z][a-z0-9+\-.]*:\S*$/i,
        "uri-reference": /^(?:(?:[a-z][a-z0-9+\-.]*:)?\/?\/)?(?:[^\\\s#][^\s#]*)?(?:#[^\\\s]*)?$/i,
        email: new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})*$`, "i"),
      },
      full: {
        ...shared, date: isDate, time: (text) => isTime(text, false), "date-time": isDateTime,
        uri: (text) => isReference(text, true), "uri-reference": (text) => isReference(text, false),
        email: new RegExp(`^${emailUser}(?:\\.${emailUser})*@(?:${fullLabel}\\.)+${fullLabel}$`, "i"),
      },
    };
    """#
}
