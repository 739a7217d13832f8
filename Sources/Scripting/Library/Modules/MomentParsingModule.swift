extension ScriptLibrary {
  /// moment: reading texts, by a format, as ISO 8601 and as RFC 2822.
  static let momentParsingModule = #"""
    const isoText = new RegExp("^\\s*(?<year>[+-]\\d{6}|\\d{4})(?:"
      + "-(?:(?<month>\\d\\d)(?:-(?<day>\\d\\d))?|W(?<week>\\d\\d)(?:-(?<weekday>\\d))?|(?<ordinal>\\d{3}))"
      + "|(?<month2>\\d\\d)(?<day2>\\d\\d)?|W(?<week2>\\d\\d)(?<weekday2>\\d)?|(?<ordinal2>\\d{3}))?"
      + "(?:[T ](?<hour>\\d\\d)(?::?(?<minute>\\d\\d)(?::?(?<second>\\d\\d)(?:[.,](?<fraction>\\d+))?)?)?"
      + "(?<offset>\\s*Z|[+-]\\d\\d(?::?\\d\\d)?)?)?\\s*$");
    const rfcText = new RegExp("^(?:(Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\\s)?(\\d{1,2})\\s(\\w{3})\\s(\\d{2,4})"
      + "\\s(\\d\\d):(\\d\\d)(?::(\\d\\d))?\\s(?:(UT|GMT|[ECMP][SD]T)|(Z)|([+-]\\d{4}))$", "i");
    const zoneHours = { UT: 0, GMT: 0, EDT: -4, EST: -5, CDT: -5, CST: -6, MDT: -6, MST: -7, PDT: -7, PST: -8 };
    const shortYear = (text) => Number(text) + (Number(text) > 68 ? 1900 : 2000);

    // Gives { clock, offset } of the fields, or { invalid: true }. Missing larger fields are those of now.
    function resolved(fields, now) {
      const today = clockOf(now, 0);
      const { offset } = fields;
      const number = (name) => fields[name] === undefined ? undefined : Number(fields[name]);
      let year = fields.fullYear !== undefined ? (fields.fullYear.length === 2 ? shortYear(fields.fullYear)
        : number("fullYear"))
        : fields.shortYear !== undefined ? shortYear(fields.shortYear) : number("year");
      let month = number("month") === undefined ? undefined : number("month") - 1;
      if (fields.monthName !== undefined) {
        month = monthNames.findIndex((name) => name.slice(0, 3).toLowerCase() === fields.monthName.slice(0,
          3).toLowerCase());
      }
      if (fields.quarter !== undefined) { month = (number("quarter") - 1) * 3; }
      let day = fields.day === undefined ? undefined : parseInt(fields.day, 10);
      let weekday = fields.weekday === undefined ? undefined : number("weekday");
      if (fields.dayName !== undefined) {
        weekday = dayNames.findIndex((name) => name.slice(0, 2).toLowerCase() === fields.dayName.slice(0,
          2).toLowerCase());
      }
      const given = weekday;
      const byISO = fields.isoWeek !== undefined || fields.isoWeekYear !== undefined || fields.isoWeekday !== undefined;
      const byWeek = byISO || fields.week !== undefined || fields.weekYear !== undefined || weekday !== undefined;
      if (byWeek && day === undefined && month === undefined) {
        const [first, pivot] = byISO ? [1, 4] : [0, 1];
        const current = weekOf(clockOf(now, undefined), first, pivot);
        const weekYear = number("isoWeekYear") ?? number("weekYear") ?? year ?? current.weekYear;
        const week = number("isoWeek") ?? number("week") ?? (byISO && fields.isoWeekYear !== undefined ? 1
          : current.week);
        const place = byISO ? (number("isoWeekday") ?? 1) - 1 : weekday ?? 0;
        if (week < 1 || week > weeksIn(weekYear, first, pivot) || place < 0 || place > 6) { return { invalid: true }; }
        [year, month, day] = clockOf(weekStart(weekYear, first, pivot) + ((week - 1) * 7 + place) * 86400000, 0);
      } else if (fields.dayOfYear !== undefined) {
        const count = number("dayOfYear");
        year ??= today[0];
        if (count < 1 || count > (isLeap(year) ? 366 : 365)) { return { invalid: true }; }
        [, month, day] = clockOf(utcTime(year, 0, count), 0);
      }
      let hour = number("hour") ?? number("hour12") ?? number("hour24");
      if (fields.strict && fields.hour12 !== undefined && (hour > 12 || hour === 0)) { return { invalid: true }; }
      if (fields.hour24 !== undefined && hour === 24) { hour = 0; }
      if (fields.meridiem !== undefined && hour !== undefined) {
        const isAfternoon = /^p/i.test(fields.meridiem);
        if (isAfternoon && hour < 12) { hour += 12; } else if (!isAfternoon && hour === 12) { hour = 0; }
      }
      const fraction = fields.fraction === undefined ? undefined : Math.trunc(Number("0." + fields.fraction) * 1000);
      const clock = [year, month, day, hour, number("minute"), number("second"), fraction];
      const firstGiven = clock.findIndex((value) => value !== undefined);
      const local = offset === undefined && !fields.utc ? clockOf(now, undefined) : today;
      for (let at = 0; at < 7; at++) {
        clock[at] ??= firstGiven === -1 || at < firstGiven ? (at < 3 ? local[at] : 0) : at === 2 ? 1 : 0;
      }
      const [, m, d, h, min, s, ms] = clock;
      const isMidnight = h === 24 && min === 0 && s === 0 && ms === 0;
      const invalid = m < 0 || m > 11 || d < 1 || d > daysInMonth(clock[0], m) || h < 0 || (h > 23 && !isMidnight)
        || min > 59 || s > 59;
      const mismatched = given !== undefined && !invalid && fields.week === undefined && dayOfWeek(clock) !== given;
      return invalid || mismatched ? { invalid: true } : { clock, offset };
    }

    function readByFormat(text, format, strict, now, utc) {
      const fields = { strict, utc };
      let rest = text, unused = 0, skipped = 0, read = false;
      for (const token of expanded(format).match(tokenPattern) ?? []) {
        const reader = Object.hasOwn(readers, token) ? readers[token] : undefined;
        const literal = token.replace(/^\[|\]$/g, "").replace("\\", "").replace(/[-/\\^$*+?.()|[\]{}]/g, "\\$&");
        const pattern = reader ? (strict ? reader.strict : reader.loose) : new RegExp(literal, "i");
        const found = pattern.exec(rest);
        if (found && found[0] !== "") {
          skipped += found.index;
          rest = rest.slice(found.index + found[0].length);
          if (reader) {
            read = true;
            if (reader.field === "compact") {
              const [, hour, minute, second] = /^(\d\d?)(\d\d)(\d\d)?$/.exec(found[0].length > 4 || !/ss/.test(token)
                ? found[0] : "");
              Object.assign(fields, { [token[0] === "h" ? "hour12" : "hour"]: hour, minute, ...second ? { second }
                : {} });
            } else { fields[reader.field] = reader.field === "offset" ? offsetOf(found[0]) : found[0]; }
          }
        } else if (reader || strict) { unused++; }
      }
      if (!read || (strict && (unused > 0 || skipped > 0 || rest !== ""))) { return { invalid: true }; }
      if (fields.time !== undefined) { return { time: Number(fields.time) }; }
      if (fields.unix !== undefined) { return { time: Number(fields.unix) * 1000 }; }
      const result = resolved(fields, now);
      return { ...result, unused: unused + skipped + rest.length };
    }
    function readISO(text, now, utc) {
      const match = isoText.exec(text)?.groups;
      if (!match || (match.month2 && !match.day2 && /T/.test(text))) { return undefined; }
      const pick = (name) => match[name] ?? match[name + "2"];
      const fields = { year: match.year, utc, hour: match.hour, minute: match.minute, second: match.second,
        fraction: match.fraction };
      Object.assign(fields, { month: pick("month"), day: pick("day"), dayOfYear: pick("ordinal") });
      if (pick("week")) {
        Object.assign(fields, { isoWeekYear: match.year, isoWeek: pick("week"), isoWeekday: pick("weekday"),
          year: undefined });
      }
      if (match.offset) { fields.offset = offsetOf(match.offset.trim()); }
      return resolved(fields, now);
    }
    function readRFC(text, now) {
      const cleaned = text.replace(/\([^()]*\)|[\n\t]/g, " ").replace(/(\s\s+)/g, " ").trim();
      const [whole, dayName, day, monthName, year, hour, minute, second, zone, zulu, offset] = rfcText.exec(cleaned)
        ?? [];
      if (!whole) { return undefined; }
      const minutes = zone ? zoneHours[zone.toUpperCase()] * 60 : zulu ? 0 : offsetOf(offset);
      const fields = { day, monthName, hour, minute, second, offset: minutes, ...dayName ? { dayName } : {} };
      return resolved({ ...fields, [year.length === 2 ? "shortYear" : "year"]: year }, now);
    }
    const ISO_8601 = () => undefined, RFC_2822 = () => undefined;
    function readText(text, format, strict, now, utc) {
      if (Array.isArray(format)) {
        const tried = format.map((each) => readText(text, each, strict, now, utc)).filter((each) => !each.invalid);
        return tried.sort((left, right) => (left.unused ?? 0) - (right.unused ?? 0))[0] ?? { invalid: true };
      }
      if (format === ISO_8601) { return readISO(text, now, utc) ?? { invalid: true }; }
      if (format === RFC_2822) { return readRFC(text, now) ?? { invalid: true }; }
      if (typeof format === "string") { return readByFormat(text, format, strict, now, utc); }
      const asp = /^\/?Date\((-?\d+)/i.exec(text);
      if (asp) { return { time: Number(asp[1]) }; }
      const exact = new DateOfEngine(text + (utc ? " UTC" : "")).getTime(), local = new DateOfEngine(text).getTime();
      const time = utc && Number.isNaN(exact) ? timeOf(clockOf(local, undefined), 0) : exact;
      return readISO(text, now, utc) ?? readRFC(text, now) ?? (Number.isNaN(time) ? { invalid: true } : { time });
    }
    """#
}
