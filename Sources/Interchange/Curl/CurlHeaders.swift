import Basics
import Networking
import Workspaces

/// The headers of an operation in the order in which curl sends them, and the suppressed ones.
struct CurlHeaders {
  private(set) var rows: [Row] = []
  private(set) var suppressed: Set<String> = []
  /// Whether curl added `Expect` itself.
  private(set) var asksFirst = false

  /// - Parameters:
  ///   - cookies: the cookies for the URL from cookie files.
  ///   - leavesCookies: whether a jar adds the cookies to each request, including those of `-b NAME=VALUE`.
  init(
    _ operation: CurlOperation, cookies: String?, leavesCookies: Bool, input: CurlInput,
    notices: inout [ImportNotice]
  ) {
    let written = operation.settings.filter { $0.option.name == "header" }
    for setting in written {
      guard setting.value.hasPrefix("@") else {
        read(setting.value, line: setting.line, &notices)
        continue
      }
      let name = String(setting.value.dropFirst())
      guard let bytes = input.read(input.content(of: name)) else {
        notices.append(ImportNotice(.warning, line: setting.line, "the headers in \(name) are not carried over"))
        continue
      }
      for line in String(decoding: bytes, as: UTF8.self).linesOfCurl {
        read(TemplateBraces.escaping(line), line: setting.line, &notices)
      }
    }
    addShorthands(operation, notices: &notices)
    addConditions(operation, input: input, notices: &notices)
    if !leavesCookies { addCookies(operation, from: cookies) }
    // `Name:` suppresses what curl would add, but no header that is given.
    suppressed = suppressed.filter { self[$0] == nil }
  }

  /// The names of the headers given on the command line.
  static func names(_ operation: CurlOperation) -> [String] {
    operation.values("header").compactMap { text in
      text.utf8.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }.map { String(text[..<$0]) }
    }
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

  /// Asks the server before sending a large body.
  mutating func addExpect() {
    guard self["Expect"] == nil, !suppresses("Expect") else { return }
    rows.append(Row("Expect", "100-continue"))
    asksFirst = true
  }

  /// The type of a form: curl parses it and writes it with a single blank. It adds the boundary to any type, even an
  /// empty one (`-H 'Content-Type:'`); where we would not, `boundary` is added.
  mutating func writeFormType(boundary: String) {
    if suppresses("Content-Type") {
      suppressed = suppressed.filter { $0.lowercased() != "content-type" }
      rows.append(Row("Content-Type", ""))
    }
    guard let place = rows.firstIndex(where: { $0.name.lowercased() == "content-type" }) else { return }
    let type = String(Substring(rows[place].value.utf8.drop { $0 == 0x20 }))
    let isMultipart = type.lowercased().utf8.starts(with: "multipart/".utf8)
    // If there are several, the first one counts.
    rows = rows[...place] + rows[(place + 1)...].filter { $0.name.lowercased() != "content-type" }
    rows[place] = Row("Content-Type", isMultipart ? type : "\(type); boundary=\(boundary)")
  }

  /// `Name: value`, `Name;` for an empty header, `Name:` to suppress one; curl ignores anything else. It keeps the
  /// blanks after the colon as written, or their absence.
  private mutating func read(_ text: String, line: Int, _ notices: inout [ImportNotice]) {
    if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let name = String(text[..<colon])
      let written = text[text.utf8.index(after: colon)...]
      if Self.trimmed(written).utf8.allSatisfy({ (0x09...0x0D).contains($0) }) {
        // curl sends this header with its blanks.
        let isSent =
          name.lowercased() == "host" && !written.isEmpty && written.utf8.allSatisfy { " \t".utf8.contains($0) }
        if isSent { rows.append(Row(Header(name, behindColon: written))) } else { suppressed.insert(name) }
      } else if !name.isEmpty {
        let value = Self.withoutLineEnd(written)
        if value.utf8.count != written.utf8.count {
          notices.append(ImportNotice(.warning, line: line, "the line end after header \(name) is not carried over"))
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

  private mutating func addShorthands(_ operation: CurlOperation, notices: inout [ImportNotice]) {
    if let agent = operation.values("user-agent").last {
      if agent.isEmpty { suppressed.insert("User-Agent") } else { add("User-Agent", agent) }
    }
    if let referer = operation.values("referer").last {
      let address = referer.hasSuffix(";auto") ? String(referer.dropLast(5)) : referer
      if !address.isEmpty { add("Referer", address) }
    }
    if operation.isOn("tr-encoding"), self["TE"] == nil, !suppresses("TE") {
      if let place = rows.firstIndex(where: { $0.name.lowercased() == "connection" }) {
        // curl rewrites the header with the parsed value.
        let value = rows[place].value.utf8.drop { $0 == 0x20 || $0 == 0x09 }
        rows[place] = Row(rows[place].name, String(Substring(value)) + ", TE")
      } else {
        add("Connection", "TE")
      }
      add("TE", "gzip")
    }
    if operation.last("json") != nil {
      add("Content-Type", "application/json")
      add("Accept", "application/json")
    }
  }

  /// `-z` with a date in HTTP's format, and `--etag-compare`.
  private mutating func addConditions(
    _ operation: CurlOperation, input: CurlInput, notices: inout [ImportNotice]
  ) {
    if let setting = operation.last("time-cond") {
      let sign = setting.value.utf8.first ?? 0
      let isSigned = "-+=".utf8.contains(sign)
      let text = isSigned ? String(setting.value.dropFirst()) : setting.value
      if let date = CurlDate(text) ?? input.changeTime(of: text).map({ CurlDate(seconds: $0) }) {
        let names = [UInt8(ascii: "-"): "If-Unmodified-Since", UInt8(ascii: "="): "Last-Modified"]
        add(names[sign] ?? "If-Modified-Since", date.text)
      } else {
        notices.append(
          ImportNotice(
            .warning, line: setting.line,
            "--time-cond \(text) is not carried over: write it as Sat, 01 Feb 2020 10:00:00 GMT"))
      }
    }
    if let setting = operation.last("etag-compare") {
      if let bytes = input.read(input.content(of: setting.value, isDotInput: false)) {
        let line = CurlData.oneLine(bytes, input: input)
        if bytes.isEmpty { add("If-None-Match", "\"\"") }
        if !line.isEmpty { add("If-None-Match", TemplateBraces.escaping(String(decoding: line, as: UTF8.self))) }
      } else {
        notices.append(
          ImportNotice(
            input.isHere ? .error : .warning, line: setting.line,
            "what --etag-compare reads from \(setting.value) is not carried over"))
      }
    }
  }

  /// The cookies from files for this URL, then the given ones, joined as in curl.
  private mutating func addCookies(_ operation: CurlOperation, from files: String?) {
    let given = operation.settings.filter { $0.option.name == "cookie" && !CurlCookieFiles.isFile($0) }.map(\.value)
    if let files, let place = rows.firstIndex(where: { $0.name.lowercased() == "cookie" }) {
      // The given cookies are sent together with those of files, and replace other given ones.
      rows.insert(Row("Cookie", files), at: place)
      return
    }
    let pairs = [files, given.isEmpty ? nil : given.joined(separator: ";")].compactMap(\.self)
    if !pairs.isEmpty { add("Cookie", pairs.joined(separator: "; ")) }
  }
}
