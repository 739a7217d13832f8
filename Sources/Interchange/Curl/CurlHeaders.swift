import Basics
import Essentials
import HTTPModel
import Workspaces

/// The headers of an operation in the order in which curl sends them, and the suppressed ones.
struct CurlHeaders {
  private(set) var rows: [Row] = []
  private(set) var suppressed: Set<String> = []
  /// True if curl itself added `Expect`.
  private(set) var asksFirst = false

  /// - Parameters:
  ///   - cookies: the cookies for the URL from cookie files.
  ///   - leavesCookies: true if a jar adds the cookies to each request, including those of `-b NAME=VALUE`.
  init(
    _ operation: CurlOperation, cookies: String?, leavesCookies: Bool, notices: inout [Notice]
  ) {
    for setting in operation.settings where setting.option.name == "header" {
      read(setting.value, line: setting.line, &notices)
    }
    addShorthands(operation)
    addCondition(operation, notices: &notices)
    if !leavesCookies { addCookies(operation, from: cookies) }
    // `Name:` suppresses curl's own header, but not a given one.
    suppressed = suppressed.filter { self[$0] == nil }
  }

  subscript(name: String) -> String? {
    rows.first { $0.name.lowercased() == name.lowercased() }.map { Self.trimmed($0.value[...]) }
  }

  func suppresses(_ name: String) -> Bool {
    suppressed.contains { $0.lowercased() == name.lowercased() }
  }

  /// Adds a header unless it exists or is suppressed.
  mutating func add(_ name: String, _ value: String) {
    if self[name] == nil, !suppresses(name) { rows.append(Row(name, value)) }
  }

  /// Adds `Expect` before a large body.
  mutating func addExpect() {
    guard self["Expect"] == nil, !suppresses("Expect") else { return }
    rows.append(Row("Expect", "100-continue"))
    asksFirst = true
  }

  /// curl writes the type of a form with a single blank.
  mutating func writeFormType() {
    guard let place = rows.firstIndex(where: { $0.name.lowercased() == "content-type" }) else { return }
    rows[place] = Row("Content-Type", Self.trimmed(rows[place].value[...]))
  }

  /// Reads `Name: value`, `Name;` for an empty header, or `Name:` to suppress one; curl ignores anything else. The
  /// blanks after the colon are preserved.
  private mutating func read(_ text: String, line: Int, _ notices: inout [Notice]) {
    if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let name = String(text[..<colon])
      let written = text[text.utf8.index(after: colon)...]
      if Self.trimmed(written).utf8.allSatisfy({ (0x09...0x0D).contains($0) }) {
        // curl sends this header with its blanks unchanged.
        let isSent =
          name.lowercased() == "host" && !written.isEmpty && written.utf8.allSatisfy { " \t".utf8.contains($0) }
        if isSent { rows.append(Row(Header(name, behindColon: written))) } else { suppressed.insert(name) }
      } else if !name.isEmpty {
        let value = Self.withoutLineEnd(written)
        if value.utf8.count != written.utf8.count {
          notices.warn(line: line, "the line end after header \(name) is not carried over")
        }
        rows.append(Row(Header(name, behindColon: value)))
      }
    } else if text.utf8.last == UInt8(ascii: ";"), text.utf8.count(where: { $0 == UInt8(ascii: ";") }) == 1 {
      rows.append(Row(String(Substring(text.utf8.dropLast())), "", omitsBlank: true))
    } else if let end = text.utf8.firstIndex(of: UInt8(ascii: ";")), end > text.startIndex {
      // Sends nothing, but counts as given.
      suppressed.insert(String(text[..<end]))
    }
  }

  private static func withoutLineEnd(_ text: Substring) -> Substring {
    let bytes = text.utf8
    return Substring(bytes.prefix(bytes.count - bytes.reversed().prefix { $0 == 0x0A || $0 == 0x0D }.count))
  }

  private static func trimmed(_ text: Substring) -> String {
    text.trimmingASCII(\.isBlankOrLineEnd)
  }

  private mutating func addShorthands(_ operation: CurlOperation) {
    if let agent = operation.values("user-agent").last {
      if agent.isEmpty { suppressed.insert("User-Agent") } else { add("User-Agent", agent) }
    }
    if let referer = operation.values("referer").last, !referer.isEmpty { add("Referer", referer) }
    if operation.last("json") != nil {
      add("Content-Type", "application/json")
      add("Accept", "application/json")
    }
  }

  /// Adds `-z` with a date, in the format of HTTP.
  private mutating func addCondition(_ operation: CurlOperation, notices: inout [Notice]) {
    guard let setting = operation.last("time-cond") else { return }
    let sign = setting.value.utf8.first ?? 0
    let text = "-+=".utf8.contains(sign) ? String(setting.value.dropFirst()) : setting.value
    // Other zones are not known.
    guard text.hasSuffix(" GMT"), let date = HTTPDate.parse(text) else {
      let words = "--time-cond takes a date of HTTP, such as Sat, 01 Feb 2020 10:00:00 GMT, not \(text)"
      notices.append(Notice(.error, line: setting.line, words))
      return
    }
    let names = [UInt8(ascii: "-"): "If-Unmodified-Since", UInt8(ascii: "="): "Last-Modified"]
    add(names[sign] ?? "If-Modified-Since", UTCTime(seconds: Int(date.timeIntervalSince1970)).httpDate)
  }

  /// Adds the cookies from files for this URL, then the given ones, joined as in curl.
  private mutating func addCookies(_ operation: CurlOperation, from files: String?) {
    let literals = operation.settings.filter { $0.option.name == "cookie" && !CurlCookieFiles.isFile($0) }.map(\.value)
    if let files, let place = rows.firstIndex(where: { $0.name.lowercased() == "cookie" }) {
      // The given cookies are sent together with those from files, and replace other given ones.
      rows.insert(Row("Cookie", files), at: place)
      return
    }
    let pairs = [files, literals.isEmpty ? nil : literals.joined(separator: ";")].compactMap(\.self)
    if !pairs.isEmpty { add("Cookie", pairs.joined(separator: "; ")) }
  }
}

extension CurlHeaders {
  /// Adds `-r`.
  mutating func addRange(_ operation: CurlOperation) {
    guard let range = operation.values("range").last else { return }
    // curl treats a single number as the start.
    let digits = String(Substring(range.utf8.prefix { $0.isASCIIDigit }))
    let start = range.utf8.contains(UInt8(ascii: "-")) ? nil : Int(digits)
    add("Range", "bytes=\(start.map { "\($0)-" } ?? range)")
  }
}
