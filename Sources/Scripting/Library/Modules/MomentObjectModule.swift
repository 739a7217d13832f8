extension ScriptLibrary {
  /// moment: the object of a moment.
  static let momentObjectModule = #"""
    const now = () => Math.floor(moment.now());
    class Moment {
      constructor(time, offset, utc, details = {}) {
        this._isAMomentObject = true;
        Object.assign(this, details);
        this._isUTC = utc;
        Object.defineProperties(this, {
          _offset: { value: offset, writable: true, configurable: true },
          _time: { value: time, writable: true, configurable: true },
        });
        this._d = new DateOfEngine(time);
        this._isValid = !Number.isNaN(time);
      }
      get _clock() { return clockOf(this._time, this._offset); }
      _set(time) {
        this._time = time;
        this._d = new DateOfEngine(time);
        return this;
      }
      _setClock(clock) { return this._set(timeOf(clock, this._offset)); }
      isValid() { return !Number.isNaN(this._time); }
      clone() { return new Moment(this._time, this._offset, this._isUTC); }
      valueOf() { return this._time; }
      unix() { return Math.floor(this._time / 1000); }
      toDate() { return new DateOfEngine(this._time); }
      toArray() { return this._clock; }
      toObject() {
        const [years, months, date, hours, minutes, seconds, milliseconds] = this._clock;
        return { years, months, date, hours, minutes, seconds, milliseconds };
      }
      toJSON() { return this.isValid() ? this.toISOString() : null; }
      toISOString(keepOffset) {
        if (!this.isValid()) { return null; }
        const shown = keepOffset === true ? this : this.clone().utc();
        const year = shown.year();
        const form = (year < 0 || year > 9999 ? "YYYYYY" : "YYYY") + "-MM-DD[T]HH:mm:ss.SSS";
        return shown.format(form + (keepOffset === true ? "Z" : "[Z]"));
      }
      toString() { return this.clone().format("ddd MMM DD YYYY HH:mm:ss [GMT]ZZ"); }
      inspect() {
        if (!this.isValid()) { return "moment.invalid(/* " + this._i + " */)"; }
        return `moment${this._isUTC && !this._offset ? ".utc" : this._isUTC ? ".parseZone" : ""}("${this.format(
          "YYYY-MM-DD[T]HH:mm:ss.SSS" + (this._isUTC ? this._offset ? "Z" : "[+00:00]" : ""))}")`;
      }
      [Symbol.for("nodejs.util.inspect.custom")]() { return this.inspect(); }
      format(form) {
        if (!this.isValid()) { return "Invalid date"; }
        return printed(this, this._clock, form || (this.isUtc() ? moment.defaultFormatUtc : moment.defaultFormat));
      }
      locale(name) { return name === undefined ? "en" : this; }
      lang(name) { return this.locale(name); }
      localeData() { return moment.localeData(); }

      utcOffset(value, keepLocal) {
        if (!this.isValid()) { return value === undefined ? NaN : this; }
        if (value === undefined) {
          return this._offset ?? -Math.round(new DateOfEngine(this._time).getTimezoneOffset());
        }
        let minutes = typeof value === "string" ? offsetOf(value) : value;
        if (minutes === null) { return this; }
        if (typeof value === "number" && Math.abs(minutes) < 16) { minutes *= 60; }
        const clock = this._clock;
        this._isUTC = true;
        this._offset = minutes;
        return keepLocal ? this._setClock(clock) : this;
      }
      utc(keepLocal) { return this.utcOffset(0, keepLocal); }
      local(keepLocal) {
        const clock = this._clock;
        this._isUTC = false;
        this._offset = undefined;
        return keepLocal ? this._setClock(clock) : this;
      }
      isUtc() { return this.isValid() && this._isUTC && this._offset === 0; }
      isUTC() { return this.isUtc(); }
      isLocal() { return this.isValid() && !this._isUTC; }
      isUtcOffset() { return this.isValid() && this._isUTC; }
      isDST() {
        const offsetIn = (month) => this.clone().month(month).utcOffset();
        return this.utcOffset() > offsetIn(0) || this.utcOffset() > offsetIn(5);
      }
      parseZone() { return typeof this._i === "string" ? this.utcOffset(/(Z|[+-]\d\d:?\d\d)\s*$/i.exec(this._i)?.[1]
        ?? 0) : this; }
      zoneAbbr() { return this._isUTC ? "UTC" : ""; }
      zoneName() { return this._isUTC ? "Coordinated Universal Time" : ""; }
      isLeapYear() { return isLeap(this.year()); }
      daysInMonth() { return daysInMonth(this.year(), this.month()); }
      weeksInYear() { return weeksIn(this.year(), 0, 1); }
      isoWeeksInYear() { return weeksIn(this.year(), 1, 4); }

      add(value, unit) { return this._shift(value, unit, 1); }
      subtract(value, unit) { return this._shift(value, unit, -1); }
      _shift(value, unit, sign) {
        if (typeof value === "string" && unit !== undefined
          && Number.isNaN(Number(unit)) === false) { [value, unit] = [unit, value]; }
        const { months, days, milliseconds } = duration(value, unit)._parts;
        if (!this.isValid()) { return this; }
        if (months || days) {
          const clock = this._clock;
          const total = clock[0] * 12 + clock[1] + sign * Math.round(months);
          [clock[0], clock[1]] = [Math.floor(total / 12), (total % 12 + 12) % 12];
          clock[2] = Math.min(clock[2], daysInMonth(clock[0], clock[1]));
          clock[2] += sign * Math.round(days);
          this._setClock(clock);
        }
        return milliseconds ? this._set(this._time + sign * milliseconds) : this;
      }
      startOf(name) {
        const unit = unitOf(name);
        const order = ["year", "month", "date", "hour", "minute", "second", "millisecond"];
        if (!unit || !this.isValid() || unit === "millisecond") { return this; }
        const clock = this._clock;
        if (unit === "quarter") { clock[1] -= clock[1] % 3; }
        if (unit === "week") { clock[2] -= dayOfWeek(clock); }
        if (unit === "isoWeek") { clock[2] -= (dayOfWeek(clock) + 6) % 7; }
        const level = { quarter: "month", week: "date", isoWeek: "date", day: "date" }[unit] ?? unit;
        const kept = order.indexOf(level);
        return this._setClock(clock.map((part, at) => at <= kept ? part : at === 1 ? 0 : at === 2 ? 1 : 0));
      }
      endOf(name) {
        const unit = unitOf(name);
        if (!unit || unit === "millisecond") { return this; }
        const step = { isoWeek: "week", date: "day" }[unit] ?? unit;
        return this.startOf(unit).add(1, step).subtract(1, "ms");
      }
      diff(other, name = "millisecond", exact = false) {
        const that = sameZone(other, this);
        if (!this.isValid() || !that.isValid()) { return NaN; }
        const unit = unitOf(name);
        const months = { year: 12, quarter: 3, month: 1 }[unit];
        let value;
        if (months) { value = monthsBetween(this, that) / months; } else {
          const zone = unit === "day" || unit === "week" ? (this.utcOffset() - that.utcOffset()) * 60000 : 0;
          value = (this._time - that._time + zone) / (lengths[unit] ?? 1);
        }
        return exact ? value : Math.trunc(value) || 0;
      }
      isAfter(other, unit) { return this._compare(other, unit, (start, _, time) => start > time); }
      isBefore(other, unit) { return this._compare(other, unit, (_, end, time) => end < time); }
      isSame(other, unit) { return this._compare(other, unit, (start, end, time) => start <= time && time <= end); }
      isSameOrAfter(other, unit) { return this.isSame(other, unit) || this.isAfter(other, unit); }
      isSameOrBefore(other, unit) { return this.isSame(other, unit) || this.isBefore(other, unit); }
      isBetween(from, to, unit, bounds = "()") {
        const [low, high] = [moment(from), moment(to)];
        if (!this.isValid() || !low.isValid() || !high.isValid()) { return false; }
        return (bounds[0] === "(" ? this.isAfter(low, unit) : !this.isBefore(low, unit))
          && (bounds[1] === ")" ? this.isBefore(high, unit) : !this.isAfter(high, unit));
      }
      _compare(other, name, test) {
        const that = moment.isMoment(other) ? other : moment(other);
        if (!this.isValid() || !that.isValid()) { return false; }
        const unit = unitOf(name) ?? "millisecond";
        return test(+this.clone().startOf(unit), +this.clone().endOf(unit), that._time);
      }
      from(other, plain) {
        const that = moment(other);
        if (!this.isValid() || !that.isValid()) { return "Invalid date"; }
        return between(that, this).humanize(!plain);
      }
      fromNow(plain) { return this.from(now(), plain); }
      to(other, plain) {
        const that = moment(other);
        return this.isValid() && that.isValid() ? between(this, that).humanize(!plain) : "Invalid date";
      }
      toNow(plain) { return this.to(now(), plain); }
      calendar(reference, formats = {}) {
        const start = sameZone(reference ?? now(), this).startOf("day");
        const days = this.diff(start, "days", true);
        const kind = days < -6 ? "sameElse" : days < -1 ? "lastWeek" : days < 0 ? "lastDay" : days < 1 ? "sameDay"
          : days < 2 ? "nextDay" : days < 7 ? "nextWeek" : "sameElse";
        const forms = {
          sameDay: "[Today at] LT", nextDay: "[Tomorrow at] LT", nextWeek: "dddd [at] LT", lastDay: "[Yesterday at] LT",
          lastWeek: "[Last] dddd [at] LT", sameElse: "L", ...formats,
        };
        return this.format(typeof forms[kind] === "function" ? forms[kind].call(this, reference) : forms[kind]);
      }
      get(name) { return typeof this[unitOf(name)] === "function" ? this[unitOf(name)]() : this; }
      set(name, value) {
        if (typeof name !== "object") { return typeof this[unitOf(name)] === "function" ? this[unitOf(name)](value)
          : this; }
        const order = Object.keys(accessors);
        for (const key of Object.keys(name).sort((a, b) => order.indexOf(unitOf(a)) - order.indexOf(unitOf(b)))) {
          this.set(key, name[key]);
        }
        return this;
      }
    }
    function sameZone(value, model) {
      const that = moment.isMoment(value) ? value : model._isUTC ? moment.utc(value) : moment(value);
      return new Moment(that._time, model._offset, model._isUTC);
    }
    function monthsBetween(left, right) {
      if (left.date() < right.date()) { return -monthsBetween(right, left) || 0; }
      const whole = (right.year() - left.year()) * 12 + right.month() - left.month();
      const anchor = left.clone().add(whole, "months");
      const other = left.clone().add(right - anchor < 0 ? whole - 1 : whole + 1, "months");
      return -(whole + (right - anchor) / Math.abs(other - anchor)) || 0;
    }

    const withDay = (clock, change) => clock.with(2, clock[2] + change);
    function withMonth(clock, value) {
      const month = typeof value === "string" && Number.isNaN(Number(value))
        ? monthNames.findIndex((name) => name.slice(0, 3).toLowerCase() === value.slice(0, 3).toLowerCase())
          : Number(value);
      return clock.with(1, month).with(2, Math.min(clock[2], daysInMonth(clock[0], month)));
    }
    const weekdayOf = (value) => typeof value === "string" && Number.isNaN(Number(value))
      ? dayNames.findIndex((name) => name.slice(0, 2).toLowerCase() === value.slice(0, 2).toLowerCase())
        : Number(value);
    const part = (at) => [(clock) => clock[at], (clock, value) => clock.with(at, Number(value))];
    function weekYears(week, first, pivot) {
      return [(clock) => week(clock).weekYear, (clock, value) => {
        const time = weekStart(value, first, pivot) + ((Math.min(week(clock).week,
          weeksIn(value, first, pivot)) - 1) * 7
          + (dayOfWeek(clock) - first + 7) % 7) * 86400000;
        return [...clockOf(time, 0).slice(0, 3), ...clock.slice(3)];
      }];
    }
    const accessors = {
      year: [(clock) => clock[0], (clock, value) =>
        clock.with(0, Number(value)).with(2, Math.min(clock[2], daysInMonth(Number(value), clock[1])))],
      weekYear: weekYears(localWeek, 0, 1), isoWeekYear: weekYears(isoWeek, 1, 4),
      quarter: [([, month]) => Math.floor(month / 3) + 1, (clock, value) =>
        withMonth(clock, (value - 1) * 3 + clock[1] % 3)],
      month: [([, month]) => month, withMonth],
      week: [(clock) => localWeek(clock).week, (clock, value) => withDay(clock, (value - localWeek(clock).week) * 7)],
      isoWeek: [(clock) => isoWeek(clock).week, (clock, value) => withDay(clock, (value - isoWeek(clock).week) * 7)],
      dayOfYear: [dayOfYear, (clock, value) => withDay(clock, value - dayOfYear(clock))],
      date: part(2), day: [dayOfWeek, (clock, value) => withDay(clock, weekdayOf(value) - dayOfWeek(clock))],
      weekday: [dayOfWeek, (clock, value) => withDay(clock, value - dayOfWeek(clock))],
      isoWeekday: [(clock) => dayOfWeek(clock) || 7, (clock, value) => {
        const wanted = typeof value === "string" ? weekdayOf(value) % 7 || 7 : value;
        return withDay(clock, wanted - (dayOfWeek(clock) || 7));
      }],
      hour: part(3), minute: part(4), second: part(5), millisecond: part(6),
    };
    for (const [name, [read, write]] of Object.entries(accessors)) {
      Moment.prototype[name] = function (value) {
        if (value === undefined) { return this.isValid() ? read(this._clock) : NaN; }
        return this.isValid() && value !== null ? this._setClock(write(this._clock, value)) : this;
      };
    }
    const plurals = ["year", "month", "quarter", "week", "isoWeek", "hour", "minute", "second", "millisecond", "day"];
    for (const name of plurals) { Moment.prototype[name + "s"] = Moment.prototype[name]; }
    Moment.prototype.dates = Moment.prototype.date;
    """#
}
