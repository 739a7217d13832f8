extension ScriptLibrary {
  /// moment: the calendar, units, and what a format's tokens print and read (locale "en").
  static let momentCalendarModule = #"""
    const monthNames = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ];
    const dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    const longForms = {
      LTS: "h:mm:ss A", LT: "h:mm A", L: "MM/DD/YYYY", LL: "MMMM D, YYYY", LLL: "MMMM D, YYYY h:mm A",
      LLLL: "dddd, MMMM D, YYYY h:mm A", l: "M/D/YYYY", ll: "MMM D, YYYY", lll: "MMM D, YYYY h:mm A",
      llll: "ddd, MMM D, YYYY h:mm A",
    };
    const unitNames = {
      year: ["y", "years"], quarter: ["Q", "quarters"], month: ["M", "months"], week: ["w", "weeks"],
      isoWeek: ["W", "isoweeks", "isoweek"], day: ["d", "days"], date: ["D", "dates"], hour: ["h", "hours"],
      minute: ["m", "minutes"], second: ["s", "seconds"], millisecond: ["ms", "milliseconds"],
      weekday: ["e", "weekdays"], isoWeekday: ["E", "isoweekdays", "isoweekday"],
        dayOfYear: ["DDD", "dayofyears", "dayofyear"],
      weekYear: ["gg", "weekyears", "weekyear"], isoWeekYear: ["GG", "isoweekyears", "isoweekyear"],
    };
    function unitOf(name) {
      if (typeof name !== "string") { return undefined; }
      const lower = name.toLowerCase();
      return Object.keys(unitNames).find((unit) => unit === name || unitNames[unit].includes(name) || unit === lower
        || (lower.length > 2 && unitNames[unit].includes(lower)));
    }
    const lengths = { week: 604800000, day: 86400000, hour: 3600000, minute: 60000, second: 1000, millisecond: 1 };
    const DateOfEngine = Date;

    function utcTime(year, month = 0, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0) {
      const date = new DateOfEngine(0);
      date.setUTCFullYear(year, month, day);
      return +date + hour * 3600000 + minute * 60000 + second * 1000 + millisecond;
    }
    // The wall clock [year, month, day, hour, minute, second, millisecond]; `offset` in minutes, or undefined for
    // local time.
    function clockOf(time, offset) {
      const date = new DateOfEngine(offset === undefined ? time : time + offset * 60000);
      if (offset === undefined) {
        return [date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes(),
          date.getSeconds(),
          date.getMilliseconds()];
      }
      return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes(),
        date.getUTCSeconds(), date.getUTCMilliseconds()];
    }
    function timeOf(clock, offset) {
      if (offset !== undefined) { return utcTime(...clock) - offset * 60000; }
      const [year, ...rest] = clock;
      const date = new DateOfEngine(2000, ...rest);
      date.setFullYear(year, rest[0] ?? 0, rest[1] ?? 1);
      date.setHours(rest[2] ?? 0, rest[3] ?? 0, rest[4] ?? 0, rest[5] ?? 0);
      return +date;
    }
    const isLeap = (year) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    function daysInMonth(year, month) {
      const index = (month % 12 + 12) % 12, shifted = year + (month - index) / 12;
      return index === 1 ? (isLeap(shifted) ? 29 : 28) : 31 - index % 7 % 2;
    }
    const dayOfWeek = ([year, month, day]) => new DateOfEngine(utcTime(year, month, day)).getUTCDay();
    const dayOfYear = ([year, month, day]) => Math.round((utcTime(year, month, day) - utcTime(year, 0, 1)) / 86400000)
      + 1;
    // Weeks begin on `first` (0 Sunday); the week with January `pivot` is the first of its year.
    function weekStart(year, first, pivot) {
      const time = utcTime(year, 0, pivot);
      return time - (new DateOfEngine(time).getUTCDay() - first + 7) % 7 * 86400000;
    }
    function weekOf([year, month, day], first, pivot) {
      const time = utcTime(year, month, day);
      const weekYear = [year + 1, year, year - 1].find((each) => time >= weekStart(each, first, pivot));
      return { weekYear, week: Math.floor((time - weekStart(weekYear, first, pivot)) / lengths.week) + 1 };
    }
    const localWeek = (clock) => weekOf(clock, 0, 1);
    const isoWeek = (clock) => weekOf(clock, 1, 4);
    const weeksIn = (year, first, pivot) => Math.round((weekStart(year + 1, first, pivot) - weekStart(year, first,
      pivot)) / lengths.week);

    const fill = (number, width) => (number < 0 ? "-" : "") + String(Math.abs(number)).padStart(width, "0");
    function ordinal(number) {
      const last = number % 10;
      const isTeen = Math.floor(number % 100 / 10) === 1;
      return number + (isTeen ? "th" : last === 1 ? "st" : last === 2 ? "nd" : last === 3 ? "rd" : "th");
    }
    function offsetText(minutes, separator) {
      const size = Math.abs(minutes);
      return (minutes < 0 ? "-" : "+") + fill(Math.floor(size / 60), 2) + separator + fill(size % 60, 2);
    }
    const yearText = (year) => year <= 9999 ? fill(year, 4) : "+" + year;
    const printers = {
      M: ([, month]) => month + 1, D: ([, , day]) => day, H: (clock) => clock[3], h: (clock) => clock[3] % 12 || 12,
      k: (clock) => clock[3] || 24, m: (clock) => clock[4], s: (clock) => clock[5], d: dayOfWeek, e: dayOfWeek,
      E: (clock) => dayOfWeek(clock) || 7, DDD: dayOfYear, w: (clock) => localWeek(clock).week, W: (clock) =>
        isoWeek(clock).week,
      Q: ([, month]) => Math.floor(month / 3) + 1,
    };
    for (const token of ["M", "D", "H", "h", "k", "m", "s", "w", "W"]) {
      printers[token + token] = (clock) => fill(printers[token](clock), 2);
    }
    for (const token of ["M", "D", "d", "w", "W", "Q", "DDD"]) { printers[token + "o"] = (clock) =>
      ordinal(printers[token](clock)); }
    const fractionOf = (count) => (clock) => (fill(clock[6], 3) + "000000").slice(0, count);
    for (let count = 1; count <= 9; count++) { printers["S".repeat(count)] = fractionOf(count); }
    Object.assign(printers, {
      MMM: ([, month]) => monthNames[month].slice(0, 3), MMMM: ([, month]) => monthNames[month],
      DDDD: (clock) => fill(dayOfYear(clock), 3), dd: (clock) => dayNames[dayOfWeek(clock)].slice(0, 2),
      ddd: (clock) => dayNames[dayOfWeek(clock)].slice(0, 3), dddd: (clock) => dayNames[dayOfWeek(clock)],
      YY: ([year]) => fill(year % 100, 2), YYYY: ([year]) => yearText(year), YYYYY: ([year]) => fill(year, 5),
      YYYYYY: ([year]) => (year < 0 ? "-" : "+") + fill(Math.abs(year), 6), Y: ([year]) => yearText(year),
        y: ([year]) => year,
      gg: (clock) => fill(localWeek(clock).weekYear % 100, 2), gggg: (clock) => fill(localWeek(clock).weekYear, 4),
      GG: (clock) => fill(isoWeek(clock).weekYear % 100, 2), GGGG: (clock) => fill(isoWeek(clock).weekYear, 4),
      a: (clock) => clock[3] < 12 ? "am" : "pm", A: (clock) => clock[3] < 12 ? "AM" : "PM",
      hmm: (clock) => `${printers.h(clock)}${fill(clock[4], 2)}`, Hmm: (clock) => `${clock[3]}${fill(clock[4], 2)}`,
      hmmss: (clock) => `${printers.hmm(clock)}${fill(clock[5], 2)}`, Hmmss: (clock) =>
        `${printers.Hmm(clock)}${fill(clock[5], 2)}`,
      x: (_, moment) => moment.valueOf(), X: (_, moment) => moment.unix(),
      Z: (_, moment) => offsetText(moment.utcOffset(), ":"), ZZ: (_, moment) => offsetText(moment.utcOffset(), ""),
      z: (_, moment) => moment.zoneAbbr(), zz: (_, moment) => moment.zoneName(),
    });
    const tokenPattern = new RegExp("(\\[[^\\[]*\\])|(\\\\)?([Hh]mm(?:ss)?|Mo|MM?M?M?|Do|DDDo|DD?D?D?"
      + "|ddd?d?|do?|wo|ww?|Wo|WW?|Qo?|YYYYYY|YYYYY|YYYY|YY|Y|y|gg(?:gg)?|GG(?:GG)?|e|E|a|A|hh?|HH?|kk?|mm?|ss?"
      + "|S{1,9}|x|X|zz?|ZZ?|.)", "g");
    function expanded(format) {
      let text = format;
      for (let round = 0; round < 5; round++) {
        text = text.replace(/(\[[^[]*\])|(\\)?(LTS|LT|LL?L?L?|l{1,4})/g, (token) => longForms[token] ?? token);
      }
      return text;
    }
    function printed(moment, clock, format) {
      return expanded(format).replace(/\n/g, "\u0001").replace(tokenPattern, (token) => {
        if (token.startsWith("[")) { return token.slice(1, -1); }
        if (token.startsWith("\\")) { return token.slice(1); }
        return Object.hasOwn(printers, token) ? printers[token](clock, moment) : token;
      }).replace(/\u0001/g, "\n");
    }

    // What a token reads: a pattern (loose, strict) and the field that it sets.
    const digits = (loose, strict, field) => ({ loose: new RegExp(loose), strict: new RegExp(strict ?? loose), field });
    const monthPattern = (names) => new RegExp(names.join("|"), "i");
    const short = (names, length = 3) => names.map((name) => name.slice(0, length));
    const anyWord = /\d*[a-z\u00a0-\uffff]+/i;
    const anyMonth = { loose: anyWord, field: "monthName" };
    const anyDay = { loose: anyWord, field: "dayName" };
    const readers = {
      M: digits("\\d\\d?", undefined, "month"), MM: digits("\\d\\d?", "\\d\\d", "month"),
      MMM: { ...anyMonth, strict: monthPattern(short(monthNames)) },
        MMMM: { ...anyMonth, strict: monthPattern(monthNames) },
      D: digits("\\d\\d?", undefined, "day"), DD: digits("\\d\\d?", "\\d\\d", "day"),
      Do: digits("\\d{1,2}(?:th|st|nd|rd)|\\d\\d?", "\\d{1,2}(?:th|st|nd|rd)", "day"),
      DDD: digits("\\d{1,3}", undefined, "dayOfYear"), DDDD: digits("\\d{3}", undefined, "dayOfYear"),
      d: digits("\\d\\d?", undefined, "weekday"), e: digits("\\d\\d?", undefined, "weekday"),
      E: digits("\\d\\d?", undefined, "isoWeekday"), dd: { ...anyDay, strict: monthPattern(short(dayNames, 2)) },
      ddd: { ...anyDay, strict: monthPattern(short(dayNames)) }, dddd: { ...anyDay, strict: monthPattern(dayNames) },
      Y: digits("[+-]?\\d+", undefined, "year"), YY: digits("\\d\\d?", "\\d\\d", "shortYear"),
      YYYY: digits("\\d{1,4}", "\\d{4}", "fullYear"), YYYYY: digits("[+-]?\\d{1,6}", "[+-]?\\d{6}", "year"),
      YYYYYY: digits("[+-]?\\d{1,6}", "[+-]?\\d{6}", "year"), y: digits("\\d+", undefined, "year"),
      gggg: digits("\\d{1,4}", "\\d{4}", "weekYear"), GGGG: digits("\\d{1,4}", "\\d{4}", "isoWeekYear"),
      Q: digits("\\d", undefined, "quarter"), a: digits("[ap]\\.?m?\\.?", undefined, "meridiem"),
      x: digits("[+-]?\\d+", undefined, "time"), X: digits("[+-]?\\d+(?:\\.\\d{1,3})?", undefined, "unix"),
      Z: digits("Z|[+-]\\d\\d:?\\d\\d", undefined, "offset"), ZZ: digits("Z|[+-]\\d\\d:?\\d\\d", undefined, "offset"),
      hmm: digits("\\d\\d\\d\\d?", undefined, "compact"), Hmm: digits("\\d\\d\\d\\d?", undefined, "compact"),
      hmmss: digits("\\d{5,6}", undefined, "compact"), Hmmss: digits("\\d{5,6}", undefined, "compact"),
    };
    readers.a.loose = readers.a.strict = /[ap]\.?m?\.?/i;
    readers.Z.loose = readers.Z.strict = readers.ZZ.loose = readers.ZZ.strict = /Z|[+-]\d\d:?\d\d/i;
    readers.A = readers.a;
    const clockFields = { H: "hour", h: "hour12", k: "hour24", m: "minute", s: "second", w: "week", W: "isoWeek" };
    for (const [token, field] of Object.entries(clockFields)) {
      readers[token] = digits("\\d\\d?", undefined, field);
      readers[token + token] = digits("\\d\\d?", "\\d\\d", field);
    }
    for (let count = 1; count <= 9; count++) {
      readers["S".repeat(count)] = digits(count <= 3 ? "\\d{1,3}" : "\\d+", count <= 3 ? `\\d{${count}}` : "\\d+",
        "fraction");
      if (count <= 3) { readers["S".repeat(count)].loose = /\d{1,3}/; }
    }
    function offsetOf(text) {
      if (/^z$/i.test(text)) { return 0; }
      const [, sign, hours, minutes = "0"] = /([+-])(\d\d):?(\d\d)?/.exec(text) ?? [];
      return hours === undefined ? null : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    }
    """#
}
