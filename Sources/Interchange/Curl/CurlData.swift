import Basics
import Workspaces

/// The combined value of `-d` and related options: one text, its parts joined by `&`, with files read.
struct CurlData {
  private static let options = ["data", "data-ascii", "data-raw", "data-binary", "data-urlencode", "json"]

  /// The data with variables as `{{NAME}}`; `nil` if there is none or it is not text.
  private(set) var text: String?
  /// The data if it is not text.
  private(set) var bytes: [UInt8]?
  /// The only file of the data, if it is sent unchanged.
  private(set) var wholeFile: String?
  private(set) var count = 0

  private let input: CurlInput

  static func isUsed(by operation: CurlOperation) -> Bool {
    operation.settings.contains { options.contains($0.option.name) }
  }

  init(_ operation: CurlOperation, input: CurlInput, notices: inout [Notice]) {
    self.input = input
    let settings = operation.settings.filter { Self.options.contains($0.option.name) }
    guard !settings.isEmpty else { return }
    if settings.count == 1, !operation.isOn("get"), let path = Self.wholeFile(settings[0], input) {
      // A file that cannot be read is kept unchanged; only `-d @FILE` would remove its line ends.
      wholeFile = path
      text = nil
      return
    }
    var all: [UInt8] = []
    for (index, setting) in settings.enumerated() {
      if index > 0, setting.option.name != "json" { all.append(UInt8(ascii: "&")) }
      all += Self.piece(setting, input: input, notices: &notices)
    }
    count = all.count
    if let text = String(validating: all, as: UTF8.self), !all.contains(0) { self.text = text } else { bytes = all }
  }

  /// `--data-binary @FILE`, or `-d @FILE` if the file cannot be read or `-d` would not change its content.
  private static func wholeFile(_ setting: CurlOperation.Setting, _ input: CurlInput) -> String? {
    let name = setting.option.name
    guard name != "data-raw", name != "data-urlencode", setting.value.hasPrefix("@"),
      let path = input.path(of: String(setting.value.dropFirst()))
    else { return nil }
    // curl sends nothing for a missing file.
    guard let bytes = input.read(path: path) else { return input.isHere ? nil : path }
    let isChanged = name != "data-binary" && name != "json" && bytes.contains(where: isStripped)
    return isChanged ? nil : path
  }

  private static func isStripped(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0 }

  private static func piece(
    _ setting: CurlOperation.Setting, input: CurlInput, notices: inout [Notice]
  ) -> [UInt8] {
    let value = setting.value
    switch setting.option.name {
    case "data-raw": return Array(value.utf8)
    case "data-urlencode": return urlEncoded(value, input: input, line: setting.line, notices: &notices)
    default:
      guard value.hasPrefix("@") else { return Array(value.utf8) }
      let strips = setting.option.name == "data" || setting.option.name == "data-ascii"
      let bytes = modelText(of: String(value.dropFirst()), input: input, line: setting.line, notices: &notices)
      return strips ? bytes.filter { !isStripped($0) } : bytes
    }
  }

  /// The content of a file for the model, in which `{{` starts a variable.
  private static func modelText(
    of name: String, in whole: String = "body", input: CurlInput, line: Int, notices: inout [Notice]
  ) -> [UInt8] {
    guard let bytes = input.read(name) else {
      let what = input.path(of: name).map { "the file \($0)" } ?? "standard input"
      notices.warn(line: line, "a part of the \(whole) is \(what): left out")
      return []
    }
    return String(validating: bytes, as: UTF8.self).map { Array(TemplateBraces.escaping($0).utf8) } ?? bytes
  }

  /// `content`, `=content`, `name=content`, `@file`, `name@file`: the content is encoded, the name is not.
  static func urlEncoded(
    _ value: String, in whole: String = "body", input: CurlInput, line: Int, notices: inout [Notice]
  ) -> [UInt8] {
    let mark = value.utf8.firstIndex(of: UInt8(ascii: "=")) ?? value.utf8.firstIndex(of: UInt8(ascii: "@"))
    guard let mark else { return Array(FormEncoding.encode(value).utf8) }
    let name = String(value[..<mark])
    let rest = String(value[value.utf8.index(after: mark)...])
    var content = Array(rest.utf8)
    if value.utf8[mark] == UInt8(ascii: "@") {
      content = modelText(of: rest, in: whole, input: input, line: line, notices: &notices)
      // For empty content curl sends nothing, not even the name.
      if content.isEmpty, input.isHere { return [] }
    }
    let encoded = FormEncoding.encode(content)
    return Array((name.isEmpty ? encoded : "\(name)=\(encoded)").utf8)
  }

  /// The value of `--url-query`.
  func query(_ setting: CurlOperation.Setting, notices: inout [Notice]) -> String {
    let bytes = Self.urlEncoded(setting.value, in: "query", input: input, line: setting.line, notices: &notices)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The standard input of a command, and access to the files that it names.
struct CurlInput: Sendable {
  /// The file after `<`; `nil` for the standard input of the surroundings.
  private let source: String?
  private let surroundings: CurlImport.Surroundings

  init(_ source: ShellWord?, variables: ShellVariables) {
    self.source = source.map(variables.expanded)
    surroundings = variables.surroundings
  }

  /// True if the command runs here and now.
  var isHere: Bool { surroundings.isHere }

  /// The file that `@NAME` reads; `nil` for standard input (`-`) without a file.
  func path(of name: String) -> String? { name == "-" ? source : name }

  /// The content of `@NAME`; `nil` if it cannot be read.
  func read(_ name: String) -> [UInt8]? {
    guard let path = path(of: name) else { return surroundings.standardInput() }
    return read(path: path)
  }

  func read(path: String) -> [UInt8]? { surroundings.readFile(TemplateBraces.unescaping(path) ?? path) }
}
