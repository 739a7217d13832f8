extension ScriptLibrary {
  /// moment: durations, and `moment` itself.
  static let momentDurationModule = #"""
    const monthsToDays = (months) => months * 146097 / 4800;
    const daysToMonths = (days) => days * 4800 / 146097;
    const durationUnits = ["year", "quarter", "month", "week", "day", "hour", "minute", "second", "millisecond"];
    const amount = (letter) => `(?:([-+]?[0-9,.]*)${letter})?`;
    const isoDuration = new RegExp(`^(-|\\+)?P${["Y", "M", "W", "D"].map(amount).join("")}`
      + `(?:T${["H", "M", "S"].map(amount).join("")})?$`);
    const clockDuration = /^(-|\+)?(?:(\d*)[. ])?(\d+):(\d+)(?::(\d+)(\.\d*)?)?$/;
    const down = (value) => value < 0 ? Math.ceil(value) || 0 : Math.floor(value);
    class Duration {
      constructor(values) {
        const given = (unit) => Number(values[unit] ?? 0) || 0;
        this._parts = {
          months: given("month") + given("quarter") * 3 + given("year") * 12,
          days: given("day") + (given("week") + given("isoWeek")) * 7,
          milliseconds: given("millisecond") + given("second") * 1000 + given("minute") * 60000
            + given("hour") * 3600000,
        };
        this._isValid = !Object.values(values).some((value) => Number.isNaN(Number(value)));
      }
      // The parts carried over into larger units.
      get _data() {
        let { months, days, milliseconds } = this._parts;
        const isMixed = !((milliseconds >= 0 && days >= 0 && months >= 0)
          || (milliseconds <= 0 && days <= 0 && months <= 0));
        if (isMixed) {
          const total = monthsToDays(months) + days;
          milliseconds += (total < 0 ? Math.floor(total) : Math.ceil(total)) * 86400000;
          days = months = 0;
        }
        const seconds = down(milliseconds / 1000), minutes = down(seconds / 60), hours = down(minutes / 60);
        days += down(hours / 24);
        const carried = down(daysToMonths(days));
        months += carried;
        days -= carried < 0 ? Math.floor(monthsToDays(carried)) : Math.ceil(monthsToDays(carried));
        return {
          year: down(months / 12), month: months % 12, day: days, hour: hours % 24, minute: minutes % 60,
          second: seconds % 60, millisecond: milliseconds % 1000, week: down(days / 7),
        };
      }
      isValid() { return this._isValid; }
      clone() { return duration(this); }
      valueOf() {
        const { months, days, milliseconds } = this._parts;
        return milliseconds + days * 86400000 + months % 12 * 2592000000 + Math.trunc(months / 12) * 31536000000;
      }
      as(name) {
        const unit = unitOf(name);
        const { months, days, milliseconds } = this._parts;
        const perUnit = { month: 1, quarter: 3, year: 12 }[unit];
        if (perUnit) { return (months + daysToMonths(days + milliseconds / 86400000)) / perUnit; }
        const whole = days + Math.round(monthsToDays(months));
        return unit === "millisecond" ? Math.floor(whole * 86400000) + milliseconds : whole * 86400000 / lengths[unit]
          + milliseconds / lengths[unit];
      }
      get(name) { return this._isValid ? this._data[unitOf(name)] ?? NaN : NaN; }
      add(value, unit) { return this._shift(duration(value, unit), 1); }
      subtract(value, unit) { return this._shift(duration(value, unit), -1); }
      _shift(other, sign) {
        for (const name of Object.keys(this._parts)) { this._parts[name] += sign * other._parts[name]; }
        return this;
      }
      abs() {
        for (const name of Object.keys(this._parts)) { this._parts[name] = Math.abs(this._parts[name]); }
        return this;
      }
      humanize(suffix, limits = {}) {
        if (typeof suffix === "object") { [suffix, limits] = [false, suffix]; }
        const size = duration(this).abs();
        const { ss, s, m, h, d, w, M } = { ss: 44, s: 45, m: 45, h: 22, d: 26, w: null, M: 11, ...limits };
        const [seconds, minutes, hours, days, weeks, months, years] = ["s", "m", "h", "d", "w", "M", "y"]
          .map((unit) => Math.round(size.as(unit)));
        const text = seconds <= ss ? "a few seconds" : seconds < s ? `${seconds} seconds` : minutes <= 1 ? "a minute"
          : minutes < m ? `${minutes} minutes` : hours <= 1 ? "an hour" : hours < h ? `${hours} hours` : days <= 1
            ? "a day"
            : days < d ? `${days} days` : w !== null && weeks <= 1 ? "a week" : w !== null && weeks < w
              ? `${weeks} weeks`
              : months <= 1 ? "a month" : months < M ? `${months} months` : years <= 1 ? "a year" : `${years} years`;
        return !suffix ? text : +this > 0 ? `in ${text}` : `${text} ago`;
      }
      // Days are not carried into months, nor hours into days.
      toISOString() {
        const { months, days, milliseconds } = this._parts;
        const total = this.as("second");
        if (!total) { return "P0D"; }
        const sign = (value) => value !== 0 && Math.sign(value) !== Math.sign(total) ? "-" : "";
        const shown = (value, letter, whole) => value ? sign(whole) + value + letter : "";
        const size = Math.abs(milliseconds), seconds = size / 1000 % 60;
        const time = shown(Math.floor(size / 3600000), "H", milliseconds)
          + shown(Math.floor(size / 60000) % 60, "M", milliseconds)
          + shown(seconds ? seconds.toFixed(3).replace(/\.?0+$/, "") : 0, "S", milliseconds);
        return (total < 0 ? "-" : "") + "P" + shown(Math.floor(Math.abs(months) / 12), "Y", months)
          + shown(Math.abs(months) % 12, "M", months) + shown(Math.abs(days), "D", days) + (time ? "T" + time : "");
      }
      toJSON() { return this.toISOString(); }
      toString() { return this.toISOString(); }
      locale(name) { return name === undefined ? "en" : this; }
    }
    for (const unit of durationUnits) {
      const title = unit[0].toUpperCase() + unit.slice(1) + "s";
      Duration.prototype["as" + title] = function () { return this.as(unit); };
      if (unit !== "quarter") { Duration.prototype[unit + "s"] = function () { return this.get(unit); }; }
    }
    function between(from, given) {
      const to = sameZone(given, from);
      if (to < from) {
        const { months, milliseconds } = between(to, from)._parts;
        return new Duration({ month: -months, millisecond: -milliseconds });
      }
      let months = to.month() - from.month() + (to.year() - from.year()) * 12;
      if (from.clone().add(months, "M") > to) { months--; }
      return new Duration({ month: months, millisecond: to - from.clone().add(months, "M") });
    }
    function duration(value, unit) {
      if (value instanceof Duration) {
        const copy = new Duration({});
        Object.assign(copy._parts, value._parts);
        return copy;
      }
      if (typeof value === "number" || (typeof value === "string" && value !== "" && !Number.isNaN(Number(value)))) {
        return new Duration({ [unit ? unitOf(unit) : "millisecond"]: Number(value) });
      }
      if (typeof value === "string") {
        const number = (text) => text ? Number(text.replace(",", ".")) : 0;
        const [clock, sign, days, hour, minute, second, part] = clockDuration.exec(value) ?? [];
        const factor = (text) => text === "-" ? -1 : 1;
        if (clock) {
          const values = { day: number(days), hour: number(hour), minute: number(minute), second: number(second),
            millisecond: Math.round(number(part) * 1000) };
          return new Duration(Object.fromEntries(Object.entries(values).map(([name, each]) =>
            [name, each * factor(sign)])));
        }
        const [iso, isoSign, ...parts] = isoDuration.exec(value) ?? [];
        const names = ["year", "month", "week", "day", "hour", "minute", "second"];
        return new Duration(iso ? Object.fromEntries(names.map((name, at) =>
          [name, number(parts[at]) * factor(isoSign)])) : {});
      }
      if (value && typeof value === "object" && ("from" in value || "to" in value)) {
        return between(moment(value.from), sameZone(moment(value.to), moment(value.from)));
      }
      return new Duration(Object.fromEntries(Object.entries(value ?? {}).flatMap(([name, each]) =>
        unitOf(name) ? [[unitOf(name), each]] : [])));
    }

    function made(input, format, locale, strict, utc) {
      if (typeof locale === "boolean") { [locale, strict] = [undefined, locale]; }
      if (typeof format === "boolean") { [format, strict] = [undefined, format]; }
      const offset = utc ? 0 : undefined;
      const at = (time) => new Moment(time, offset, utc, { _i: input, ...format === undefined ? {} : { _f: format } });
      if (input instanceof Moment) { return new Moment(input._time, utc ? 0 : input._offset, utc || input._isUTC); }
      if (input === undefined) { return at(format === undefined ? now() : NaN); }
      if (input === null || input === "") { return at(NaN); }
      if (input instanceof DateOfEngine
        || Object.prototype.toString.call(input) === "[object Date]") { return at(input.getTime()); }
      if (typeof input === "string" || (typeof input === "number" && format !== undefined)) {
        const { time, clock, offset: own, invalid } = readText(String(input), format, strict, now(), utc);
        return at(invalid ? NaN : time ?? timeOf(clock, own ?? offset));
      }
      if (typeof input === "number") { return at(input); }
      if (Array.isArray(input)) {
        if (input.length === 0) { return at(now()); }
        const clock = Array.from({ length: 7 }, (_, place) => Number(input[place] ?? (place === 2 ? 1 : 0)));
        const isValid = clock[1] >= 0 && clock[1] < 12 && clock[2] >= 1 && clock[2] <= daysInMonth(clock[0], clock[1])
          && clock[3] < 25 && clock[4] < 60 && clock[5] < 60;
        return at(isValid ? timeOf(clock, offset) : NaN);
      }
      if (typeof input === "object") {
        const fields = Object.fromEntries(Object.entries(input).map(([name, value]) => [unitOf(name), value]));
        const order = ["year", "month", "date", "hour", "minute", "second", "millisecond"];
        if (Object.keys(fields).length === 0) { return at(now()); }
        fields.date ??= fields.day;
        const first = order.findIndex((unit) => fields[unit] !== undefined), today = clockOf(now(), offset);
        const list = order.map((unit, place) => fields[unit]
          ?? (place < first && place < 3 ? today[place] : place === 2 ? 1 : 0));
        return made(list, undefined, undefined, undefined, utc);
      }
      return at(NaN);
    }
    const moment = (input, format, locale, strict) => made(input, format, locale, strict, false);
    const chosen = (list, isBetter) => list.flat().reduce((best, each) => !each.isValid() ? each
      : best.isValid() && isBetter(each, best) ? each : best);
    const listed = (names, length) => (at) => typeof at === "number" ? names[at].slice(0, length)
      : names.map((name) => name.slice(0, length));
    return Object.assign(moment, {
      fn: Moment.prototype, prototype: Moment.prototype, version: "2.29.4", ISO_8601, RFC_2822, duration,
      now: () => library.now(), defaultFormat: "YYYY-MM-DDTHH:mm:ssZ", defaultFormatUtc: "YYYY-MM-DDTHH:mm:ss[Z]",
      utc: (input, format, locale, strict) => made(input, format, locale, strict, true),
      unix: (seconds) => moment(seconds * 1000), invalid: () => new Moment(NaN, undefined, false),
      parseZone(...given) {
        const result = made(...given, ...Array(4 - given.length).fill(undefined), false);
        return Object.assign(result, { _i: given[0] }).parseZone();
      },
      isMoment: (value) => value instanceof Moment, isDuration: (value) => value instanceof Duration,
      isDate: (value) => value instanceof DateOfEngine, normalizeUnits: unitOf,
      max: (...list) => list.flat().length ? chosen(list, (a, b) => a > b) : moment(),
      min: (...list) => list.flat().length ? chosen(list, (a, b) => a < b) : moment(),
      months: listed(monthNames), monthsShort: listed(monthNames, 3), weekdays: listed(dayNames),
      weekdaysShort: listed(dayNames, 3), weekdaysMin: listed(dayNames, 2),
      locale: () => "en", lang: () => "en", locales: () => ["en"], updateLocale: () => moment.localeData(),
      localeData: () => ({
        months: (each) => each ? monthNames[each.month()] : monthNames, weekdays: (each) => each ? dayNames[each.day()]
          : dayNames,
        monthsShort: (each) => each ? monthNames[each.month()].slice(0, 3) : short(monthNames),
        longDateFormat: (key) => longForms[key], firstDayOfWeek: () => 0, ordinal,
      }),
      calendarFormat: undefined, suppressDeprecationWarnings: false,
    });
    """#
}
